// Conditional compilation around functions and kernels, macros that make kernels, and #include in
// the middle of the file.
// RUN: %gpuc --offload-arch=cpu,sm_75 -DWITH=1 %s -o %t && %t
#include <gpu/gpu.hpp>

#if WITH
[[gpu::kernel]] void conditional(int *p) { *p = 1; }
#else
#error "not reached"
#endif

#define KERNEL(name, value)                        \
  int value_of_##name() { return value; }          \
  [[gpu::kernel]] void name(int *p) { *p += value_of_##name(); }
KERNEL(made_by_macro, 10)

int host_only() { return 0; }
#include "Inputs/maths.hpp"
#ifdef __GPUC_DEVICE__
int helper() { return 100; }
#else
int helper();
#endif
[[gpu::kernel]] void device_branch(int *p) { *p += helper() + square(2); }

int main() {
  gpu::buffer<int> b(1);
  gpu::launch<conditional>({}, b.data());
  gpu::launch<made_by_macro>({}, b.data());
  gpu::launch<device_branch>({}, b.data());
  int x = 0;
  b.copy_to(std::span(&x, 1));
  return x - 115 + host_only();
}
