// <compare>, <concepts>, <type_traits>, <ratio> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <compare>
#include <concepts>
#include <ratio>
#include <type_traits>

#include "Inputs/header_test.hpp"

struct version {
  int major, minor;
  auto operator<=>(const version &) const = default;
};

template <class T> static int kind(T value) {
  if constexpr (std::unsigned_integral<T>)
    return 1 + static_cast<int>(value);
  else if constexpr (std::floating_point<T>)
    return 2;
  else if constexpr (std::invocable<T, int>)
    return value(3);
  else
    return 4;
}

template <std::totally_ordered T> static T largest(T a, std::convertible_to<T> auto b) {
  return a < static_cast<T>(b) ? static_cast<T>(b) : a;
}

static std::uint64_t check(unsigned i) {
  hasher h;
  const int n = static_cast<int>(i % 5);
  const version a{n, 2}, b{2, n};
  h.add(a < b).add(a == b).add(std::is_gteq(a <=> b)).add((1.0 <=> 0.5 * n) < 0);
  h.add((0.0 / (i - i) <=> 1.0) == std::partial_ordering::unordered);
  h.add(std::strong_order(n, 2) == std::strong_ordering::equal);
  h.add(std::weak_order(0.5, 0.25 * n) > 0).add(std::compare_three_way()(n, 1) < 0);
  h.add(kind(i)).add(kind(1.5f)).add(kind([n](int x) { return x * n; })).add(kind(nullptr));
  h.add(largest(n, 3.7)).add(std::is_same_v<std::common_type_t<int, long>, long>);
  h.add(std::is_trivially_copyable_v<version>).add(sizeof(std::aligned_storage_t<10, 8>));
  h.add(std::is_invocable_r_v<int, decltype(&version::major), version>);
  h.add(std::underlying_type_t<std::byte>(7)).add(std::rank_v<int[2][3]>);
  using third = std::ratio_add<std::ratio<1, 12>, std::ratio<1, 4>>;
  h.add(third::num * 10 + third::den).add(std::ratio_less_v<third, std::ratio<1, 2>>);
  return h.add(std::mega::num).add(std::is_constant_evaluated()).value();
}
