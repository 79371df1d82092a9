// Barriers of the grid: in loops, with more blocks than run at a time on the CPU, with shared and
// thread-local memory kept across them, beside barriers of the block and warp operations, with
// blocks and threads that return early, in streams and graphs, and for lambdas.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_70 %s -o %t && %t
// RUN: env GPUC_CPU_THREADS=1 %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %gpuc -std=c++20 -O0 --offload-arch=cpu,sm_70 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <atomic>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <utility>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

/// `rounds` times: each element becomes the sum of its neighbours, from one array to the other.
[[gpu::kernel]] void smooth(unsigned *from, unsigned *to, unsigned n, int rounds) {
  const auto i = static_cast<unsigned>(gpu::global_idx().x);
  for (int round = 0; round < rounds; ++round) {
    if (i < n)
      to[i] = from[i] + from[(i + 1) % n] + from[(i + n - 1) % n];
    gpu::sync_grid();
    unsigned *last = from;
    from = to, to = last;
  }
}

static std::vector<unsigned> smoothed(std::vector<unsigned> v, int rounds) {
  std::vector<unsigned> next(v.size());
  const std::size_t n = v.size();
  for (; rounds; --rounds, std::swap(v, next))
    for (std::size_t i = 0; i < n; ++i)
      next[i] = v[i] + v[(i + 1) % n] + v[(i + n - 1) % n];
  return v;
}

static std::vector<unsigned> numbers(unsigned n) {
  std::vector<unsigned> v(n);
  for (unsigned i = 0; i < n; ++i)
    v[i] = i * 2654435761u >> 20;
  return v;
}

static void loops() {
  for (const unsigned n : {1u, 100u, 5000u, 25600u}) {
    const auto start = numbers(n);
    gpu::buffer<unsigned> a(start), b(n);
    gpu::launch_config config = gpu::launch_config::cover(n, 256);
    config.cooperative = true;
    gpu::launch<smooth>(config, a.data(), b.data(), n, 8);
    CHECK(a.to_vector() == smoothed(start, 8));
  }
}

/// The sum of all that the blocks hold, in shared memory, in registers, in dynamic shared memory and
/// in thread-local memory across the barriers.
[[gpu::kernel]] void keeps(unsigned long long *totals, unsigned *out) {
  [[gpu::shared]] static unsigned shared[64];
  thread_local unsigned own;
  unsigned *dynamic = gpu::dynamic_shared<unsigned>();
  const unsigned t = gpu::thread_rank(), g = static_cast<unsigned>(gpu::global_idx().x);
  shared[t] = g, own = 3 * g, dynamic[t] = 5 * g;
  const unsigned in_register = gpu::warp_sum(t & 1) + 7 * g;
  gpu::sync_grid();
  std::atomic_ref<unsigned long long>(totals[0]).fetch_add(shared[63 - t]);
  std::atomic_ref<unsigned long long>(totals[1]).fetch_add(own);
  gpu::sync_threads();
  shared[t] += gpu::block_sum(1u);
  gpu::sync_grid();
  std::atomic_ref<unsigned long long>(totals[2]).fetch_add(dynamic[63 - t]);
  std::atomic_ref<unsigned long long>(totals[3]).fetch_add(in_register);
  gpu::sync_grid();
  out[g] = totals[0] == totals[3] && shared[t] == g + 64;
}

static void memory_across() {
  constexpr unsigned blocks = 96, n = blocks * 64;
  auto totals = gpu::buffer<unsigned long long>::zeroed(4);
  auto out = gpu::buffer<unsigned>::zeroed(n);
  gpu::launch<keeps>(gpu::launch_config{.blocks = blocks, .threads = 64,
                                        .shared_bytes = 64 * sizeof(unsigned), .cooperative = true},
                     totals.data(), out.data());
  const unsigned long long sum = n * (n - 1ull) / 2;
  const auto t = totals.to_vector();
  CHECK(t[0] == sum && t[1] == 3 * sum && t[2] == 5 * sum);
  CHECK(t[3] == 7 * sum + 16ull * n); // warps are of 32 here
}

