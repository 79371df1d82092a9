// <map>, <set> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <map>
#include <set>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::map<std::string, int> ages{{"one", 1}, {"two", 2}};
  ages["key" + std::to_string(i)] = 5;
  ages.insert_or_assign("one", 11);
  h.add(ages.try_emplace("two", 7).second).add(ages.contains("two")).add(ages.count("none"));
  for (const auto &[name, age] : ages)
    h.add(name).add(age);
  auto node = ages.extract("one");
  node.key() = "uno";
  ages.insert(std::move(node));
  h.add(ages.begin()->first).add(ages.at("uno")).add(ages.lower_bound("t")->second);
  std::map<int, int, std::greater<>> m;
  for (unsigned k = 0; k < 100 + i; ++k)
    m[static_cast<int>(k * 37 % 101)] += static_cast<int>(k);
  std::erase_if(m, [](const auto &entry) { return entry.first % 3 == 0; });
  m.erase(m.find(50));
  for (auto at = m.rbegin(); at != m.rend(); ++at)
    h.add(at->first * 1000 + at->second);
  std::multimap<char, int> many{{'b', 1}, {'a', 2}, {'b', 3}};
  const auto [first, last] = many.equal_range('b');
  h.add(std::distance(first, last)).add(first->second);
  std::set<long> s{5, 3, 9, 3};
  s.insert(i);
  s.erase(9);
  std::set<long> more{100, 3};
  s.merge(more);
  h.add_all(s).add(more.size()).add(*s.upper_bound(4));
  std::multiset<int> bag{1, 1, 2};
  bag.insert(static_cast<int>(i % 3));
  return h.add(bag.count(1)).add_all(bag).add(s == std::set<long>{1}).value();
}
