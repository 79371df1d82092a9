// Constant-storage variables are read-only data of the code object.
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx1100 -S -emit-llvm %s -o - | FileCheck %s
#include <gpu/gpu.hpp>
// CHECK: @{{.*}}primes{{.*}} addrspace(4) constant [4 x i32] [i32 2, i32 3, i32 5, i32 7]
[[gpu::constant]] constexpr int primes[4] = {2, 3, 5, 7};
[[gpu::kernel]] void k(int *p) { p[gpu::thread_idx().x] = primes[gpu::thread_idx().x & 3]; }
int main() { gpu::launch<k>({}, nullptr); }
