// The heap in kernels: C's functions and every form of new and delete.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gpu/gpu.hpp>
#include <memory>
#include <new>
#include <vector>

constexpr unsigned threads = 256, blocks = 16;

__attribute__((noinline)) bool holds(const unsigned char *p, std::size_t n, unsigned char value) {
  for (std::size_t i = 0; i < n; ++i)
    if (p[i] != value)
      return false;
  return true;
}

// Each thread keeps 16 blocks of changing sizes and replaces one after the other.
[[gpu::kernel]] void many(unsigned *wrong) {
  const unsigned id = static_cast<unsigned>(gpu::global_idx().x);
  unsigned seed = id * 747796405u + 1;
  unsigned char *block[16] = {};
  unsigned size[16] = {};
  unsigned bad = 0;
  for (unsigned i = 0; i < 200; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned k = seed >> 28, bytes = (seed >> 8) % (i % 50 ? 300 : 5000);
    const auto mark = static_cast<unsigned char>(id + k);
    if (block[k])
      bad += !holds(block[k], size[k], mark);
    std::free(block[k]);
    block[k] = static_cast<unsigned char *>(std::malloc(bytes));
    size[k] = bytes;
    if (!block[k]) {
      ++bad;
      continue;
    }
    bad += reinterpret_cast<std::uintptr_t>(block[k]) % 16 != 0;
    std::memset(block[k], mark, bytes);
  }
  for (unsigned k = 0; k < 16; ++k) {
    if (block[k])
      bad += !holds(block[k], size[k], static_cast<unsigned char>(id + k));
    std::free(block[k]);
  }
  if (bad)
    std::atomic_ref(*wrong).fetch_add(bad);
}

// Blocks that a kernel leaves to the next one, which frees those of another thread.
[[gpu::kernel]] void leave(unsigned **list) {
  const auto i = gpu::global_idx().x;
  list[i] = new unsigned(static_cast<unsigned>(i) * 3);
}
[[gpu::kernel]] void take(unsigned **list, unsigned n, unsigned *wrong) {
  const unsigned i = n - 1 - static_cast<unsigned>(gpu::global_idx().x);
  if (*list[i] != i * 3)
    std::atomic_ref(*wrong).fetch_add(1u);
  delete list[i];
}

struct alignas(256) wide {
  int value[70];
};

[[gpu::kernel]] void forms(unsigned *wrong) {
  unsigned bad = 0;
  auto *zeroed = static_cast<unsigned char *>(std::calloc(30, 7));
  bad += !holds(zeroed, 210, 0);
  std::memset(zeroed, 9, 210);
  auto *grown = static_cast<unsigned char *>(std::realloc(zeroed, 3000));
  bad += !holds(grown, 210, 9);
  auto *shrunk = static_cast<unsigned char *>(std::realloc(grown, 100));
  bad += !holds(shrunk, 100, 9);
  std::free(shrunk);
  for (std::size_t alignment = 16; alignment <= 4096; alignment *= 2) {
    void *p = std::aligned_alloc(alignment, alignment * 3), *q = nullptr;
    bad += !p || reinterpret_cast<std::uintptr_t>(p) % alignment != 0;
    bad += posix_memalign(&q, alignment, 5) != 0 ||
           reinterpret_cast<std::uintptr_t>(q) % alignment != 0;
    std::free(p);
    std::free(q);
  }
  volatile std::size_t huge = ~std::size_t{0} / 2;
  // Volatile: a compiler may take it that an allocation which nobody uses succeeds.
  void *volatile failed[] = {std::malloc(huge), std::calloc(huge, 3),
                             ::operator new(huge, std::nothrow)};
  for (void *volatile &p : failed)
    bad += p != nullptr;
  void *volatile none = std::malloc(0), *volatile other = std::malloc(0);
  bad += !none || none == other;
  std::free(none);
  std::free(other);
  std::free(nullptr);
  auto object = std::make_unique<wide>();
  bad += reinterpret_cast<std::uintptr_t>(object.get()) % 256 != 0;
  auto *array = new wide[3];
  bad += reinterpret_cast<std::uintptr_t>(array) % 256 != 0;
  delete[] array;
  auto *numbers = new double[1000];
  for (int i = 0; i < 1000; ++i)
    numbers[i] = i;
  bad += numbers[999] != 999;
  delete[] numbers;
  delete new (std::nothrow) int(4);
  if (bad)
    std::atomic_ref(*wrong).fetch_add(bad);
}

// Blocks of many chunks, from some threads at once.
[[gpu::kernel]] void large(unsigned *wrong) {
  unsigned bad = 0;
  for (unsigned round = 1; round <= 4; ++round) {
    const std::size_t n = 50000 * round;
    auto *p = static_cast<unsigned char *>(std::malloc(n));
    if (p) {
      p[0] = p[n - 1] = static_cast<unsigned char>(gpu::global_idx().x);
      bad += p[0] != p[n - 1];
    } else {
      ++bad;
    }
    std::free(p);
  }
  if (bad)
    std::atomic_ref(*wrong).fetch_add(bad);
}

int main() {
  const gpu::launch_config all{.blocks = blocks, .threads = threads};
  auto wrong = gpu::buffer<unsigned>::zeroed(1);
  auto list = gpu::buffer<unsigned *>::zeroed(blocks * threads);
  const auto report = [&](const char *what) {
    std::printf("%s: %u wrong\n", what, wrong.to_vector()[0]);
  };
  gpu::launch<many>(all, wrong.data());
  report("many"); // CHECK: many: 0 wrong
  gpu::launch<leave>(all, list.data());
  gpu::launch<take>(all, list.data(), blocks * threads, wrong.data());
  report("left"); // CHECK: left: 0 wrong
  gpu::launch<forms>(all, wrong.data());
  report("forms"); // CHECK: forms: 0 wrong
  gpu::launch<large>(gpu::launch_config{.blocks = 2, .threads = 32}, wrong.data());
  report("large"); // CHECK: large: 0 wrong
}
