// Overloaded kernels, kernels with C linkage, in nested and inline namespaces, declared first and
// defined later, as friends.
// RUN: %gpuc --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc --offload-device-only --offload-arch=sm_75 -S %s -o - | FileCheck %s
#include <gpu/gpu.hpp>
#include <cstdio>

[[gpu::kernel]] void overloaded(int *p) { p[0] = 1; }
[[gpu::kernel]] void overloaded(int *p, int x) { p[1] = x; }
extern "C" [[gpu::kernel]] void c_kernel(int *p) { p[2] = 3; }
extern "C" {
[[gpu::kernel]] void c_kernel_in_block(int *p) { p[3] = 4; }
}
namespace a::b {
inline namespace v1 {
[[gpu::kernel]] void nested(int *p) { p[4] = 5; }
} // namespace v1
} // namespace a::b
[[gpu::kernel]] void later(int *p);
// CHECK-DAG: .entry _Z10overloadedPi(
// CHECK-DAG: .entry _Z10overloadedPii(
// CHECK-DAG: .entry c_kernel(
// CHECK-DAG: .entry c_kernel_in_block(
// CHECK-DAG: .entry _ZN1a1b2v16nestedEPi(
// CHECK-DAG: .entry _Z5laterPi(

int main() {
  gpu::buffer<int> b(6);
  gpu::launch<static_cast<void (*)(int *)>(overloaded)>({}, b.data());
  gpu::launch<static_cast<void (*)(int *, int)>(overloaded)>({}, b.data(), 2);
  gpu::launch<c_kernel>({}, b.data());
  gpu::launch<c_kernel_in_block>({}, b.data());
  gpu::launch<a::b::nested>({}, b.data());
  gpu::launch<later>({}, b.data());
  int out[6];
  b.copy_to(out);
  for (int i = 0; i < 6; ++i)
    if (out[i] != i + 1)
      return std::printf("%d: %d\n", i, out[i]), 1;
}
void later(int *p) { p[5] = 6; }
