// The place of a failure, the lack of memory included, is where the user's code calls the standard
// library, without optimisation too.
// DEFINE: %{ir} = %gpuc --offload-arch=sm_70,gfx1100 --offload-device-only -S -emit-llvm %s
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %{ir} -O0 && cat *.sm_70.ll | FileCheck %s && cat *.gfx1100.ll | FileCheck %s
// RUN: %{ir} -O2 && cat *.sm_70.ll | FileCheck %s && cat *.gfx1100.ll | FileCheck %s
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct alignas(64) line {
  char bytes[64];
};

// A place in a header would begin with '?'.
// CHECK-NOT: c"?
[[gpu::kernel]] void allocate(std::size_t n, void **p) {
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  p[0] = new int(7);
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  p[1] = new int[n];
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  p[2] = new line;
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  p[3] = new line[n];
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  p[4] = ::operator new(n);
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  p[5] = std::make_unique<int>(7).release();
}

[[gpu::kernel]] void contain(std::size_t n, int *out) {
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  std::vector<int> numbers(n);
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  numbers.push_back(5);
  std::map<int, int> squares;
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  squares[5] = 25;
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  std::string text(n, 'x');
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  out[0] = numbers.at(n);
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  out[1] = text.at(n + 1);
  std::optional<int> nothing;
  if (n == 5)
    nothing = 3;
  // CHECK-DAG: failure-places.cpp:[[#@LINE+1]]\00"
  out[2] = squares.begin()->second + nothing.value();
}
// CHECK-NOT: c"?
