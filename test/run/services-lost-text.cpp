// Text of kernels that standard output does not take is told of once, and the program goes on.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %t > /dev/full 2> %t.err && FileCheck %s < %t.err
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t > /dev/full 2> %t.err && FileCheck %s < %t.err %}
#include <cstdio>
#include <gpu/gpu.hpp>

[[gpu::kernel]] void print() {
  for (int i = 0; i != 500; ++i)
    gpu::println("line {} of thread {}, long enough for a few buffers", i, gpu::thread_rank());
}

int main() {
  for (int i = 0; i != 2; ++i)
    gpu::launch<print>({.threads = 32});
  std::fprintf(stderr, "the end\n");
}
// CHECK: gpu: text of a kernel for standard output was lost: No space left on device
// CHECK-NEXT: the end
