// GPUC_HEAP_CHECK=1 on a GPU: each mistake with a block is reported with its size, the other threads
// go on, and at the end of the process the blocks that were not freed are told with their sizes. (On
// the CPU the heap is the C library's, and nothing is checked: no mistakes are made.)
// DEFINE: %{run} = env GPUC_HEAP_CHECK=1 GPUC_HEAP_SIZE=16M %t
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %{run} | FileCheck %s --check-prefix=SOUND
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %{run} 2>%t.err | FileCheck %s --match-full-lines %}
// RUN: %if gpu %{ FileCheck %s --check-prefix=LEAKS < %t.err %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %{run} leak 2>&1 | FileCheck %s --check-prefix=SILENT %}
#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gpu/gpu.hpp>
#include <string>
#include <vector>

enum mistake {
  none,
  double_free,
  double_delete,
  overflow,
  overflow_by_far,
  underflow,
  inner_pointer,
  foreign_pointer,
  realloc_of_freed,
  realloc_of_overflowed,
  write_to_freed,
  mistakes
};

/// Thread 1 of each block makes a mistake, the others do sound work.
[[gpu::kernel]] void make(int which, unsigned *sound) {
  char *volatile block = static_cast<char *>(std::malloc(40 + gpu::thread_rank()));
  std::memset(block, 1, 40 + gpu::thread_rank());
  if (gpu::thread_rank() != 1)
    which = none;
  switch (which) {
  case double_free:
    std::free(block);
    break;
  case double_delete: {
    long *volatile numbers = new long[100];
    delete[] numbers;
    delete[] numbers;
    break;
  }
  case overflow:
    block[41] = 1;
    break;
  case overflow_by_far:
    block[41 + 12] = 1;
    break;
  case underflow:
    block[-16] = 1;
    break;
  case inner_pointer:
    std::free(block + 16);
    break;
  case foreign_pointer:
    std::free(sound);
    break;
  case realloc_of_freed: {
    std::free(block);
    void *volatile moved = std::realloc(block, 100);
    (void)moved;
    break;
  }
  case realloc_of_overflowed:
    block[41] = 1;
    block = static_cast<char *>(std::realloc(block, 100));
    break;
  case write_to_freed:
    std::free(block);
    block[3] = 1;
    for (int i = 0; i != 100000 && block; ++i) // until it is given out again
      block = static_cast<char *>(std::malloc(41));
    break;
  }
  std::free(block);
  std::atomic_ref(*sound).fetch_add(1u);
}

/// What is never freed: at the end that is told.
[[gpu::kernel]] void forget(void **kept) {
  const unsigned thread = gpu::global_idx().x;
  kept[thread] = std::malloc(thread < 2 ? 100000 : 24);
}

/// The text without the block's address.
static std::string without_address(std::string text) {
  const auto at = text.find("0x");
  if (at == text.npos)
    return text;
  auto end = at + 2;
  while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])))
    ++end;
  return text.replace(at, end - at, "0x...");
}

// SOUND: 0: sound, 64 threads
// CHECK: 0: sound, 64 threads
// CHECK-NEXT: 1: heap: double free: 0x..., a block of 41 bytes, 62 threads
// CHECK-NEXT: 2: heap: double free: 0x..., a block of 800 bytes, 62 threads
// CHECK-NEXT: 3: heap: a write behind the end of the block: 0x..., a block of 41 bytes, 62 threads
// CHECK-NEXT: 4: heap: a write behind the end of the block: 0x..., a block of 41 bytes, 62 threads
// CHECK-NEXT: 5: heap: a write before the block: 0x..., a block of 41 bytes, 62 threads
// CHECK-NEXT: 6: heap: free of a pointer that malloc did not return, or a write before the block: 0x..., 62 threads
// CHECK-NEXT: 7: heap: free of a pointer that is not in the heap: 0x..., 62 threads
// CHECK-NEXT: 8: heap: double free: 0x..., a block of 41 bytes, 62 threads
// CHECK-NEXT: 9: heap: a write behind the end of the block: 0x..., a block of 41 bytes, 62 threads
// CHECK-NEXT: 10: heap: a write to a block that was free: 0x..., a block of 41 bytes, 62 threads
// LEAKS: gpuc: heap: {{.*}} blocks of {{.*}} bytes in all were not freed; sizes:
// SILENT: gpuc: heap: 8 blocks of 200144 bytes in all were not freed; sizes: {{(24|100000), .*24}}
int main(int argc, char **) {
  if (argc == 2) {
    auto kept = gpu::buffer<void *>::zeroed(8);
    gpu::launch<forget>({.threads = 8}, kept.data());
    return 0;
  }
  const bool on_cpu = gpu::current_device().backend == "cpu";
  for (int which = 0; which != (on_cpu ? 1 : mistakes); ++which) {
    auto sound = gpu::buffer<unsigned>::zeroed(1);
    std::string what = "sound";
    try {
      gpu::launch<make>({.blocks = 2, .threads = 32}, which, sound.data());
    } catch (const gpu::device_error &error) {
      what = error.what();
      what = what.substr(what.find("heap: "));
      what = without_address(what.substr(0, what.find(" in block (")));
    }
    std::printf("%d: %s, %u threads\n", which, what.c_str(), sound.to_vector()[0]);
  }
}
