//===- printf_vendor.cu - How fast CUDA's printf is -----------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// println.cpp with CUDA's printf. Its buffer holds all lines of a launch.
//
//   nvcc -O3 -arch=sm_90 bench/services/printf_vendor.cu -o printf_vendor
//   ./printf_vendor > /dev/null
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdio>

__global__ void print(unsigned threads) {
  printf("thread %u of %u\n", blockIdx.x * blockDim.x + threadIdx.x, threads);
}

static bool check(cudaError_t status, const char *what) {
  if (status != cudaSuccess)
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  return status == cudaSuccess;
}

int main() {
  constexpr unsigned threads = 1 << 20, block = 256;
  // At most 128 bytes a line; without this, lines beyond 1 MiB are lost.
  if (!check(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, size_t{threads} * 128), "printf buffer"))
    return 1;
  double best = 1e9;
  for (unsigned round = 0; round != 6; ++round) {
    const auto start = std::chrono::steady_clock::now();
    print<<<threads / block, block>>>(threads);
    if (!check(cudaDeviceSynchronize(), "print"))
      return 1;
    std::fflush(stdout);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (round != 0)
      best = std::min(best, time.count());
  }
  std::fprintf(stderr, "CUDA's printf: %.2f million lines/s\n", threads / best / 1e6);
}
