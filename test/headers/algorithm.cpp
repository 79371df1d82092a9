// <algorithm> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <algorithm>
#include <array>
#include <vector>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::vector<unsigned> v(50);
  std::generate(v.begin(), v.end(), [x = i + 1]() mutable { return (x = x * 48271 % 1009); });
  auto by_digit = [](unsigned a, unsigned b) { return a % 10 < b % 10; };
  auto w = v;
  std::stable_sort(w.begin(), w.end(), by_digit);
  h.add_all(w);
  std::sort(w.begin(), w.end());
  h.add_all(w).add(std::binary_search(w.begin(), w.end(), v[7]));
  h.add(std::lower_bound(w.begin(), w.end(), 500u) - w.begin());
  w.erase(std::unique(w.begin(), w.end()), w.end());
  h.add(w.size());
  w = v;
  std::nth_element(w.begin(), w.begin() + 25, w.end());
  h.add(w[25]);
  std::partial_sort(w.begin(), w.begin() + 5, w.end(), std::greater<>());
  h.add_all(std::vector(w.begin(), w.begin() + 5));
  std::make_heap(v.begin(), v.end());
  std::pop_heap(v.begin(), v.end());
  h.add(v.back()).add(std::is_heap(v.begin(), v.end() - 1));
  std::rotate(v.begin(), v.begin() + i % 50, v.end());
  std::reverse(v.begin() + 3, v.end());
  std::stable_partition(v.begin(), v.end(), [](unsigned x) { return x % 2 == 0; });
  h.add_all(v).add(std::count_if(v.begin(), v.end(), [](unsigned x) { return x > 300; }));
  std::array<int, 5> p{1, 2, 3, 4, 5}, q{2, 4, 6, 8, 10};
  for (unsigned k = 0; k < i % 8; ++k)
    std::next_permutation(p.begin(), p.end());
  std::vector<int> merged;
  std::sort(p.begin() + 2, p.end());
  std::inplace_merge(p.begin(), p.begin() + 2, p.end());
  std::set_union(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(merged));
  const auto [least, most] = std::ranges::minmax_element(merged);
  h.add_all(merged).add(*least).add(*most).add(std::clamp(static_cast<int>(i), 5, 20));
  std::ranges::sort(merged, std::ranges::greater());
  h.add_all(merged).add(std::ranges::find(merged, 4) - merged.begin());
  h.add(std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end()));
  return h.add(std::search(v.begin(), v.end(), v.begin() + 9, v.begin() + 11) - v.begin()).value();
}
