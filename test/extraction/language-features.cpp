// Host and device code side by side in the language's corners: friends, local classes, default
// member initialisers, constrained templates, variable templates, consteval, structured bindings,
// function try blocks, constructors with requires clauses, using declarations, unions, goto.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
// RUN: %gpuc -O2 -std=c++23 --offload-arch=cpu %s -o %t && %t
#include <gpu/gpu.hpp>
#include <concepts>
#include <cstdio>
#include <memory>
#include <string>

int initial() { return 3; }
int host_initial() { return std::string("abc").size(); }
struct with_default {
  int x = initial();
};
struct host_default {
  int y = host_initial();
  std::unique_ptr<int> p = std::make_unique<int>(y);
};

class secret {
  int value = 7;
  friend int open(const secret &s) { return s.value; }
  friend std::string show(const secret &s) { return std::to_string(s.value); }
  friend int twice_open(const secret &s);
};
int twice_open(const secret &s) { return 2 * s.value; }

template <class T>
concept number = std::integral<T> || std::floating_point<T>;
template <number T> T half(T x) { return x / 2; }
template <class T>
  requires(!number<T>)
int half(const T &) {
  return -1;
}
template <class T> constexpr T tau = T(6.25);
consteval int folded(int n) { return n * n; }

template <class T> struct box {
  T value;
  box(T v)
    requires number<T>
      : value(v) {}
  box(const std::string &s)
    requires(!number<T>)
      : value(s) {}
  template <class U> auto plus(U u) const -> decltype(value + u) { return value + u; }
};

struct throwing {
  int x;
  throwing(int n) try : x(n) {
    if (n > 100)
      throw n;
  } catch (...) {
    std::puts("host");
  }
};

namespace base_space {
int imported(int x) { return x + 40; }
} // namespace base_space
using base_space::imported;

struct left {
  int l = 1;
  virtual int id() { return l; }
};
struct right {
  int r = 2;
  virtual int id() { return r; }
};
struct both : left, right {
  both() : left(), right() { r = 20; }
  int id() override { return l + r; }
};

union bits {
  float f;
  unsigned u;
};

template <int N> struct table {
  int at[N] = {};
  constexpr table() {
    for (int i = 0; i < N; ++i)
      at[i] = i * i;
  }
};
constexpr table<8> squares;

template <number T>
  requires(sizeof(T) == 4)
[[gpu::kernel]] void constrained(T *p) {
  p[10] = half(T(9));
}

[[gpu::kernel]] void k(int *out) {
  struct local {
    int a, b;
    int sum() const { return a + b; }
  };
  auto [a, b] = local{1, 2};
  out[0] = with_default().x + local{a, b}.sum();
  out[1] = open(secret()) + twice_open(secret());
  out[2] = half(10) + half(local{});
  out[3] = static_cast<int>(tau<double> * 4) + folded(5);
  out[4] = box<int>(4).plus(5L);
  out[5] = imported(2);
  both object;
  right *r = &object;
  out[6] = r->id();
  out[7] = static_cast<int>(bits{.f = 1.0f}.u >> 23);
  out[8] = squares.at[7];
  int i = 0;
again:
  if (++i < 5)
    goto again;
  switch (out[9] = i; i) {
  case 5:
    out[9] += 1;
    [[fallthrough]];
  default:
    out[9] += 1;
  }
}

int main() {
  gpu::buffer<int> b(11);
  gpu::launch<k>({}, b.data());
  gpu::launch<constrained<int>>({}, b.data());
  int out[11];
  b.copy_to(out);
  const int wanted[11] = {6, 21, 4, 50, 9, 42, 21, 127, 49, 7, 4};
  for (int i = 0; i < 11; ++i)
    if (out[i] != wanted[i])
      return std::printf("%d: %d, wanted %d\n", i, out[i], wanted[i]), 1;
  return host_default().y - 3 + throwing(1).x - 1 + (show(secret()) != "7") + (half(std::string()) != -1);
}
