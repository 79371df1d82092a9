// <numeric>, <numbers>, <limits> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::vector<int> v(i % 20 + 2), w(v.size());
  std::iota(v.begin(), v.end(), 3);
  h.add(std::accumulate(v.begin(), v.end(), 0L)).add(std::reduce(v.begin(), v.end()));
  h.add(std::inner_product(v.begin(), v.end(), v.rbegin(), 0L));
  h.add(std::transform_reduce(v.begin(), v.end(), 1, std::plus<>(), [](int x) { return x * x; }));
  std::partial_sum(v.begin(), v.end(), w.begin());
  h.add_all(w);
  std::adjacent_difference(w.begin(), w.end(), w.begin());
  h.add(v == w);
  std::exclusive_scan(v.begin(), v.end(), w.begin(), 10, std::multiplies<unsigned>());
  h.add_all(w);
  std::inclusive_scan(v.begin(), v.end(), w.begin());
  std::transform_inclusive_scan(w.begin(), w.end(), w.begin(), std::plus<unsigned>(),
                                [](int x) { return x % 7; });
  h.add_all(w).add(std::gcd(i * 12, 90)).add(std::lcm(i + 1, 14u));
  h.add(std::midpoint(i, 100u)).add_exact(std::midpoint(1.5, 2.5));
  h.add_exact(std::numbers::pi).add_exact(std::numbers::e_v<float>);
  using real = std::numeric_limits<double>;
  h.add_exact(real::max()).add_exact(real::epsilon()).add_exact(real::denorm_min());
  h.add_exact(real::infinity()).add(real::digits10).add(real::quiet_NaN() != real::quiet_NaN());
  h.add(std::numeric_limits<short>::lowest()).add(std::numeric_limits<unsigned long>::max());
  return h.add(std::numeric_limits<char>::is_signed).value();
}
