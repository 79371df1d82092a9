// Sorting, selecting, heaps, partitions and set operations over vectors of records.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

struct record {
  int key;
  std::string name;
  friend bool operator<(const record &a, const record &b) { return a.key < b.key; }
};

static std::string report(unsigned thread) {
  std::vector<record> records;
  unsigned state = thread + 17;
  for (int k = 0; k < 40; ++k) {
    state = state * 1664525u + 1013904223u;
    records.push_back({static_cast<int>(state >> 28), "r" + std::to_string(k)});
  }
  std::ostringstream out;
  auto list = [&out](const char *what, const auto &range) {
    out << what;
    for (const auto &element : range)
      out << ' ' << element;
    out << '\n';
  };
  auto names = [](const std::vector<record> &rs) {
    std::vector<std::string> result;
    std::transform(rs.begin(), rs.end(), std::back_inserter(result),
                   [](const record &r) { return r.name; });
    return result;
  };
  std::stable_sort(records.begin(), records.end());
  list("stable:", names(records));
  std::sort(records.begin(), records.end(),
            [](const record &a, const record &b) { return a.name < b.name; });
  list("by name:", names({records.begin(), records.begin() + 8}));
  std::vector<int> keys;
  for (const record &r : records)
    keys.push_back(r.key * 10 + static_cast<int>(r.name.back() - '0'));
  std::nth_element(keys.begin(), keys.begin() + 20, keys.end());
  out << "median: " << keys[20] << '\n';
  std::partial_sort(keys.begin(), keys.begin() + 6, keys.end(), std::greater<>());
  list("largest:", std::vector(keys.begin(), keys.begin() + 6));
  std::sort_heap(keys.begin(), (std::make_heap(keys.begin(), keys.end()), keys.end()));
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  list("different:", keys);
  const auto middle =
      std::stable_partition(keys.begin(), keys.end(), [](int k) { return k % 3 == 0; });
  std::vector<int> threes(keys.begin(), middle), others(middle, keys.end()), all, common;
  std::merge(threes.begin(), threes.end(), others.begin(), others.end(), std::back_inserter(all));
  std::set_intersection(all.begin(), all.end(), threes.begin(), threes.end(),
                        std::back_inserter(common));
  std::rotate(common.begin(), common.begin() + static_cast<long>(common.size() / 2), common.end());
  list("multiples of three:", common);
  const auto [from, to] = std::equal_range(all.begin(), all.end(), 75);
  out << from - all.begin() << ' ' << to - from << ' ' << std::is_sorted(all.begin(), all.end())
      << ' ' << (common.size() == threes.size());
  return out.str();
}
