// A failed assertion ends its thread and says where; the launch throws, and the next one works.
// RUN: %gpuc --offload-arch=cpu,sm_75 %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t 2>&1 | FileCheck %s
#include <cassert>
#include <cstdio>
#include <gpu/gpu.hpp>
// CHECK: assertions.cpp:[[#@LINE+1]]: assertion failed: *p == 4 [kernel k, block (0, 0, 0), thread (
[[gpu::kernel]] void k(int *p) { assert(*p == 4); }
int main() {
  auto b = gpu::make_box<int>(0);
  try {
    gpu::launch<k>({}, b.get());
  } catch (const gpu::device_error &error) {
    // CHECK: caught in k: kernel 'k' with 1 blocks of 1 threads on cpu:0
    // CHECK-SAME: assertion failed: *p == 4 in block (0, 0, 0), thread (0, 0, 0)
    std::printf("caught in %s: %s\n", std::string(error.kernel()).c_str(), error.what());
    std::fflush(stdout);
  }
  *b = 4;
  gpu::launch<k>({}, b.get());
  // CHECK: next launch works
  std::puts("next launch works");
}
