// On the CPU alone, too, a function without definition is an error and leaves no program.
// RUN: rm -f %t
// RUN: %exits 1 %gpuc --offload-arch=cpu %s -o %t 2>&1 | FileCheck %s
// RUN: not ls %t
#include <gpu/gpu.hpp>

int charge(int);

// CHECK: error: {{.*}}charge(int)
[[gpu::kernel]] void simulate(int *p) { *p = charge(*p); }

int main() {
  gpu::buffer<int> b(1);
  gpu::launch<simulate>({}, b.data());
}
