// Out of memory: malloc gives null, calloc and realloc keep what they promise, new reports
// std::bad_alloc; many threads use up a small heap, free and use it up again, and no block is torn.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: env GPUC_HEAP_SIZE=4M %t 2>%t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=STDERR < %t.err
// RUN: %if gpu %{ env GPUC_DEVICE=cuda GPUC_HEAP_SIZE=4M %t 2>%t.err | FileCheck %s --match-full-lines %}
// RUN: %if gpu %{ FileCheck %s --check-prefix=STDERR < %t.err %}
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gpu/gpu.hpp>
#include <new>
#include <string>
#include <vector>

constexpr unsigned blocks = 24, threads = 64, most = 12;
constexpr std::size_t heap_bytes = std::size_t{4} << 20;

struct counters {
  unsigned wrong, empty, bytes;
};

static bool filled(const unsigned char *at, std::size_t bytes, unsigned char value) {
  for (std::size_t i = 0; i != bytes; ++i)
    if (at[i] != value)
      return false;
  return true;
}

/// Threads take blocks until there are none, 18 MiB in all, and give them back.
[[gpu::kernel]] void exhaust(counters *c) {
  const unsigned thread = gpu::global_idx().x;
  unsigned seed = thread * 747796405u + 1;
  for (unsigned round = 0; round != 3; ++round) {
    unsigned char *block[most];
    unsigned size[most], count = 0, bytes = 0;
    for (; count != most; ++count) {
      seed = seed * 1664525u + 1013904223u;
      // Some beyond the size classes.
      size[count] = (seed >> 8) % (seed >> 27 == 0 ? 50000 : 1500) + 1;
      block[count] = static_cast<unsigned char *>(std::malloc(size[count]));
      if (!block[count]) {
        std::atomic_ref(c->empty).fetch_add(1u);
        break;
      }
      std::memset(block[count], static_cast<int>(thread + count), size[count]);
      bytes += size[count];
    }
    std::atomic_ref(c->bytes).fetch_add(bytes);
    if (count != 0) { // grows or stays as it is
      const unsigned more = size[0] * 2 + 5000;
      if (auto *moved = static_cast<unsigned char *>(std::realloc(block[0], more))) {
        block[0] = moved;
        moved[more - 1] = 1;
      }
    }
    unsigned bad = 0;
    for (unsigned i = 0; i != count; ++i)
      bad += !filled(block[i], size[i], static_cast<unsigned char>(thread + i));
    if (auto *zeroed = static_cast<unsigned char *>(std::calloc(17, 31))) {
      bad += !filled(zeroed, 17 * 31, 0);
      std::memset(zeroed, 0xff, 17 * 31);
      std::free(zeroed);
    }
    for (unsigned i = 0; i != count; ++i)
      std::free(block[i]);
    if (bad)
      std::atomic_ref(c->wrong).fetch_add(bad);
  }
}

/// All of the heap is free: most of it in one block, and again in small ones.
[[gpu::kernel]] void use_all(unsigned *wrong) {
  void *volatile all = std::malloc(heap_bytes * 3 / 4);
  *wrong += all == nullptr;
  std::free(all);
  void **list = nullptr;
  for (unsigned i = 0; i != heap_bytes / 2 / 1024; ++i) {
    auto **next = static_cast<void **>(std::malloc(1024));
    if (!next) {
      ++*wrong;
      break;
    }
    *next = list;
    list = next;
  }
  while (list) {
    void **next = static_cast<void **>(*list);
    std::free(list);
    list = next;
  }
}

/// Sizes that no heap has.
[[gpu::kernel]] void promises(unsigned *wrong) {
  volatile std::size_t huge = SIZE_MAX / 2 + 1;
  unsigned char *kept = static_cast<unsigned char *>(std::malloc(100));
  std::memset(kept, 7, 100);
  void *volatile moved = std::realloc(kept, huge);
  *wrong += moved != nullptr || !filled(kept, 100, 7);
  void *volatile product = std::calloc(huge, 2), *volatile array = reallocarray(kept, huge, 2);
  *wrong += product != nullptr || array != nullptr || !filled(kept, 100, 7);
  void *volatile quiet = ::operator new(huge - 4096, std::nothrow);
  *wrong += quiet != nullptr;
  void *p = nullptr;
  *wrong += posix_memalign(&p, 64, huge) != ENOMEM || p != nullptr;
  std::free(kept);
}

// STDERR: std::bad_alloc{{.*}} [kernel ask,
[[gpu::kernel]] void ask(char **out, unsigned long bytes) {
  if (gpu::thread_rank() == 3)
    *out = new char[bytes];
}

int main() {
  const bool on_cpu = gpu::current_device().backend == "cpu"; // the heap is the C library's
  auto all = gpu::buffer<counters>::zeroed(1);
  gpu::launch<exhaust>({.blocks = blocks, .threads = threads}, all.data());
  const counters c = all.to_vector()[0];
  // CHECK: wrong: 0, ran out: 1, memory came back: 1
  std::printf("wrong: %u, ran out: %d, memory came back: %d\n", c.wrong, on_cpu || c.empty != 0,
              on_cpu || c.bytes > heap_bytes);
  auto wrong = gpu::buffer<unsigned>::zeroed(1);
  gpu::launch<use_all>({}, wrong.data());
  // CHECK-NEXT: used again: 0 wrong
  std::printf("used again: %u wrong\n", wrong.to_vector()[0]);
  gpu::launch<promises>({}, wrong.data());
  // CHECK-NEXT: promises: 0 wrong
  std::printf("promises: %u wrong\n", wrong.to_vector()[0]);
  auto out = gpu::buffer<char *>::zeroed(1);
  try {
    gpu::launch<ask>({.threads = 8}, out.data(), 1ul << 50);
  } catch (const gpu::device_error &error) {
    // CHECK-NEXT: bad_alloc: 1
    std::printf("bad_alloc: %d\n",
                std::string(error.what()).find("std::bad_alloc") != std::string::npos);
  }
  gpu::launch<use_all>({}, wrong.data());
  // CHECK-NEXT: after it: 0 wrong
  std::printf("after it: %u wrong\n", wrong.to_vector()[0]);
}
