// Dynamic shared memory up to the device's limit works, also beside static shared memory and in
// kernels that were launched with less before; one byte more is an error that says how much there is.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_70 %s -o %t && %t | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
#include <cstdio>
#include <gpu/gpu.hpp>

/// Fills all of the block's dynamic shared memory, and adds it up from its other end.
[[gpu::kernel]] void use_all(unsigned long long *sum, unsigned *bytes) {
  auto *memory = gpu::dynamic_shared<unsigned char>();
  const auto n = static_cast<unsigned>(gpu::dynamic_shared_bytes());
  const unsigned t = gpu::thread_rank(), threads = gpu::block_dim().x;
  for (unsigned i = t; i < n; i += threads)
    memory[i] = static_cast<unsigned char>(i * 7 + gpu::block_idx().x);
  gpu::sync_threads();
  unsigned long long part = 0;
  for (unsigned i = t; i < n; i += threads)
    part += memory[n - 1 - i];
  const unsigned long long total = gpu::block_sum(part);
  if (t == 0)
    sum[gpu::block_idx().x] = total, *bytes = n;
}

static bool right(std::size_t bytes) {
  gpu::buffer<unsigned long long> sum(3);
  gpu::buffer<unsigned> seen(1);
  gpu::launch<use_all>({.blocks = 3, .threads = 256, .shared_bytes = bytes}, sum.data(),
                       seen.data());
  unsigned long long sums[3];
  unsigned n[1];
  sum.copy_to(sums);
  seen.copy_to(n);
  for (unsigned block = 0; block < 3; ++block) {
    unsigned long long expected = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      expected += static_cast<unsigned char>(i * 7 + block);
    if (sums[block] != expected)
      return false;
  }
  return n[0] == bytes;
}

int main() {
  const auto device = gpu::current_device();
  const std::size_t fixed = gpu::kernel<use_all>.static_shared_bytes();
  const std::size_t most = device.shared_bytes_per_block - fixed;
  // CHECK: right 1111
  std::printf("right %d%d%d%d\n", right(1000), right((48 << 10) - fixed), right(most),
              right(48 << 10));
  // CHECK-NEXT: kernel 'use_all' with 1 blocks of 32 threads, [[BYTES:[0-9]+]] bytes of dynamic shared memory on {{.*}}: [[BYTES]] bytes of dynamic and [[#]] of static shared memory are more than the device's [[#]] a block
  try {
    gpu::launch<use_all>({.threads = 32, .shared_bytes = most + 1}, nullptr, nullptr);
  } catch (const gpu::error &e) {
    std::printf("%s\n", e.what());
  }
}
