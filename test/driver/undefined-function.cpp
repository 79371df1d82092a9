// A kernel that reaches a function without definition: the error names the chain, once for all
// targets, and no output is left.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 1 %gpuc --offload-arch=sm_90,gfx1100 %s -o %t/app 2>&1 | FileCheck %s
// RUN: %exits 1 %gpuc --offload-arch=sm_90,gfx1100 -c %s -o %t/app.o 2>&1 | FileCheck %s
// RUN: ls -A %t | count 0
#include <gpu/gpu.hpp>

namespace physics {
int charge(int);
[[gnu::noinline]] int field(int i) { return charge(i) + 1; }
} // namespace physics

// CHECK: undefined-function.cpp:[[#@LINE+2]]:22: error: kernel 'simulate' reaches 'physics::charge(int)', which has no definition in device code: simulate(int*) -> physics::field(int) -> physics::charge(int)
// CHECK-NOT: error
[[gpu::kernel]] void simulate(int *p) { *p = physics::field(*p); }

int main() {
  gpu::buffer<int> b(1);
  gpu::launch<simulate>({}, b.data());
}
