// <any> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <any>
#include <string>

#include "Inputs/header_test.hpp"

struct large {
  int values[12];
};

static std::uint64_t check(unsigned i) {
  hasher h;
  std::any a = static_cast<int>(i), b = std::string("a text that needs memory of its own"), c;
  h.add(std::any_cast<int>(a)).add(std::any_cast<const std::string &>(b)).add(c.has_value());
  h.add(std::any_cast<long>(&a) == nullptr).add(a.type() == typeid(int));
  c = b;
  a = large{{1, 2, static_cast<int>(i)}};
  std::swap(a, b);
  h.add(std::any_cast<large &>(b).values[2]).add(std::any_cast<std::string>(a) == "no");
  c.emplace<std::string>(3, 'x');
  h.add(std::any_cast<std::string>(&c)->size());
  b.reset();
  return h.add(b.has_value()).add(std::make_any<char>('q').type() == typeid(char)).value();
}
