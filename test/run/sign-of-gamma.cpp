// lgamma sets signgam, of which each thread has one.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t | FileCheck %s
// RUN: %gpuc -O2 --offload-arch=gfx1100,gfx942 %s -o %t.amd && %on-gfx1100 %t.amd | FileCheck %s
// RUN: %on-gfx942 %t.amd | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <math.h>
#include <vector>

[[gpu::kernel]] void signs(std::span<double> x, std::span<int> sign) {
  const unsigned i = gpu::thread_idx().x;
  x[i] = lgamma(x[i]);
  sign[i] = signgam;
  gpu::sync_threads();
  const float f = lgammaf(i % 2 ? -0.5f : 2.5f);
  sign[i] = sign[i] * 10 + signgam;
  x[i] += f - f;
}

int main() {
  std::vector<double> x{-0.5, 0.5, -1.5, -0.0};
  std::vector<int> sign(4);
  gpu::launch<signs>({.threads = 4}, x, sign);
  // CHECK: 1.27 -9, 0.57 9, 0.86 11, inf -11,
  for (int i = 0; i != 4; ++i)
    std::printf("%.2f %d, ", x[i], sign[i]);
}
