// <variant> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <string>
#include <variant>
#include <vector>

#include "Inputs/header_test.hpp"

struct tree;
using branch = std::vector<tree>;
struct tree {
  std::variant<int, std::string, branch> content;
};

template <class... Fs> struct overload : Fs... { using Fs::operator()...; };

static int weight(const tree &t) {
  return std::visit(overload{[](int x) { return x; },
                             [](const std::string &s) { return static_cast<int>(s.size()); },
                             [](const branch &b) {
                               int sum = 1;
                               for (const tree &child : b)
                                 sum += 2 * weight(child);
                               return sum;
                             }},
                    t.content);
}

static std::uint64_t check(unsigned i) {
  hasher h;
  const int n = static_cast<int>(i);
  const tree t{branch{{n}, {std::string("leaf")}, {branch{{3}, {std::string(i, 'x')}}}}};
  h.add(weight(t));
  std::variant<std::monostate, double, std::string> v;
  h.add(v.index()).add(std::holds_alternative<double>(v));
  v = 2.5;
  h.add_exact(std::get<double>(v)).add(std::get_if<2>(&v) == nullptr);
  v.emplace<std::string>("now a string, a long one, too");
  auto copy = v;
  h.add(std::get<2>(copy)).add(copy == v).add(v.valueless_by_exception());
  v = std::monostate();
  std::swap(v, copy);
  h.add(v > copy);
  std::variant<int, char> a = n, b = 'c';
  return h.add(std::visit([](auto x, auto y) { return x * 256 + y; }, a, b)).value();
}
