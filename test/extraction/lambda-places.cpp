// Kernel lambdas in every kind of function: members of class templates, constructors, static
// initialisers, other lambdas, functions with a deduced return type, two instantiations of one
// template, and capturing this by copy, packs and structured bindings.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <gpu/gpu.hpp>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

template <class F> int run(F f) {
  gpu::buffer<int> b(1);
  gpu::launch({}, [f, p = b.data()] { *p = f(); });
  return b.to_vector()[0];
}

template <class T> struct holder {
  T x;
  int from_constructor;
  holder(T v) : x(v), from_constructor(run([v] { return static_cast<int>(v) + 1; })) {}
  int member() const {
    return run([*this] { return static_cast<int>(x) * 10; });
  }
  template <class U> static int static_member(U u) {
    return run([u] { return static_cast<int>(sizeof(T) * 100 + u); });
  }
};

int at_start = run([] { return 17; });

auto deduced(int n) {
  return run([n] { return n + 1000; });
}

template <class... T> int pack(T... xs) {
  return run([... xs = xs] { return (0 + ... + xs); });
}

template <class F> int twice(F f) { return run(f) + run([f] { return 2 * f(); }); }

int through_lambda(int n) {
  auto host = [n](int m) {
    std::string s(static_cast<std::size_t>(m), 'x');
    return run([n, m] { return n * m; }) + static_cast<int>(s.size());
  };
  return host(3);
}

std::pair<int, int> two() { return {4, 5}; }

int main() {
  auto [a, b] = two();
  const int got[] = {holder<int>(4).from_constructor,
                     holder<int>(4).member(),
                     holder<double>(2.5).member(),
                     holder<char>::static_member(7),
                     holder<long>::static_member(8L),
                     at_start,
                     deduced(1),
                     pack(1, 2, 3),
                     pack(1.5, 2),
                     twice([] { return 3; }),
                     twice([a = a, b = b] { return a * b; }),
                     through_lambda(6)};
  const int wanted[] = {5, 40, 20, 107, 808, 17, 1001, 6, 3, 9, 60, 21};
  for (int i = 0; i < 12; ++i)
    if (got[i] != wanted[i])
      return std::printf("%d: %d, wanted %d\n", i, got[i], wanted[i]), 1;
}
