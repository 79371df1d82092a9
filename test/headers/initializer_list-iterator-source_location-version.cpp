// <initializer_list>, <iterator>, <source_location>,
// <version> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <initializer_list>
#include <iterator>
#include <list>
#include <source_location>
#include <sstream>
#include <vector>
#include <version>

#include "Inputs/header_test.hpp"

static int sum(std::initializer_list<int> values) {
  int total = 0;
  for (int v : values)
    total += v;
  return total * static_cast<int>(values.size());
}

static std::uint64_t check(unsigned i) {
  hasher h;
  const int n = static_cast<int>(i);
  h.add(sum({1, 2, n})).add(sum({})).add(__cpp_lib_concepts);
  const auto here = std::source_location::current();
  h.add(here.line()).add(here.function_name());
  std::vector<int> v{1, 2, 3, n}, w;
  std::list<int> l(v.begin(), v.end());
  for (int x : v)
    *std::inserter(w, w.begin() + static_cast<long>(w.size() / 2)) = x;
  *std::back_inserter(w) = 5;
  h.add_all(w).add(std::distance(l.begin(), l.end())).add(*std::next(l.begin(), 2));
  auto at = l.begin();
  std::advance(at, 3);
  h.add(*at).add(*std::prev(at)).add(*std::make_reverse_iterator(at)).add(std::size(v));
  h.add(std::vector(std::make_move_iterator(w.begin()), std::make_move_iterator(w.end())).size());
  std::istringstream in("4 5 6");
  std::ostringstream out;
  for (std::istream_iterator<int> k(in), end; k != end; ++k)
    *std::ostream_iterator<int>(out, ",") = *k + n;
  int first = 0;
  for (std::counted_iterator k(l.begin(), 2); k != std::default_sentinel; ++k)
    first += *k;
  const int array[] = {7, 8};
  h.add(out.str()).add(first).add(std::ssize(array)).add(*std::rbegin(array));
  return h.add(std::random_access_iterator<decltype(v.begin())>).value();
}
