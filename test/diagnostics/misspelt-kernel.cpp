// A misspelt kernel is an unknown name, with the right one as a hint.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>

[[gpu::kernel]] void simulate(int *p) { *p = 1; }

int main() {
  // CHECK: misspelt-kernel.cpp:[[#@LINE+1]]:15: error: use of undeclared identifier 'simulat'; did you mean 'simulate'?
  gpu::launch<simulat>({}, nullptr);
  // CHECK: misspelt-kernel.cpp:[[#@LINE+1]]:15: error: use of undeclared identifier 'something_else'
  gpu::launch<something_else>({}, nullptr);
}
