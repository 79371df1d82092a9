// Pipelines of views over numbers, words and maps.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <ranges>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace views = std::views;

template <std::ranges::input_range R> static std::string listed(R &&range) {
  std::ostringstream out;
  for (const auto &element : range)
    out << element << ' ';
  return out.str() + '\n';
}

struct person {
  std::string name;
  unsigned age;
};

static std::string report(unsigned thread) {
  std::string out;
  auto prime = [](unsigned n) {
    return n > 1 && std::ranges::all_of(views::iota(2u, n) | views::take_while([n](unsigned d) {
                                          return d * d <= n;
                                        }),
                                        [n](unsigned d) { return n % d != 0; });
  };
  out += listed(views::iota(thread * 10) | views::filter(prime) | views::take(8));
  out += listed(views::iota(1, 20) | views::transform([](int x) { return x * x; }) |
                views::filter([thread](int x) { return (x + static_cast<int>(thread)) % 3 == 0; }) |
                views::reverse);
  const std::string_view text = "alpha,beta,,gamma,delta";
  std::vector<std::string> words;
  for (auto part : text | views::split(','))
    words.emplace_back(part.begin(), part.end());
  std::ranges::sort(words, std::ranges::greater(), &std::string::size);
  out += listed(words | views::filter([](const std::string &w) { return !w.empty(); }) |
                views::transform([](std::string w) {
                  w[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(w[0])));
                  return w;
                }));
  const std::vector<person> people{{"Ada", 36 + thread}, {"Alan", 41}, {"Grace", 85}, {"Kurt", 71}};
  const auto oldest = std::ranges::max_element(people, {}, &person::age);
  out += oldest->name + '\n';
  std::map<bool, std::vector<unsigned>> ages;
  for (const person &p : people | views::drop(1))
    ages[p.age > 70].push_back(p.age);
  out += listed(ages | views::values | views::join) + listed(ages | views::keys);
  std::vector<int> numbers(20);
  std::ranges::generate(numbers,
                        [n = static_cast<int>(thread)]() mutable { return n = n * 5 % 23 + 1; });
  const auto [first, last] = std::ranges::remove_if(numbers, [](int n) { return n % 4 == 0; });
  numbers.erase(first, last);
  out += listed(numbers) +
         listed(numbers | views::drop_while([](int n) { return n < 10; }) | views::common);
  return out;
}
