// Kernels of several launches keep more memory than the heap has at first: it grows between them.
// A block that was too large once is there at the next launch, and what was kept stays whole. (On
// the CPU the heap is the C library's.)
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t | FileCheck %s --match-full-lines
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s --match-full-lines %}
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <vector>

constexpr unsigned threads = 64, steps = 12;

struct kept {
  unsigned long *block;
  unsigned long words;
};

static unsigned long mark(unsigned long thread, unsigned long words) {
  return thread * 0x9e3779b97f4a7c15u + words;
}

/// Each thread keeps one more block.
[[gpu::kernel]] void keep(std::span<kept> all, unsigned long bytes, unsigned *failed) {
  const unsigned thread = gpu::global_idx().x;
  const unsigned long words = bytes / sizeof(unsigned long);
  auto *block = static_cast<unsigned long *>(std::malloc(bytes));
  all[thread] = {block, words};
  if (block)
    block[0] = block[words / 2] = block[words - 1] = mark(thread, words);
  else
    std::atomic_ref(*failed).fetch_add(1u);
}

[[gpu::kernel]] void check_and_free(std::span<kept> all, unsigned *wrong) {
  const unsigned thread = gpu::global_idx().x;
  const auto [block, words] = all[thread];
  if (!block)
    return;
  const unsigned long expected = mark(thread, words);
  if (block[0] != expected || block[words / 2] != expected || block[words - 1] != expected)
    std::atomic_ref(*wrong).fetch_add(1u);
  std::free(block);
}

[[gpu::kernel]] void try_large(unsigned long bytes, unsigned *failed) {
  void *volatile block = std::malloc(bytes); // volatile, so that it is not left out
  *failed = !block;
  if (block)
    static_cast<unsigned char *>(block)[bytes - 1] = 1;
  std::free(block);
}

int main() {
  // What is mapped at first, as docs/heap.md has it.
  const unsigned long mapped =
      std::clamp(gpu::current_device().memory_bytes / 64, 128ul << 20, 1ul << 30);
  const unsigned long bytes = mapped / 4 / threads; // a step takes a quarter
  auto counts = gpu::buffer<unsigned>::zeroed(2);
  std::vector<gpu::buffer<kept>> all;
  for (unsigned step = 0; step != steps; ++step) {
    all.push_back(gpu::buffer<kept>::zeroed(threads));
    gpu::launch<keep>({.blocks = 2, .threads = threads / 2}, all.back().span(), bytes - step * 64,
                      counts.data());
  }
  // CHECK: failed: 0
  std::printf("failed: %u\n", counts.to_vector()[0]);
  for (gpu::buffer<kept> &step : all)
    gpu::launch<check_and_free>({.threads = threads}, step.span(), counts.data() + 1);
  // CHECK-NEXT: wrong: 0
  std::printf("wrong: %u\n", counts.to_vector()[1]);

  // Larger than all that is mapped by now, at most 8 times the first: the next launch has room.
  unsigned failed[2] = {};
  const unsigned long large = std::min(mapped * 12, gpu::current_device().memory_bytes / 4);
  for (unsigned &f : failed) {
    gpu::launch<try_large>({}, large, counts.data());
    f = counts.to_vector()[0];
  }
  // CHECK-NEXT: at the second launch: 0 failed
  std::printf("at the second launch: %u failed\n", failed[1]);
  if (gpu::current_device().backend != "cpu" && !failed[0])
    std::puts("the heap was too large for this test at first");
}
