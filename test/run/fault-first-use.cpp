// The first use of the runtime comes from many threads at once, in each of sixteen processes at once.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t -pthread
// RUN: env GPUC_CPU_THREADS=2 %t | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
// CHECK: 16 processes right
#include <atomic>
#include <barrier>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

[[gpu::kernel]] void fill(std::span<int> xs, int x) { xs[gpu::global_idx().x] = x; }
[[gpu::kernel]] void add(std::span<int> xs, int x) {
  if (x < 0)
    gpu::println("never printed");
  xs[gpu::global_idx().x] += x;
}

constexpr int threads = 12, processes = 16;

int use_from_many_threads() {
  std::atomic<int> wrong = 0;
  std::barrier start(threads);
  std::vector<std::thread> all;
  for (int id = 1; id <= threads; ++id)
    all.emplace_back([&, id] {
      std::vector<int> xs(256);
      start.arrive_and_wait();
      try {
        gpu::launch<fill>(gpu::launch_config::cover(xs.size(), 64), xs, id);
        gpu::launch<add>(gpu::launch_config::cover(xs.size(), 64), xs, 1);
      } catch (const gpu::error &e) {
        std::fprintf(stderr, "%s\n", e.what());
      }
      for (const int x : xs)
        wrong += x != id + 1;
    });
  for (std::thread &t : all)
    t.join();
  return wrong != 0;
}

int main() {
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i)
    if (const pid_t child = fork())
      children.push_back(child);
    else
      return use_from_many_threads();
  int right = 0;
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    right += status == 0;
  }
  std::printf("%d processes right\n", right);
}
