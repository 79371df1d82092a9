// Records taken apart at compile time: tuples, apply, index sequences, concepts.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <array>
#include <concepts>
#include <iomanip>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

template <class Record, class Member> struct field {
  std::string_view name;
  Member Record::*member;
};
template <class Record, class Member>
field(std::string_view, Member Record::*) -> field<Record, Member>;

struct position {
  double x, y;
  static constexpr auto fields() {
    return std::tuple(field{"x", &position::x}, field{"y", &position::y});
  }
};

struct particle {
  int id;
  std::string name;
  position at;
  std::vector<int> links;
  std::array<bool, 3> flags;
  static constexpr auto fields() {
    return std::tuple(field{"id", &particle::id}, field{"name", &particle::name},
                      field{"at", &particle::at}, field{"links", &particle::links},
                      field{"flags", &particle::flags});
  }
};

template <class T>
concept described = requires {
  T::fields();
};
template <class T>
concept sequence = requires(const T &t) {
  t.begin(), t.end();
}
&&!std::convertible_to<T, std::string_view>;

template <class T> static void write(std::ostream &out, const T &value) {
  if constexpr (described<T>) {
    out << '{';
    std::apply(
        [&](const auto &...f) {
          ((out << f.name << '=', write(out, value.*f.member), out << ' '), ...);
        },
        T::fields());
    out << '}';
  } else if constexpr (sequence<T>) {
    out << '[';
    for (const auto &element : value)
      write(out, element), out << ' ';
    out << ']';
  } else if constexpr (std::same_as<T, bool>) {
    out << (value ? "yes" : "no");
  } else if constexpr (std::convertible_to<T, std::string_view>) {
    out << std::quoted(std::string(value));
  } else {
    out << value;
  }
}

template <class T> static constexpr std::size_t leaves() {
  if constexpr (described<T>)
    return std::apply(
        [](const auto &...f) {
          return (leaves<std::remove_cvref_t<decltype(std::declval<T>().*f.member)>>() + ...);
        },
        T::fields());
  else
    return 1;
}

template <std::size_t... N> static int sum_of(const auto &tuple, std::index_sequence<N...>) {
  return ((static_cast<int>(std::get<N>(tuple)) * static_cast<int>(N + 1)) + ...);
}

static std::string report(unsigned thread) {
  particle p{
      static_cast<int>(thread), "quark " + std::to_string(thread), {0.5, -0.25 * thread}, {}, {}};
  for (unsigned k = 0; k < thread % 5 + 2; ++k)
    p.links.push_back(static_cast<int>(k * thread));
  p.flags[thread % 3] = true;
  std::ostringstream out;
  write(out, p);
  static_assert(leaves<particle>() == 6);
  out << '\n' << leaves<position>() << ' ';
  const auto joined =
      std::tuple_cat(std::tuple(thread, 2L), std::array<short, 2>{3, 4}, std::pair('a', 1.5f));
  out << sum_of(
      joined, std::make_index_sequence<std::tuple_size_v<std::remove_const_t<decltype(joined)>>>());
  const auto [a, b] = std::apply([](auto... x) { return std::pair(sizeof...(x), (x + ...)); },
                                 std::tuple(1, 2.5, thread));
  out << ' ' << a << ' ' << b << ' ' << (std::tuple(1, std::string_view("b")) < std::tuple(static_cast<int>(thread), std::string_view("a")));
  return out.str();
}
