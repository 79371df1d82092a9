// Launches from several host threads at once, blocking and through streams of their own.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t -pthread && %t
#include <atomic>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <thread>
#include <vector>

[[gpu::kernel]] void add(std::span<int> xs, int x) {
  [[gpu::shared]] static int factor;
  if (gpu::thread_idx().x == 0)
    factor = x;
  gpu::sync_threads();
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] += factor;
}

int main() {
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id)
    threads.emplace_back([id, &failures] {
      std::vector<int> xs(1000);
      gpu::buffer<int> b = gpu::buffer<int>::zeroed(1000);
      gpu::stream stream;
      for (int i = 0; i < 50; ++i) {
        gpu::launch<add>(gpu::launch_config::cover(xs.size()), xs, id);
        stream.launch<add>(gpu::launch_config::cover(xs.size()), b.span(), id);
      }
      stream.synchronize();
      const std::vector<int> ys = b.to_vector();
      for (int i = 0; i < 1000; ++i)
        failures += xs[i] != 50 * id || ys[i] != 50 * id;
    });
  for (std::thread &t : threads)
    t.join();
  return failures ? std::printf("%d wrong\n", failures.load()), 1 : 0;
}
