//===- heap_vendor.cu - CUDA's malloc and free in kernels -----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What heap.cpp measures, with the vendor's allocator.
//
//===----------------------------------------------------------------------===//
#include <chrono>
#include <cstdio>

__global__ void pairs(unsigned iterations, unsigned *failures) {
  unsigned seed = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  unsigned failed = 0;
  for (unsigned i = 0; i < iterations; ++i) {
    seed = seed * 1664525u + 1013904223u;
    volatile unsigned *block = static_cast<volatile unsigned *>(malloc(16 + (seed >> 24)));
    if (block)
      *block = i;
    else
      ++failed;
    free(const_cast<unsigned *>(block));
  }
  if (failed)
    atomicAdd(failures, failed);
}

static double seconds(unsigned blocks, unsigned threads, unsigned iterations, unsigned *failures) {
  const auto begin = std::chrono::steady_clock::now();
  pairs<<<blocks, threads>>>(iterations, failures);
  cudaDeviceSynchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{256} << 20);
  unsigned *failures, failed = 0;
  cudaMalloc(&failures, sizeof(unsigned));
  cudaMemset(failures, 0, sizeof(unsigned));
  const struct {
    unsigned blocks, threads, iterations;
  } shapes[] = {{1, 32, 2000}, {132, 32, 500}, {132, 256, 100}, {1056, 256, 20}};
  for (const auto &s : shapes) {
    seconds(s.blocks, s.threads, s.iterations / 10 + 1, failures);
    const double time = seconds(s.blocks, s.threads, s.iterations, failures);
    std::printf("heap cuda %ux%u: %.2f million pairs/s\n", s.blocks, s.threads,
                1e-6 * s.blocks * s.threads * s.iterations / time);
  }
  cudaMemcpy(&failed, failures, sizeof(unsigned), cudaMemcpyDeviceToHost);
  if (failed)
    std::printf("%u allocations failed\n", failed);
  if (const cudaError_t error = cudaGetLastError())
    std::printf("error: %s\n", cudaGetErrorString(error));
  return failed != 0;
}
