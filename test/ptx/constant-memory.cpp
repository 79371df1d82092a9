// Constant-storage variables lie in .const with their values and are read from there.
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
#include <gpu/gpu.hpp>

[[gpu::constant]] constexpr int primes[4] = {2, 3, 5, 7};

// CHECK: .const .align {{4|16}} .b8 {{.*}}primes{{.*}}[16] = {2, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 7{{.*}}};
// CHECK: .entry _Z1kPi(
// CHECK: ld.const
[[gpu::kernel]] void k(int *p) { p[gpu::thread_idx().x] = primes[gpu::thread_idx().x & 3]; }
int main() { gpu::launch<k>({}, nullptr); }
