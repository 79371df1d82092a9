//===- println.cpp - How fast kernels print -------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A million threads print a line each, to standard output; launch and
// synchronisation are timed. The best of some rounds goes to standard error.
// printf_vendor.cu is the same program with CUDA's printf.
//
//   gpuc -O2 --offload-arch=sm_90 bench/services/println.cpp -o println && ./println > /dev/null
//
//===----------------------------------------------------------------------===//

#include <gpu/gpu.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>

[[gpu::kernel]] void print(unsigned threads) {
  gpu::println("thread {} of {}", gpu::global_idx().x, threads);
}

int main() {
  constexpr unsigned threads = 1 << 20, block = 256;
  gpu::stream stream;
  double best = 1e9;
  for (unsigned round = 0; round != 6; ++round) {
    const auto start = std::chrono::steady_clock::now();
    stream.launch<print>({.blocks = threads / block, .threads = block}, threads);
    stream.synchronize();
    std::fflush(stdout);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (round != 0) // the first one warms up
      best = std::min(best, time.count());
  }
  std::fprintf(stderr, "gpu::println: %.2f million lines/s\n", threads / best / 1e6);
}
