// <array>, <span> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <array>
#include <span>

#include "Inputs/header_test.hpp"

template <std::size_t N> static int sum(std::span<const int, N> s) {
  int total = 0;
  for (int x : s)
    total += x;
  return total;
}

static std::uint64_t check(unsigned i) {
  hasher h;
  std::array<int, 6> a{5, 4, 3};
  a[3] = static_cast<int>(i);
  a.at(4) = 9;
  auto copy = a;
  a.swap(copy);
  copy.fill(1);
  h.add(a == copy).add(a > copy).add(std::get<0>(a)).add(a.size()).add_all(a);
  for (auto at = a.crbegin(); at != a.crend(); ++at)
    h.add(*at);
  constexpr auto made = std::to_array({1, 2, 3});
  const auto [x, y, z] = made;
  std::span<int> all(a);
  std::span<int, 2> two = all.first<2>();
  two[1] = 77;
  h.add(sum<6>(a)).add(sum<std::dynamic_extent>(all.subspan(i % 5))).add(sum<3>(made));
  h.add(all.last(2).front()).add(std::as_bytes(two).size()).add(all.back()).add(two.extent);
  return h.add(std::array<char, 0>().empty()).add(x + y + z).value();
}
