// A kernel that reads a variable without definition: an error that names kernel and variable, also
// for PTX, whose undefined variables would be noticed only by the driver.
// RUN: %exits 1 %gpuc --offload-arch=sm_75 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %exits 1 %gpuc --offload-arch=gfx1100 -c %s -o %t.o 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>

extern int table[4];

// CHECK: undefined-variable.cpp:[[#@LINE+1]]:22: error: kernel 'simulate' reaches 'table', which has no definition in device code
[[gpu::kernel]] void simulate(int *p) { *p = table[*p]; }

int main() { gpu::launch<simulate>({}, nullptr); }
