// A kernel that reads a variable that only the host has: an error at the use, also
// for PTX, whose undefined variables would be noticed only by the driver.
// RUN: %exits 1 %gpuc --offload-arch=sm_75 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %exits 1 %gpuc --offload-arch=gfx1100 -c %s -o %t.o 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>

extern int table[4];

// CHECK: host-variable.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: device code uses variable 'table', which lives on the host
[[gpu::kernel]] void simulate(int *p) { *p = table[*p]; }

int main() { gpu::launch<simulate>({}, nullptr); }
