// <immintrin.h> and code that uses it may stand beside kernels; in kernels its functions are errors.
// RUN: %gpuc -std=c++20 -O1 -msse3 --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
// RUN: not %gpuc -std=c++20 -DIN_KERNEL --offload-arch=sm_75,gfx1100 -msse3 %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cstdio>
#include <gpu/gpu.hpp>
#include <immintrin.h>

inline float sum(__m128 v) {
  // CHECK: x86-intrinsics.cpp:[[#@LINE+2]]:7: error: '_mm_hadd_ps' is for the host's processor and cannot be used in device code; leave the use out with '#ifndef __GPUC_DEVICE__'
  // CHECK: error: '_mm_hadd_ps' is for
  v = _mm_hadd_ps(v, v);
  v = _mm_hadd_ps(v, v);
  // CHECK: [[#@LINE+1]]:10: error: '_mm_cvtss_f32' is for
  return _mm_cvtss_f32(v);
}

__attribute__((target("avx2"))) inline int first(__m256i v) {
  return _mm256_extract_epi32(_mm256_add_epi32(v, v), 0);
}

[[gpu::kernel]] void add(float *x) {
#ifdef IN_KERNEL
  // CHECK: [[#@LINE+1]]:13: error: '_mm_set1_ps' is for
  *x += sum(_mm_set1_ps(2));
#else
  *x += 2;
#endif
}

int main() {
  const auto x = gpu::make_box<float>(1.0f);
  gpu::launch<add>({}, x.get());
  return *x != 3 || sum(_mm_set1_ps(1)) != 4;
}
