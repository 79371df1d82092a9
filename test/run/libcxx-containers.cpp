// libc++ in kernels: containers, strings, algorithms, shared pointers.
// REQUIRES: libc++
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O0 --offload-arch=cpu %s -o %t && %t | FileCheck %s
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <gpu/gpu.hpp>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

template <class T> bool sorts(unsigned seed, int size) {
  std::vector<T> values;
  for (int i = 0; i < size; ++i) {
    seed = seed * 1664525 + 1013904223;
    values.push_back(static_cast<T>(static_cast<int>(seed >> 16) % 500 - 250));
  }
  const T sum = std::accumulate(values.begin(), values.end(), T());
  std::sort(values.begin(), values.end());
  return std::is_sorted(values.begin(), values.end()) &&
         sum == std::accumulate(values.begin(), values.end(), T());
}

struct shape {
  virtual ~shape() = default;
  virtual int area() const = 0;
};
struct square : shape {
  explicit square(int side) : side(side) {}
  int area() const override { return side * side; }
  int side;
};

[[gpu::kernel]] void work() {
  // CHECK: sorted 1 1 1 1 1
  std::printf("sorted %d %d %d %d %d\n", sorts<int>(1, 1000), sorts<double>(2, 300),
              sorts<unsigned char>(3, 100), sorts<long>(4, 17), sorts<float>(5, 2));
  std::vector<int> steady(100);
  std::iota(steady.rbegin(), steady.rend(), 0);
  std::sort(steady.begin(), steady.end());
  std::vector<int> same(100, 7);
  std::sort(same.begin(), same.end());
  // CHECK-NEXT: 0 99 7
  std::printf("%d %d %d\n", steady.front(), steady.back(), same[50]);

  std::unordered_map<std::string, int> counts;
  for (const char *word : {"a", "b", "a", "c", "a rather long key for a small string", "b"})
    ++counts[word];
  counts.reserve(100);
  // CHECK-NEXT: 4 2 2 1 101
  std::printf("%zu %d %d %d %zu\n", counts.size(), counts["a"], counts["b"], counts["c"],
              counts.bucket_count());

  std::map<int, std::string> names = {{2, "two"}, {1, "one"}, {3, "three"}};
  std::string joined;
  for (const auto &[number, name] : names)
    joined += std::to_string(number) + '=' + name + ';';
  // CHECK-NEXT: 1=one;2=two;3=three;
  std::printf("%s\n", joined.c_str());

  std::shared_ptr<shape> first = std::make_shared<square>(5), second = first;
  std::weak_ptr<shape> weak = first;
  first.reset();
  const int area = weak.lock()->area(), owners = static_cast<int>(second.use_count());
  second.reset();
  // CHECK-NEXT: 25 1 1
  std::printf("%d %d %d\n", area, owners, weak.expired());

  std::function<int(int)> twice = [](int x) { return 2 * x; };
  std::variant<int, std::string> either = std::string("text");
  std::optional<int> nothing;
  std::set<int> numbers = {3, 1, 2};
  std::deque<int> queue = {1, 2, 3};
  queue.push_front(0);
  std::list<int> list(queue.begin(), queue.end());
  list.sort(std::greater<>());
  // CHECK-NEXT: 42 text -1 1 3
  std::printf("%d %s %d %d %d\n", twice(21), std::get<std::string>(either).c_str(),
              nothing.value_or(-1), *numbers.begin(), list.front());
  // CHECK-NEXT: 12 -7 255 1.5 0.25 1.500000 -3
  std::printf("%d %ld %lu %g %g %s %s\n", std::stoi("12"), std::stol(" -7x"),
              std::stoul("ff", nullptr, 16), std::stod("1.5e0"), std::stof(".25"),
              std::to_string(1.5).c_str(), std::to_string(-3).c_str());
}

int main() { gpu::launch<work>(gpu::launch_config{}); }
