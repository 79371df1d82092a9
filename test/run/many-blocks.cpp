// A large grid: every block runs once, and atomics add up across blocks and threads.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <atomic>
#include <cstdio>
#include <gpu/gpu.hpp>

[[gpu::kernel]] void count(unsigned long *total, unsigned char *seen) {
  std::atomic_ref(*total).fetch_add(gpu::global_idx().x, std::memory_order_relaxed);
  ++seen[gpu::global_idx().x];
}

int main() {
  const unsigned long n = 100000 * 32;
  auto total = gpu::buffer<unsigned long>::zeroed(1);
  auto seen = gpu::buffer<unsigned char>::zeroed(n);
  gpu::launch<count>(gpu::launch_config{.blocks = 100000, .threads = 32}, total.data(),
                     seen.data());
  unsigned long x = 0;
  total.copy_to(std::span(&x, 1));
  static unsigned char host[100000 * 32];
  seen.copy_to(host);
  for (unsigned char c : host)
    if (c != 1)
      return std::printf("seen %d\n", c), 1;
  return x == n * (n - 1) / 2 ? 0 : 1;
}