/// Blocks and threads that have returned take no part.
[[gpu::kernel]] void leave_early(unsigned *counts, int rounds) {
  const unsigned block = gpu::block_idx().x, t = gpu::thread_rank();
  if (t % 3 == 0 && block % 2)
    return; // also thread 0
  for (int round = 0; round < rounds; ++round) {
    if (block % 4 == 1 && round == static_cast<int>(block / 4 % 4))
      return;
    std::atomic_ref<unsigned>(counts[round]).fetch_add(1);
    gpu::sync_grid();
    // All of this round have counted, and none of the next.
    const unsigned now = std::atomic_ref<unsigned>(counts[round]).load();
    const unsigned next = std::atomic_ref<unsigned>(counts[round + 1]).load();
    gpu::sync_grid();
    if (t == 1)
      std::atomic_ref<unsigned>(counts[100 + round]).fetch_add(now + (next ? 1000000 : 0));
  }
}

static void early_returns() {
  constexpr unsigned blocks = 64, threads = 96, rounds = 6;
  auto counts = gpu::buffer<unsigned>::zeroed(200);
  gpu::launch<leave_early>({.blocks = blocks, .threads = threads, .cooperative = true},
                           counts.data(), static_cast<int>(rounds));
  const auto c = counts.to_vector();
  for (unsigned round = 0; round < rounds; ++round) {
    unsigned here = 0, left = 0;
    for (unsigned block = 0; block < blocks; ++block)
      if (!(block % 4 == 1 && block / 4 % 4 <= round))
        here += block % 2 ? threads / 3 * 2 : threads, ++left;
    CHECK(c[round] == here);
    CHECK(c[100 + round] == here * left);
  }
}

static void streams_and_graphs() {
  constexpr unsigned n = 3000;
  const auto start = numbers(n);
  gpu::buffer<unsigned> a(start), b(n), c(start), d(n);
  gpu::stream s, other;
  gpu::launch_config config = gpu::launch_config::cover(n, 128);
  config.cooperative = true;
  for (int i = 0; i < 4; ++i) { // of two streams at the same time
    s.launch<smooth>(config, a.data(), b.data(), n, 4);
    other.launch<smooth>(config, c.data(), d.data(), n, 4);
  }
  s.synchronize();
  other.synchronize();
  CHECK(a.to_vector() == smoothed(start, 16));
  CHECK(c.to_vector() == smoothed(start, 16));

  gpu::event fork, join;
  const gpu::graph work = s.capture([&] {
    fork.record(s);
    other.wait(fork);
    s.launch<smooth>(config, a.data(), b.data(), n, 2);
    other.launch<smooth>(config, c.data(), d.data(), n, 2);
    join.record(other);
    s.wait(join);
  });
  s.launch(work);
  other.launch<smooth>(config, d.data(), b.data(), n, 1); // beside it, of something else
  s.launch(work);
  s.synchronize();
  other.synchronize();
  CHECK(a.to_vector() == smoothed(start, 20));
  CHECK(c.to_vector() == smoothed(start, 20));
}

static void lambdas() {
  gpu::buffer<int> flags = gpu::buffer<int>::zeroed(40);
  gpu::launch({.blocks = {5, 4, 2}, .threads = {2, 3, 4}, .cooperative = true},
              [f = flags.span()] {
                const auto block = gpu::block_rank();
                if (gpu::thread_rank() == 0)
                  f[block] = 1;
                gpu::sync_grid();
                const int before = f[(block + 7) % 40];
                gpu::sync_grid();
                if (gpu::thread_rank() == 5)
                  f[block] = 10 + before;
              });
  CHECK(flags.to_vector() == std::vector<int>(40, 11));
}

int main() {
  loops();
  memory_across();
  early_returns();
  streams_and_graphs();
  lambdas();
  return failures != 0;
}
