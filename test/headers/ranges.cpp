// <ranges> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <algorithm>
#include <map>
#include <ranges>
#include <string>
#include <vector>

#include "Inputs/header_test.hpp"

namespace views = std::views;

static std::uint64_t check(unsigned i) {
  hasher h;
  const int n = static_cast<int>(i);
  auto squares = views::iota(1, 30) | views::filter([n](int x) { return (x + n) % 3 == 0; }) |
                 views::transform([](int x) { return x * x; }) | views::take(6);
  for (int x : squares)
    h.add(x);
  std::vector<int> v;
  std::ranges::copy(squares, std::back_inserter(v));
  for (int x : v | views::reverse | views::drop(1))
    h.add(x);
  const std::vector<std::vector<int>> nested{{1, 2}, {}, {3, n}};
  for (int x : nested | views::join)
    h.add(x);
  const std::string text = "split these words";
  for (auto word : text | views::split(' '))
    h.add(std::ranges::distance(word)).add(*word.begin());
  const std::map<int, char> m{{1, 'a'}, {2, 'b'}};
  for (char c : m | views::values)
    h.add(c);
  for (int key : m | views::keys | views::common)
    h.add(key);
  for (int x : v | views::take_while([](int value) { return value < 200; }))
    h.add(x);
  for (int x : v | views::drop_while([](int value) { return value < 50; }))
    h.add(x);
  h.add(*std::ranges::max_element(v)).add(std::ranges::empty(views::empty<int>));
  h.add(std::ranges::count(v, 9)).add(views::single(4).front());
  h.add(std::ranges::subrange(v.begin() + 1, v.end()).size()).add(views::counted(v.begin(), 2)[1]);
  return h.add(std::ranges::equal(v, squares)).value();
}
