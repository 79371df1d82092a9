// -g and -gline-tables-only: PTX names the lines of the user's files, at every level; the second
// without debug sections, which make ptxas optimise less.
// RUN: %gpuc -g -O0 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s --check-prefixes=CHECK,DEBUG < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -g -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s --check-prefixes=CHECK,DEBUG < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -gline-tables-only -O0 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s --check-prefixes=CHECK,LINES < %t.ptx
// RUN: %ptxas -arch=sm_75 -lineinfo %t.ptx
// RUN: %gpuc -gline-tables-only -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s --check-prefixes=CHECK,LINES < %t.ptx
// RUN: %ptxas -arch=sm_75 -lineinfo %t.ptx
#include <gpu/gpu.hpp>
// DEBUG: .target sm_75, debug
// LINES: .target sm_75{{$}}
// CHECK: .entry _Z1kPi(
// CHECK: .loc [[FILE:[0-9]+]] [[#@LINE+1]]
[[gpu::kernel]] void k(int *p) { p[gpu::thread_idx().x] = 42; }
// DEBUG: .file [[FILE]] {{.*}}line-information.cpp"
// LINES: .file [[FILE]] {{.*}}line-information.cpp"
// CHECK-NOT: .device.cpp"
int main() { gpu::launch<k>({}, nullptr); }
