// The heap is gpuc's own; the runtime finds the variable that it sets.
// RUN: %gpuc --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s
// RUN: %gpuc --offload-arch=sm_60 --offload-device-only -S %s -o - | FileCheck %s
// RUN: %gpuc --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s --check-prefix=NONE
#include <cstdlib>
#include <gpu/gpu.hpp>

// CHECK: .visible .global {{.*}}__gpuc_heap
// NONE-NOT: .extern .func {{.*}}malloc
// NONE-NOT: .extern .func {{.*}}free
[[gpu::kernel]] void allocate(void **p) {
  if (void *block = std::malloc(gpu::global_idx().x))
    p[gpu::global_idx().x] = block;
  std::free(p[0]);
}

int main() {}
