// <vector> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <vector>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::vector<int> v{3, 1, 2};
  v.reserve(8);
  for (unsigned k = 0; k < i + 20; ++k)
    v.push_back(static_cast<int>(k * i));
  v.insert(v.begin() + 2, {7, 8, 9});
  v.erase(v.begin());
  v.resize(v.size() + 3, -1);
  std::erase_if(v, [](int x) { return x % 3 == 0; });
  std::vector<std::vector<double>> nested(3, std::vector<double>(i % 4, 0.5));
  nested.emplace_back(std::size_t(2), 1.5);
  for (const auto &row : nested)
    h.add_all(row);
  std::vector<bool> bits(70);
  bits[i] = true;
  bits.flip();
  for (bool b : bits)
    h.add(b);
  std::vector<int> copy = v, moved = std::move(copy);
  return h.add_all(moved).add(moved == v).add(v.back()).add(v.at(1)).value();
}
