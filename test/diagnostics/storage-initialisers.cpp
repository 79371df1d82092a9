// Initialisers and types of [[gpu::shared]] and [[gpu::constant]] variables.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#include <gpu/gpu.hpp>

struct busy {
  busy() : x(1) {}
  int x;
};
int at_run_time();

// CHECK: storage-initialisers.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: block-shared variable 'with_constructor' has type 'busy{{.*}}', which has a constructor or destructor that would have to run once for each block; use a trivial type and initialise it in the kernel
[[gpu::shared]] static busy with_constructor[2];
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: block-shared variable 'initialised' cannot have an initialiser; assign it in the kernel, then call 'gpu::sync_threads()'
[[gpu::shared]] static int initialised = 3;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: constant-storage variable 'computed' needs an initialiser that is known at compile time; make it 'constexpr' or 'constinit'
[[gpu::constant]] int computed = at_run_time();
[[gpu::kernel]] void k(int *p) { *p = with_constructor[0].x + initialised + computed; }
int main() { gpu::launch<k>({}, nullptr); }
