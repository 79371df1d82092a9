// A thread of a kernel has thread_local variables of its own, which start anew in each launch;
// they live across barriers and function calls.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %gpuc -O0 --offload-arch=gfx1100 %s -o %t && %on-gfx1100 %t
// RUN: %gpuc -O2 --offload-arch=gfx942 %s -o %t && %on-gfx942 %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

thread_local int counter = 5;
thread_local int table[7] = {1, 2, 3};
struct holder {
  static inline thread_local long sum = 0;
};

[[gnu::noinline]] int add(int n) {
  thread_local int calls = 0;
  ++calls;
  table[2] += n;
  holder::sum += calls;
  return counter += n;
}

[[gpu::kernel]] void use(std::span<long> out) {
  const auto i = gpu::global_idx().x;
  const int own = static_cast<int>(i);
  if (i < out.size())
    for (int n = 0; n < own % 10; ++n)
      add(own);
  gpu::sync_threads();
  if (i < out.size())
    out[i] = counter + table[2] + holder::sum;
}

int main() {
  std::vector<long> out(10000);
  for (int round = 0; round < 2; ++round) {
    gpu::launch<use>(gpu::launch_config::cover(out.size(), 96), out);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const long n = static_cast<long>(i % 10);
      const long expected =
          5 + n * static_cast<long>(i) + 3 + n * static_cast<long>(i) + n * (n + 1) / 2;
      if (out[i] != expected) {
        std::printf("round %d, thread %zu: got %ld, expected %ld\n", round, i, out[i], expected);
        return 1;
      }
    }
  }
  std::puts("ok");
}
