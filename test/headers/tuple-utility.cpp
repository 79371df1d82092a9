// <tuple>, <utility> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <string>
#include <tuple>
#include <utility>

#include "Inputs/header_test.hpp"

template <class... Ts> static int weigh(const Ts &...values) {
  return (0 + ... + static_cast<int>(sizeof(Ts) * static_cast<std::size_t>(values)));
}

template <std::size_t... N> static int digits(std::index_sequence<N...>, int x) {
  return ((static_cast<int>(N) * x) + ...);
}

static std::uint64_t check(unsigned i) {
  hasher h;
  std::tuple<int, std::string, char> t(static_cast<int>(i), "text", 'c');
  std::get<std::string>(t) += "!";
  const auto [n, s, c] = t;
  h.add(n).add(s).add(c).add(std::tuple_size_v<decltype(t)>);
  auto joined = std::tuple_cat(t, std::make_pair(2.5, 7L));
  h.add_exact(std::get<3>(joined)).add(std::get<4>(joined));
  h.add(std::apply([](auto... x) { return weigh(x...); }, std::tuple(1, 2L, 'a')));
  int a = 0, b = 0;
  std::tie(a, std::ignore, b) = std::tuple(4, 5, 6);
  std::swap(a, b);
  h.add(a * 10 + b).add(std::tuple(1, 2) < std::tuple(1, n)).add(std::exchange(a, 9)).add(a);
  std::pair<std::string, int> p{"key", n}, q = p;
  q.second += 1;
  h.add(p < q).add(p.first == q.first).add(std::get<1>(q));
  struct point {
    int x, y;
  };
  h.add(std::make_from_tuple<point>(std::pair(3, n)).y);
  h.add(digits(std::make_index_sequence<5>(), n))
      .add(std::cmp_less(-1, i))
      .add(std::in_range<signed char>(n * 3));
  return h.add(std::as_const(a)).add(std::forward_as_tuple(a, b) == std::tuple(9, 4)).value();
}
