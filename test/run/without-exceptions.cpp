// -fno-exceptions -fno-rtti: programs compile, and an error ends them with its text.
// RUN: %gpuc -fno-exceptions -fno-rtti --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: not --crash %t error 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>
[[gpu::kernel]] void k(int *p) { *p = 3; }
// CHECK: a block needs at least one thread
int main(int argc, char **) {
  gpu::buffer<int> b(1);
  gpu::launch<k>(gpu::launch_config{.threads = argc > 1 ? 0 : 1}, b.data());
}
