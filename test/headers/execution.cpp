// <execution> in kernels: the same results as on the host.
// RUN: %gpuc -std=c++23 -O1 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <algorithm>
#include <execution>
#include <numeric>
#include <vector>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::vector<int> v(50);
  std::iota(v.begin(), v.end(), static_cast<int>(i));
  std::for_each(std::execution::seq, v.begin(), v.end(), [](int &x) { x = x * 7 % 13; });
  std::sort(std::execution::seq, v.begin(), v.end());
  std::transform(std::execution::unseq, v.begin(), v.end(), v.begin(), [](int x) { return x + 1; });
  h.add(std::reduce(std::execution::unseq, v.begin(), v.end()));
  return h.add_all(v).add(std::is_execution_policy_v<std::execution::parallel_policy>).value();
}
