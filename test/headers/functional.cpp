// <functional> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <functional>
#include <memory>
#include <string>

#include "Inputs/header_test.hpp"

struct counter {
  int count = 1;
  int add(int n) { return count += n; }
};
static int twice(int x) { return 2 * x; }

static std::uint64_t check(unsigned i) {
  using namespace std::placeholders;
  hasher h;
  const int n = static_cast<int>(i);
  std::function<int(int)> f;
  h.add(static_cast<bool>(f));
  f = twice;
  h.add(f(n)).add(std::invoke(f, 3));
  const std::string text = "a capture that is too large for the function object itself";
  f = [text, n](int x) { return static_cast<int>(text.size()) * n + x; };
  auto g = f;
  f = [](int x) { return -x; };
  h.add(g(1)).add(f(n));
  std::function<int(int)> factorial = [&](int x) { return x < 2 ? 1 : x * factorial(x - 1); };
  h.add(factorial(n % 10));
  counter c;
  h.add(std::bind(&counter::add, &c, _1)(5)).add(std::mem_fn(&counter::count)(c));
  h.add(std::bind(std::minus<>(), _2, _1)(3, n)).add(std::bind_front(std::plus<>(), 7)(n));
  h.add(std::invoke(&counter::add, c, n)).add(std::not_fn(std::less<>())(n, 30));
  int target = 5;
  auto ref = std::ref(target);
  ref.get() += n;
  h.add(target)
      .add(std::cref(target) + 1)
      .add(std::multiplies<>()(n, n))
      .add(std::bit_xor<>()(n, 6));
  h.add(std::hash<int>()(n) == std::hash<int>()(n)).add(std::identity()(n));
  h.add(std::equal_to<>()(n, 3)).add(std::ranges::greater_equal()(n, 9));
  const char pattern[] = "too large";
  const auto at = std::search(text.begin(), text.end(),
                              std::boyer_moore_horspool_searcher(pattern, pattern + 9));
  return h.add(at - text.begin()).value();
}
