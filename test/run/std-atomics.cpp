// Threads of many blocks count together with the standard atomics: a histogram, a maximum, a lock
// that is tried, a list that is pushed to, a bit set.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

constexpr unsigned blocks = 8, threads = 64, bins = 10;

struct shared_state {
  unsigned histogram[bins];
  std::atomic<std::uint64_t> sum;
  std::atomic<int> most, least;
  std::atomic<double> halves;
  std::atomic_flag lock;
  unsigned guarded, first;
  std::atomic<int> head;
  int next[blocks * threads];
  std::atomic<std::uint32_t> seen[blocks * threads / 32];
};

[[gpu::kernel]] void count(shared_state *state) {
  const unsigned i = gpu::global_idx().x;
  const int value = static_cast<int>(i * 7919u % 1009u);
  std::atomic_ref(state->histogram[value % bins]).fetch_add(1, std::memory_order_relaxed);
  state->sum += static_cast<std::uint64_t>(value) << 20;
  int most = state->most.load();
  while (value > most && !state->most.compare_exchange_weak(most, value))
    ;
  int least = state->least;
  while (value < least && !state->least.compare_exchange_strong(least, value))
    ;
  state->halves.fetch_add(value / 2.0);
  // The lock is given back before another lane of the same warp asks again.
  for (bool done = false; !done;)
    if (!state->lock.test_and_set(std::memory_order_acquire)) {
      state->guarded += i;
      state->lock.clear(std::memory_order_release);
      done = true;
    }
  int head = state->head.load(std::memory_order_relaxed);
  do
    state->next[i] = head;
  while (!state->head.compare_exchange_weak(head, static_cast<int>(i), std::memory_order_release,
                                            std::memory_order_relaxed));
  state->seen[i / 32].fetch_or(1u << i % 32);
  unsigned nobody = 0;
  std::atomic_ref(state->first).compare_exchange_strong(nobody, 1);
}

int main() {
  auto state = gpu::make_box<shared_state>();
  state->least = 1 << 30;
  state->head = -1;
  gpu::launch<count>(gpu::launch_config{.blocks = blocks, .threads = threads}, state.get());
  for (unsigned n : state->histogram)
    std::printf("%u ", n);
  int length = 0;
  std::vector<bool> listed(blocks * threads);
  for (int at = state->head; at >= 0 && length <= 1000; at = state->next[at], ++length)
    listed[static_cast<std::size_t>(at)] = true;
  unsigned missing = 0;
  for (bool b : listed)
    missing += !b;
  for (const auto &bits : state->seen)
    missing += bits != 0xffffffffu;
  std::printf("\n%llu %d %d %.1f %u %d %u %u\n", static_cast<unsigned long long>(state->sum),
              state->most.load(), state->least.load(), state->halves.load(), state->guarded, length,
              missing, state->first);
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < blocks * threads; ++i)
    sum += i * 7919u % 1009u;
  return state->sum != sum << 20 ||
         state->guarded != blocks * threads * (blocks * threads - 1) / 2 ||
         length != blocks * threads || missing || state->first != 1;
}
