// -g: PTX carries the lines of the user's file.
// RUN: %gpuc -g -O1 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
#include <gpu/gpu.hpp>
// CHECK: .target sm_75, debug
// CHECK: .entry _Z1kPi(
// CHECK: .loc [[FILE:[0-9]+]] [[#@LINE+1]]
[[gpu::kernel]] void k(int *p) { p[gpu::thread_idx().x] = 42; }
// CHECK: .file [[FILE]] {{.*}}line-information.cpp"
int main() { gpu::launch<k>({}, nullptr); }
