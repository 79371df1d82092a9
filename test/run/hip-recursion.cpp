// Recursion on AMD devices gets more stack than ROCm's 1 KiB for calls that have no known depth.
// RUN: %gpuc -O1 --offload-arch=gfx1100,gfx942 %s -o %t && %on-gfx1100 %t && %on-gfx942 %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

// Each call keeps 128 bytes that the next one reads.
[[gnu::noinline]] int sum(const int *before, int depth) {
  volatile int own[32];
  for (int i = 0; i < 32; ++i)
    own[i] = before[i] + 1;
  int copy[32];
  for (int i = 0; i < 32; ++i)
    copy[i] = own[i];
  return depth == 0 ? copy[31] : sum(copy, depth - 1) + own[0];
}

[[gpu::kernel]] void recurse(int *out) {
  int start[32] = {};
  *out = sum(start, 40);
}

int main() {
  gpu::buffer<int> out(1);
  gpu::launch<recurse>(gpu::launch_config{.blocks = 1, .threads = 1}, out.data());
  std::vector<int> result(1);
  out.copy_to(result);
  // The numbers from 1 to 40, and 41 of the last call.
  std::printf("%d\n", result[0]);
  return result[0] == 861 ? 0 : 1;
}
