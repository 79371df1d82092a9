// std::format's functions are compiled for size and stay out of line, so that the driver's compiler
// is done soon: inlined into each other they make three times as much PTX.
// REQUIRES: libc++
// RUN: %gpuc -stdlib=libc++ -std=c++20 -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx
// RUN: %ptxas -c -arch=sm_75 %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: bash -c "test $(wc -l < %t.ptx) -lt 50000"
#include <cstddef>
#include <format>
#include <gpu/gpu.hpp>

// CHECK-DAG: .func {{.*}}__substitute_arg_id
// CHECK-DAG: .func {{.*}}__format_integer
// CHECK-DAG: .func {{.*}}__write_string
[[gpu::kernel]] void write(char *text, std::size_t size) {
  std::format_to_n(text, size, "{} {:.3f} {:>8}", size, 1.5, "text");
}
int main() { gpu::launch<write>({}, nullptr, 0); }
