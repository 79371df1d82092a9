// <mdspan>, <flat_map>, <flat_set> in kernels: the same results as on the host.
// REQUIRES: libc++
// DEFINE: %{options} = -std=c++23 -O1 --offload-arch=cpu,sm_75 -stdlib=libc++
// RUN: %gpuc %{options} -static-libstdc++ %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <array>
#include <flat_map>
#include <flat_set>
#include <mdspan>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::array<int, 24> data{};
  std::mdspan grid(data.data(), 4, 6);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 6; ++c)
      grid[r, c] = r * static_cast<int>(i) + c;
  std::mdspan<int, std::extents<int, 6, std::dynamic_extent>, std::layout_left> turned(data.data(),
                                                                                       4);
  h.add(grid.rank()).add(grid.extent(1)).add(turned[3, 2]).add(turned.stride(1)).add_all(data);
  std::flat_map<std::string, int> m{{"b", 2}, {"a", 1}};
  m["k" + std::to_string(i)] = 9;
  m.erase("b");
  for (const auto &[key, value] : m)
    h.add(key).add(value);
  std::flat_set<unsigned> s{5, 1, 5, i};
  std::flat_multiset<int> bag{2, 1, 2};
  std::flat_multimap<int, int> pairs{{1, 2}, {1, 3}};
  return h.add_all(s).add(s.contains(5)).add(bag.count(2)).add(pairs.size()).value();
}
