// <valarray> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <valarray>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::valarray<int> v(12);
  for (std::size_t k = 0; k < v.size(); ++k)
    v[k] = static_cast<int>(k * i % 11);
  std::valarray<int> w = v * 2 + 1;
  w[std::slice(0, 4, 3)] = 7;
  w[w > 10] = 5;
  h.add_all(w).add(w.sum()).add(w.min()).add(w.max()).add_all(w.shift(2)).add_all(w.cshift(-3));
  std::valarray<int> rows = w[std::gslice(1, {2, 3}, {6, 2})];
  h.add_all(rows).add(v.apply([](int x) { return x * x; }).sum());
  const std::valarray<std::size_t> picks{3, 1, 4};
  std::valarray<int> picked = v[picks];
  picked <<= 2;
  h.add_all(picked);
  std::valarray<double> d{1, 4, 9};
  d = sqrt(d) * 0.5;
  h.add_near(d[2], 1.5).add_near(exp(log(d)).sum(), d.sum());
  return h.add((v == w)[3]).value();
}
