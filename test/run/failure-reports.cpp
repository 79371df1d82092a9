// Each way for device code to fail is reported with the user's file and line, what happened, the
// kernel and the thread, and becomes a gpu::device_error; library code counts as its caller.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: %gpuc -O2 -g --offload-arch=cpu,sm_75 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#define _GLIBCXX_ASSERTIONS 1
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <gpu/gpu.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

struct own_error : std::exception {
  const char *what() const noexcept override { return "own text"; }
};
struct derived_error : own_error {};
struct shape {
  virtual int area() const = 0;
};

static int fail(int which, int (*function)(int), std::span<int> values) {
  std::array<int, 4> array{};
  switch (which) {
  case 0:
    std::abort();
  case 1:
    throw derived_error();
  case 2:
    throw 42;
  case 3:
    throw std::runtime_error("some " + std::to_string(values[0]));
  case 4:
    return function(3);
  case 5:
    std::terminate();
  case 6:
    return array.at(values[0]);
  case 7:
    return array[values[0]];
  case 8:
    return std::optional<int>().value();
  case 9:
    return std::stoi("xyz");
  }
  return 0;
}

[[gpu::kernel]] void fails(int which, int (*function)(int), std::span<int> values) {
  try {
    values[1] = fail(which, function, values);
  } catch (...) {
    values[1] = -1;
  }
}

int main() {
  // CHECK: failure-reports.cpp:31: abort was called [kernel fails, block (0, 0, 0), thread (
  // CHECK: 0: {{.*}}failure-reports.cpp:31: abort was called in block (0, 0, 0), thread (
  // CHECK: failure-reports.cpp:33: derived_error: own text [kernel
  // CHECK: failure-reports.cpp:35: int [kernel
  // CHECK: failure-reports.cpp:37: std::runtime_error: some 77 [kernel
  // CHECK: failure-reports.cpp:39: a function was called through a null pointer [
  // CHECK: failure-reports.cpp:41: std::terminate was called [kernel
  // CHECK: std::out_of_range: array::at: __n (which is 77) >= _Nm (which is 4) [kernel
  // CHECK: 6: {{.*}}failure-reports.cpp:43
  // CHECK: assertion failed: __n {{.*}} [kernel
  // CHECK: 7: {{.*}}failure-reports.cpp:45
  // CHECK: std::bad_optional_access: bad optional access [kernel
  // CHECK: 8: {{.*}}failure-reports.cpp:47
  // CHECK: std::invalid_argument: stoi [kernel
  // CHECK: 9: {{.*}}failure-reports.cpp:49
  for (int i = 0; i < 10; ++i) {
    std::vector<int> values{77, 5};
    try {
      gpu::launch<fails>({}, i, static_cast<int (*)(int)>(nullptr), values);
      std::puts("no error");
    } catch (const gpu::device_error &error) {
      std::printf("%d: %s\n", i, error.what());
      std::fflush(stdout);
    }
  }
  // CHECK-NOT: no error
}
