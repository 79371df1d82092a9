// <unordered_map>, <unordered_set> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "Inputs/header_test.hpp"

struct cell {
  int x, y;
  bool operator==(const cell &) const = default;
};
struct cell_hash {
  std::size_t operator()(const cell &c) const { return static_cast<std::size_t>(c.x * 1000 + c.y); }
};

static std::uint64_t check(unsigned i) {
  hasher h;
  std::unordered_map<std::string, unsigned> counts;
  for (unsigned k = 0; k < 120; ++k)
    counts["word" + std::to_string(k * k % (i + 5))] += k;
  counts.erase("word1");
  std::uint64_t sum = 0; // in no order
  for (const auto &[word, count] : counts)
    sum += count * word.size() + word.back();
  h.add(sum).add(counts.size()).add(counts.contains("word0")).add(counts.at("word4"));
  std::unordered_set<cell, cell_hash> cells;
  for (int k = 0; k < 200; ++k)
    cells.insert({k % 13, k % 7});
  h.add(cells.size()).add(cells.count({3, 3})).add(cells.find({13, 0}) == cells.end());
  cells.rehash(1000);
  h.add(cells.bucket_count() >= 1000)
      .add(cells.load_factor() < 1)
      .add(cells.max_load_factor() == 1);
  std::unordered_multimap<int, int> many{{1, 2}, {1, 3}, {2, 4}};
  const auto [first, last] = many.equal_range(1);
  h.add(std::distance(first, last)).add(many.extract(2).mapped());
  std::unordered_multiset<double> reals{0.0, -0.0, 1.5};
  h.add(reals.count(0.0));
  std::unordered_map<int, std::vector<int>> groups;
  for (int k = 0; k < 30; ++k)
    groups[k % 4].push_back(k);
  std::erase_if(groups, [](const auto &g) { return g.first == 2; });
  return h.add(groups.size()).add_all(groups[3]).add(groups == decltype(groups){}).value();
}
