// Launching what is no kernel, and calling what is one.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#include <gpu/gpu.hpp>

void no_kernel(int *p) { *p = 1; }
[[gpu::kernel]] void k(int *p) { *p = 2; }

int main() {
  // CHECK: not-kernels.cpp:[[#@LINE+2]]:8: error: 'no_kernel' is launched but is no kernel; add '{{\[\[}}gpu::kernel]]' to it
  // CHECK: not-kernels.cpp:5:6: note: 'no_kernel' is declared here
  gpu::launch<no_kernel>({}, nullptr);
  // CHECK: not-kernels.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'k' cannot be called like a function; launch it with 'gpu::launch<k>(config, ...)'
  k(nullptr);
}
[[gpu::kernel]] void outer(int *p) {
  // CHECK: not-kernels.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'k' cannot be called like a function;
  k(p);
}
