// Functions and kernels of headers, found by relative includes when gpuc runs in another directory.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc --offload-arch=cpu,sm_75,gfx1100 %s -o app && ./app
// RUN: %gpuc --offload-arch=cpu,sm_75 -I %S/Inputs -DBY_PATH %s -o app && ./app
#include <gpu/gpu.hpp>
#ifdef BY_PATH
#include <maths.hpp>
#else
#include "Inputs/maths.hpp"
#endif

[[gpu::kernel]] void k(int *p) { *p += square(4) + cube(3); }

int main() {
  gpu::buffer<int> b(1);
  gpu::launch<header_kernel>({}, b.data());
  gpu::launch<k>({}, b.data());
  int x = 0;
  b.copy_to(std::span(&x, 1));
  return x == 9 + 8 + 16 + 27 ? 0 : 1;
}
