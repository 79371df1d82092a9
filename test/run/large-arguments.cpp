// As many bytes of arguments as NVIDIA GPUs take; on the CPU more than that.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_70 -DCOUNT=8180 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
// RUN: %gpuc -O1 --offload-arch=cpu -DCOUNT=100000 %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>
#include <gpu/gpu.hpp>

struct table {
  int value[COUNT];
};
[[gpu::kernel]] void sum(table t, int first, gpu::per_thread<int> out) {
  const int i = gpu::global_idx().x;
  out.mine() = t.value[first + i] + t.value[COUNT - 1 - i];
}

int main() {
  static table t;
  for (int i = 0; i < COUNT; ++i)
    t.value[i] = i;
  int out[64];
  gpu::launch<sum>({.threads = 64}, t, 7, out);
  bool good = true;
  for (int x : out)
    good = good && x == COUNT + 6;
  // CHECK: all as expected
  std::puts(good ? "all as expected" : "wrong");
}
