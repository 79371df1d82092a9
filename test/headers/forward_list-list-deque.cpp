// <forward_list>, <list>, <deque> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <deque>
#include <forward_list>
#include <list>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  const int n = static_cast<int>(i);
  std::forward_list<int> f{3, 1, 2};
  f.push_front(n);
  f.insert_after(f.begin(), {9, 9, 8});
  f.unique();
  f.sort();
  f.reverse();
  f.remove_if([](int x) { return x == 1; });
  std::forward_list<int> g{5, 4, 0};
  f.merge(g, std::greater<>());
  h.add_all(f);
  std::list<int> l(5, n), m{4, 2, 6};
  l.splice(std::next(l.begin()), m);
  l.push_front(7);
  l.emplace_back(1);
  l.sort();
  l.unique();
  l.erase(l.begin());
  h.add_all(l).add(l.size()).add(l.back()).add(m.empty()).add(std::erase(l, 4));
  std::deque<int> d;
  for (int k = 0; k < 300 + n; ++k)
    k % 3 ? d.push_back(k) : d.push_front(k);
  d.insert(d.begin() + 40, 3, -1);
  d.erase(d.begin() + 100, d.begin() + 120);
  while (d.size() > 200)
    d.pop_front();
  d.resize(210, 2);
  d.shrink_to_fit();
  return h.add_all(d).add(d[57]).add(d.front()).add(d.at(3)).value();
}
