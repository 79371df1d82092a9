// Checks of [[gpu::shared]] and [[gpu::constant]] variables.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#include <gpu/gpu.hpp>

[[gpu::kernel]] void k() {
  // CHECK: storage.cpp:[[#@LINE+1]]:5: error: a local 'gpu::shared' variable must be 'static'; write '{{\[\[}}gpu::shared]] static'
  [[gpu::shared]] int automatic[4];
}
// CHECK: :[[#@LINE+1]]:3: error: a 'gpu::shared' variable cannot be 'thread_local'
[[gpu::shared]] thread_local int per_thread;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: a variable cannot be both 'gpu::shared' and 'gpu::constant'
[[gpu::shared, gpu::constant]] static int both;
// CHECK: :[[#@LINE+1]]:3: error: 'gpu::shared' applies to variables only
[[gpu::shared]] void function();
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu::constant' applies to variables only
void parameter([[gpu::constant]] int x);
int main() {}
