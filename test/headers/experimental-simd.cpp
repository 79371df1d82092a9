// <experimental/simd> in kernels: the same results as on the host.
// RUN: %gpuc -std=c++23 -O1 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <experimental/simd>

#include "Inputs/header_test.hpp"

namespace stdx = std::experimental;

static std::uint64_t check(unsigned i) {
  hasher h;
  using vector = stdx::fixed_size_simd<int, 8>;
  vector v([i](int k) { return k * static_cast<int>(i); });
  v += 3;
  where(v > 40, v) -= 40;
  h.add(reduce(v)).add(hmin(v)).add(popcount(v % 2 == 0)).add(any_of(v == 3));
  int stored[8];
  v.copy_to(stored, stdx::element_aligned);
  for (int x : stored)
    h.add(x);
  stdx::fixed_size_simd<float, 4> f(2.0f);
  f = f * 1.5f + 1;
  h.add_exact(f[3]).add_exact(reduce(sqrt(f)));
  const stdx::native_simd<double> d = 0.5;
  return h.add(all_of(d + d == 1.0)).add(stdx::simd_size_v<int, stdx::simd_abi::scalar>).value();
}
