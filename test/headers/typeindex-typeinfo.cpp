// <typeindex>, <typeinfo> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <map>
#include <typeindex>
#include <typeinfo>

#include "Inputs/header_test.hpp"

struct shape {
  virtual ~shape() = default;
};
struct circle : shape {};
namespace {
struct square : shape {};
} // namespace

static std::uint64_t check(unsigned i) {
  hasher h;
  circle c;
  square s;
  const shape &one = i % 2 ? static_cast<shape &>(c) : s, &other = c;
  h.add(typeid(one) == typeid(circle)).add(typeid(one) == typeid(other)).add(typeid(one).name());
  h.add(typeid(int).name()).add(typeid(shape *) != typeid(circle *));
  std::map<std::type_index, int> names{{typeid(int), 1}, {typeid(circle), 2}, {typeid(square), 3}};
  h.add(names[typeid(one)]).add(names.size()).add(std::type_index(typeid(int)).name());
  return h.add(dynamic_cast<const circle *>(&one) != nullptr).value();
}
