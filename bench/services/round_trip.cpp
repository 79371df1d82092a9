//===- round_trip.cpp - How long a call of the host takes -----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread asks the host's services for nothing, many times; beside it a bare
// ping-pong of two flags in pinned memory with a host thread that does nothing
// else. Five rounds of each, in turn.
//
//   gpuc -O2 --offload-arch=sm_90 bench/services/round_trip.cpp -o round_trip && ./round_trip
//
//===----------------------------------------------------------------------===//

#include <gpu/gpu.hpp>

#include <gpu/detail/services.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <vector>

using seconds = std::chrono::duration<double>;

[[gpu::kernel]] void call(unsigned count, unsigned *failures) {
  for (unsigned i = 0; i != count; ++i)
    if (__gpuc_service_call(gpu::detail::call_nothing, nullptr, 0, nullptr, 0) != 0)
      ++*failures;
}

/// Counts `ping` up and waits each time until `pong` has the same value.
[[gpu::kernel]] void ping_pong(unsigned count, unsigned *ping, unsigned *pong) {
  for (unsigned i = 1; i <= count; ++i) {
    std::atomic_ref(*ping).store(i, std::memory_order_relaxed);
    while (std::atomic_ref(*pong).load(std::memory_order_relaxed) != i) {
    }
  }
}

template <class Body> double time_of(Body body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return seconds(std::chrono::steady_clock::now() - start).count();
}

int main() {
  constexpr unsigned count = 100000;
  // Flags in cache lines of their own.
  std::vector<unsigned, gpu::pinned_allocator<unsigned>> flags(65);
  unsigned &ping = flags[0], &pong = flags[32], &failures = flags[64];
  gpu::stream stream;
  double calls = 1e9, bare = 1e9;
  for (unsigned round = 0; round != 6; ++round) {
    failures = 0;
    const double call_time = time_of([&] {
      stream.launch<call>({}, count, &failures);
      stream.synchronize();
    });
    ping = pong = 0;
    const double bare_time = time_of([&] {
      stream.launch<ping_pong>({}, count, &ping, &pong);
      for (unsigned i = 1; i <= count; ++i) {
        while (std::atomic_ref(ping).load(std::memory_order_relaxed) != i) {
        }
        std::atomic_ref(pong).store(i, std::memory_order_relaxed);
      }
      stream.synchronize();
    });
    if (failures) {
      std::printf("%u calls failed\n", failures);
      return 1;
    }
    if (round == 0)
      continue; // warms up
    calls = std::min(calls, call_time);
    bare = std::min(bare, bare_time);
  }
  std::printf("call of nothing: %.2f us, bare ping-pong: %.2f us, ratio %.2f\n",
              calls / count * 1e6, bare / count * 1e6, calls / bare);
}
