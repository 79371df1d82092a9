// A barrier in a recursive function cannot be compiled for the CPU: an error that says so, and no
// object.
// RUN: rm -f %t.o
// RUN: %exits 1 %gpuc --offload-arch=cpu -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not ls %t.o
#include <gpu/gpu.hpp>
// CHECK: error: {{.*}}recursi
void descend(int n) {
  gpu::sync_threads();
  if (n > 0)
    descend(n - 1);
  gpu::sync_threads();
}
[[gpu::kernel]] void k(int n) { descend(n); }
int main() { gpu::launch<k>({}, 3); }
