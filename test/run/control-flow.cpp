// Barriers and warp operations in nested loops, switches, gotos, and loops that threads leave at
// different times; arrays and structs that live across barriers; recursion without barriers.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O1 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O3 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

constexpr int n = 70;

int fib(int i) { return i < 2 ? i : fib(i - 1) + fib(i - 2); }

// A tree reduction, whose loop has a barrier and a condition on the thread.
[[gpu::kernel]] void tree(int *out, int size) {
  [[gpu::shared]] static int tile[128];
  const int t = static_cast<int>(gpu::thread_idx().x);
  tile[t] = t < size ? fib(t % 10) : 0;
  for (int step = 64; step > 0; step /= 2) {
    gpu::sync_threads();
    if (t < step)
      tile[t] += tile[t + step];
  }
  gpu::sync_threads();
  out[t] = tile[0] + t;
}

// Nested loops with barriers, breaks and continues that are equal for the block.
[[gpu::kernel]] void nested(int *out, int rounds) {
  [[gpu::shared]] static int tile[n];
  const int t = static_cast<int>(gpu::thread_idx().x);
  int history[4] = {t, t + 1, t + 2, t + 3}, sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (i == 2)
      continue;
    for (int j = 0;; ++j) {
      gpu::sync_threads();
      tile[(t + i) % n] = history[j & 3] + i;
      gpu::sync_threads();
      history[(j + 1) & 3] += tile[t];
      if (j == i)
        break;
    }
    switch (i & 3) {
    case 0:
      gpu::sync_threads();
      sum += tile[n - 1 - t];
      break;
    case 1:
      sum += 1;
      [[fallthrough]];
    default:
      sum += 2;
    }
  }
  out[t] = sum + history[0] + history[1] + history[2] + history[3];
}

// A loop that each thread leaves after a number of rounds of its own; those inside vote.
[[gpu::kernel]] void leaving(int *out) {
  const int t = static_cast<int>(gpu::thread_idx().x);
  int rounds = 0, together = 0;
  while (rounds < t % 5) {
    together += __builtin_popcountll(gpu::ballot(true));
    ++rounds;
  }
  out[t] = together;
}

// A loop until the whole block agrees.
[[gpu::kernel]] void converge(int *out) {
  const int t = static_cast<int>(gpu::thread_idx().x);
  int x = t, rounds = 0;
  do {
    x = x > 0 ? x - 7 : 0;
    ++rounds;
  } while (gpu::sync_threads_or(x > 0));
  out[t] = rounds;
}

std::vector<int> nested_reference(int rounds) {
  std::vector<int> tile(n), sum(n);
  std::vector<std::vector<int>> history(n);
  for (int t = 0; t < n; ++t)
    history[t] = {t, t + 1, t + 2, t + 3};
  for (int i = 0; i < rounds; ++i) {
    if (i == 2)
      continue;
    for (int j = 0; j <= i; ++j) {
      for (int t = 0; t < n; ++t)
        tile[(t + i) % n] = history[t][j & 3] + i;
      for (int t = 0; t < n; ++t)
        history[t][(j + 1) & 3] += tile[t];
    }
    for (int t = 0; t < n; ++t)
      sum[t] += (i & 3) == 0 ? tile[n - 1 - t] : (i & 3) == 1 ? 3 : 2;
  }
  for (int t = 0; t < n; ++t)
    for (int h : history[t])
      sum[t] += h;
  return sum;
}

int check(const char *what, const gpu::buffer<int> &out, auto wanted) {
  const std::vector<int> got = out.to_vector();
  for (int t = 0; t < static_cast<int>(got.size()); ++t)
    if (got[t] != wanted(t))
      return std::printf("%s %d: %d, wanted %d\n", what, t, got[t], wanted(t)), 1;
  return 0;
}

int main() {
  int failures = 0, sum = 0;
  for (int t = 0; t < 100; ++t)
    sum += fib(t % 10);
  gpu::buffer<int> a(128), b(n);
  gpu::launch<tree>(gpu::launch_config{.threads = 128}, a.data(), 100);
  failures += check("tree", a, [=](int t) { return sum + t; });
  gpu::launch<nested>(gpu::launch_config{.threads = n}, b.data(), 6);
  const std::vector<int> reference = nested_reference(6);
  failures += check("nested", b, [&](int t) { return reference[t]; });
  gpu::launch<leaving>(gpu::launch_config{.threads = n}, b.data());
  failures += check("leaving", b, [](int t) {
    int together = 0;
    for (int round = 0; round < t % 5; ++round)
      for (int other = t / 32 * 32; other < n && other < t / 32 * 32 + 32; ++other)
        together += other % 5 > round;
    return together;
  });
  gpu::launch<converge>(gpu::launch_config{.threads = n}, b.data());
  failures += check("converge", b, [](int) { return (n - 1 + 6) / 7; });
  return failures;
}
