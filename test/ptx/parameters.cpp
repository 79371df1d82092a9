// Kernel parameters: structs by value keep the host's layout, spans and string views are structs.
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
#include <gpu/gpu.hpp>
#include <string_view>

struct mixed {
  char c;
  double d;
  short s[3];
};
struct alignas(16) wide {
  int x;
};
struct empty {};

// CHECK: .entry _Z1kPic5mixed4wideSt4spanIKfLm18446744073709551615EESt17basic_string_viewIcSt11char_traitsIcEEb5empty(
// CHECK-NEXT: .param .u64 {{.*}}_param_0,
// CHECK-NEXT: .param .u8 {{.*}}_param_1,
// CHECK-NEXT: .param .align 8 .b8 {{.*}}_param_2[24],
// CHECK-NEXT: .param .align 16 .b8 {{.*}}_param_3[16],
// CHECK-NEXT: .param .align 8 .b8 {{.*}}_param_4[16],
// CHECK-NEXT: .param .align 8 .b8 {{.*}}_param_5[16],
// CHECK-NEXT: .param .u8 {{.*}}_param_6,
// CHECK-NEXT: .param .align 1 .b8 {{.*}}_param_7[1]
[[gpu::kernel]] void k(int *p, char c, mixed m, wide w, std::span<const float> s,
                       std::string_view t, bool b, empty) {
  *p = c + static_cast<int>(m.d) + m.s[2] + w.x + static_cast<int>(s.size() + t.size()) + b;
}
int main() {
  gpu::launch<k>({}, nullptr, 'c', mixed{}, wide{}, std::span<const float>(), "", true, empty{});
}
