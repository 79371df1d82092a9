// Lambdas as kernels: captures, several in one function and line, in templates, generic, nested,
// mutable, in member functions, and in a function that has host-only code around them.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc --offload-device-only --offload-arch=sm_75 -c %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx
#include <gpu/gpu.hpp>
#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

static int failures = 0;
static void expect(const char *what, long got, long wanted) {
  if (got != wanted)
    ++failures, std::printf("%s: got %ld, wanted %ld\n", what, got, wanted);
}

template <class F> int apply(F f) {
  gpu::buffer<int> b(8);
  gpu::parallel_for(8, [f, out = b.span()](std::size_t i) mutable { out[i] = f(static_cast<int>(i)); });
  int sum = 0;
  for (int x : b.to_vector())
    sum += x;
  return sum;
}

template <class T> T in_template(T add) {
  gpu::buffer<T> b(1);
  gpu::launch(gpu::launch_config{}, [=, p = b.data()] { *p = add + 1; });
  return b.to_vector()[0];
}

struct object {
  int factor;
  int run() {
    return apply([*this](int i) { return factor * i; });
  }
};

int main(int argc, char **) {
  std::vector<std::string> unused{"host", "only"};
  int two = 2;
  std::array<int, 2> table{10, 20};
  expect("capture", apply([=](int i) { return two * i; }), 56);
  expect("array", apply([table](int i) { return table[i % 2]; }), 120);
  // clang-format off: two on one line
  expect("first of a line", apply([](int) { return 1; }), 8); expect("second", apply([](int) { return 2; }), 16);
  // clang-format on
  expect("generic", apply([](auto i) { return i + 1; }), 36);
  expect("mutable", apply([n = 1](int i) mutable { return n += i; }), 36);
  expect("nested", apply([=](int i) { return [=](int j) { return i * j; }(two); }), 56);
  expect("int template", in_template(4), 5);
  expect("long template", in_template(5L), 6);
  expect("member", object{3}.run(), 84);
  auto named = [argc](int i) { return argc * i; };
  expect("named", apply(named), 28);
  if (argc > 1)
    std::cout << unused[0];
  return failures;
}
