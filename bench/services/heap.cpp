//===- heap.cpp - malloc and free in kernels --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread allocates a block of 16 to 271 bytes, writes to it and frees it, in a loop. Prints
// million pairs a second. heap_vendor.cu does the same with CUDA's allocator.
//
//===----------------------------------------------------------------------===//
#include <gpu/gpu.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

[[gpu::kernel]] void pairs(unsigned iterations, unsigned *failures) {
  unsigned seed = static_cast<unsigned>(gpu::global_idx().x) * 2654435761u + 12345u;
  unsigned failed = 0;
  for (unsigned i = 0; i < iterations; ++i) {
    seed = seed * 1664525u + 1013904223u;
    auto *block = static_cast<volatile unsigned *>(std::malloc(16 + (seed >> 24)));
    if (block)
      *block = i;
    else
      ++failed;
    std::free(const_cast<unsigned *>(block));
  }
  if (failed)
    std::atomic_ref(*failures).fetch_add(failed);
}

static double seconds(unsigned blocks, unsigned threads, unsigned iterations, unsigned *failures) {
  const auto begin = std::chrono::steady_clock::now();
  gpu::launch<pairs>(gpu::launch_config{.blocks = blocks, .threads = threads}, iterations,
                     failures);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int main() {
  gpu::buffer<unsigned> failures = gpu::buffer<unsigned>::zeroed(1);
  const struct {
    unsigned blocks, threads, iterations;
  } shapes[] = {{1, 32, 20000}, {132, 32, 20000}, {132, 256, 5000}, {1056, 256, 1000}};
  for (const auto &s : shapes) {
    seconds(s.blocks, s.threads, s.iterations / 10, failures.data()); // loads, fills the slabs
    const double time = seconds(s.blocks, s.threads, s.iterations, failures.data());
    std::printf("heap gpuc %ux%u: %.2f million pairs/s\n", s.blocks, s.threads,
                1e-6 * s.blocks * s.threads * s.iterations / time);
  }
  const unsigned failed = failures.to_vector()[0];
  if (failed)
    std::printf("%u allocations failed\n", failed);
  return failed != 0;
}
