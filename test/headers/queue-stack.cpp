// <queue>, <stack> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <queue>
#include <stack>
#include <vector>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::priority_queue<int, std::vector<int>, std::greater<>> least;
  std::queue<unsigned> q;
  std::stack<unsigned, std::vector<unsigned>> s;
  for (unsigned k = 0; k < 20 + i; ++k) {
    least.push(static_cast<int>(k * 31 % 17) - static_cast<int>(i));
    q.push(k * k);
    s.emplace(k);
    if (k % 3 == 0)
      q.pop();
  }
  h.add(q.front()).add(q.back()).add(q.size()).add(s.top()).add(s.size());
  while (!least.empty()) {
    h.add(least.top());
    least.pop();
  }
  while (!s.empty())
    s.pop();
  std::queue<unsigned> other;
  other.swap(q);
  return h.add(q.empty()).add(other < q).value();
}
