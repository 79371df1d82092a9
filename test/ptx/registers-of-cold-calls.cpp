// What a kernel may call, but does not, costs it no occupancy: 32 registers a thread let a
// multiprocessor of 65536 have all its 2048 threads.
// REQUIRES: ptxas
// RUN: %gpuc -O2 -DPRINTS --offload-device-only --offload-arch=sm_80 -S %s -o %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90 %t.ptx 2>&1 | FileCheck %s
// RUN: %gpuc -O2 -DASSERTS --offload-device-only --offload-arch=sm_80 -S %s -o %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90 %t.ptx 2>&1 | FileCheck %s
// CHECK: Used {{[0-9]|[12][0-9]|3[0-2]}} registers
#include <cassert>
#include <gpu/gpu.hpp>

[[gpu::kernel]] void axpy(float a, const float *x, float *y, unsigned n) {
  const std::size_t i = gpu::global_idx().x;
  if (i >= n)
    return;
  y[i] = a * x[i] + y[i];
#ifdef PRINTS
  if (y[i] == 12345)
    gpu::println("bad {} {}", i, y[i]);
#endif
#ifdef ASSERTS
  assert(y[i] != 12345);
#endif
}
