//===- heap.cpp - malloc, free, operator new and delete ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of C and C++ over the allocator of heap.hpp. Weak where a program
// may bring its own. The heap's memory comes from the runtime, which sets
// `__gpuc_heap` once it has loaded the module (runtime/host/heap.cpp).
//
//===----------------------------------------------------------------------===//

#include "heap_check.hpp"
#include "support.hpp"

#include <gpu/warp.hpp>

#include <errno.h>
#include <new>
#include <stddef.h>
#include <string.h>

using namespace gpu::detail;

extern "C" {
/// The heap, written by the runtime once it has loaded the module.
[[gnu::visibility("default")]] heap::descriptor *__gpuc_heap = nullptr;
}

#define WEAK [[gnu::weak]]

namespace {

/// The lanes that run this, and atomics on global memory.
class device_warp {
#define GLOBAL(p) ((__attribute__((address_space(1))) T *)(p))
#define DEVICE __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE
public:
  uint64_t lanes() const { return calling_lanes(); }
  unsigned lane() const { return gpu::lane_id(); }
  uint64_t ballot(uint64_t lanes, bool predicate) const { return ballot_in(lanes, predicate); }
  bool any_here(bool predicate) const {
#if defined(__GPUC_TARGET_NVPTX__)
    return predicate; // each lane has a program counter of its own, and may leave the loop first
#else
    return any_in(calling_lanes(), predicate);
#endif
  }
  uint32_t shuffle(uint64_t lanes, uint32_t value, unsigned from) const {
    return shuffle_word(lanes, value, from);
  }
  uint64_t shuffle(uint64_t lanes, uint64_t value, unsigned from) const {
    const uint64_t high = shuffle_word(lanes, static_cast<uint32_t>(value >> 32), from);
    return high << 32 | shuffle_word(lanes, static_cast<uint32_t>(value), from);
  }

  unsigned number() const {
#if defined(__GPUC_TARGET_NVPTX__)
    // Neighbouring numbers for the same warp of neighbouring multiprocessors. Only a hint: a warp
    // may move.
    return __nvvm_read_ptx_sreg_smid() + 149u * __nvvm_read_ptx_sreg_warpid();
#else
    const unsigned threads = static_cast<unsigned>(gpu::block_dim().count());
    const unsigned warps = (threads + gpu::warp_size() - 1) / gpu::warp_size();
    return static_cast<unsigned>(gpu::block_rank()) * warps + gpu::thread_rank() / gpu::warp_size();
#endif
  }

  template <class T> T load(T *p) const { return __scoped_atomic_load_n(GLOBAL(p), DEVICE); }
  template <class T> void store(T *p, T v) const { __scoped_atomic_store_n(GLOBAL(p), v, DEVICE); }
  template <class T> void store_system(T *p, T v) const {
    __scoped_atomic_store_n(GLOBAL(p), v, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  }
  template <class T> T exchange(T *p, T v) const {
    return __scoped_atomic_exchange_n(GLOBAL(p), v, DEVICE);
  }
  template <class T> T fetch_and(T *p, T v) const {
    return __scoped_atomic_fetch_and(GLOBAL(p), v, DEVICE);
  }
  template <class T> T fetch_or(T *p, T v) const {
    return __scoped_atomic_fetch_or(GLOBAL(p), v, DEVICE);
  }
  template <class T> T fetch_add(T *p, T v) const {
    return __scoped_atomic_fetch_add(GLOBAL(p), v, DEVICE);
  }
  template <class T> T fetch_min(T *p, T v) const {
    return __scoped_atomic_fetch_min(GLOBAL(p), v, DEVICE);
  }
  template <class T> bool compare_exchange(T *p, T *expected, T v) const {
    return __scoped_atomic_compare_exchange_n(GLOBAL(p), expected, v, false, __ATOMIC_RELAXED,
                                              DEVICE);
  }

  void fence() const {
#if defined(__GPUC_TARGET_NVPTX__)
    // The compiler has this fence for the whole system only, and the older one costs more.
    if (__nvvm_reflect("__CUDA_ARCH") >= 700)
      asm volatile("fence.acq_rel.gpu;" ::: "memory");
    else
      __nvvm_membar_gl();
#else
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent");
#endif
  }
  void pause() const {
#if defined(__GPUC_TARGET_NVPTX__)
    if (__nvvm_reflect("__CUDA_ARCH") >= 700)
      asm volatile("nanosleep.u32 200;" ::: "memory");
#else
    __builtin_amdgcn_s_sleep(4);
#endif
  }
#undef GLOBAL
#undef DEVICE
};

using device_allocator = heap::allocator<device_warp>;

/// Ends the thread: `what` is wrong with a block of `bytes` at `memory`.
[[noreturn, gnu::noinline, gnu::cold]] void fail_at(const char *what, const void *memory,
                                                    uint64_t bytes) {
  char text[64], *end = text;
  const auto put = [&](const char *s) {
    while (*s)
      *end++ = *s++;
  };
  const auto put_number = [&](uint64_t n, unsigned base) {
    char digits[24];
    unsigned count = 0;
    do
      digits[count++] = "0123456789abcdef"[n % base];
    while (n /= base);
    while (count)
      *end++ = digits[--count];
  };
  put("0x");
  put_number(reinterpret_cast<uintptr_t>(memory), 16);
  if (bytes) {
    put(", a block of ");
    put_number(bytes, 10);
    put(" bytes");
  }
  *end = 0;
  __gpuc_fail(nullptr, what, text);
}

[[gnu::noinline, gnu::cold]] void *allocate_checked(const heap::descriptor &h, uint64_t bytes,
                                                    uint64_t alignment) {
  device_warp warp;
  device_allocator heap(warp, h);
  heap::block_state state;
  void *memory = heap::checked_allocate(warp, heap, bytes, alignment, state);
  if (state != heap::block_state::live)
    fail_at(heap::describe(state), memory, bytes);
  return memory;
}

[[gnu::noinline, gnu::cold]] void free_checked(const heap::descriptor &h, void *memory) {
  device_warp warp;
  device_allocator heap(warp, h);
  uint64_t bytes;
  const heap::block_state state = heap::checked_release(warp, heap, memory, bytes);
  if (state != heap::block_state::live)
    fail_at(heap::describe(state), memory, bytes);
}

/// Room of the block that begins at `memory`; what the user asked for, with guards.
uint64_t usable_bytes(const heap::descriptor &h, void *memory) {
  device_warp warp;
  device_allocator heap(warp, h);
  if (!(h.flags & heap::heap_check))
    return heap.usable(memory);
  uint64_t bytes;
  const heap::block_state state = heap::check_block(warp, heap, memory, bytes);
  if (state != heap::block_state::live)
    fail_at(heap::describe(state), memory, bytes);
  return bytes;
}

/// Out of line: each place that allocates is one call, and there is one copy of the fast path.
[[gnu::noinline]] void *allocate(uint64_t bytes, uint64_t alignment) {
  const heap::descriptor *h = __gpuc_heap;
  if (!h)
    return nullptr;
  if (h->flags & heap::heap_check) [[unlikely]]
    return allocate_checked(*h, bytes, alignment);
  device_warp warp;
  return device_allocator(warp, *h).allocate(bytes, alignment);
}

constexpr uint64_t least_alignment = heap::granule;

constexpr bool is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

} // namespace

//===----------------------------------------------------------------------===//
// C
//===----------------------------------------------------------------------===//

extern "C" {

WEAK void *malloc(size_t bytes) { return allocate(bytes, least_alignment); }

WEAK [[gnu::noinline]] void free(void *memory) {
  const heap::descriptor *h = __gpuc_heap;
  if (!memory || !h)
    return;
  if (h->flags & heap::heap_check) [[unlikely]]
    return free_checked(*h, memory);
  device_warp warp;
  device_allocator(warp, *h).release(memory);
}

WEAK void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return nullptr;
  void *memory = malloc(bytes);
  return memory ? memset(memory, 0, bytes) : nullptr;
}

WEAK size_t malloc_usable_size(void *memory) {
  const heap::descriptor *h = __gpuc_heap;
  return memory && h ? usable_bytes(*h, memory) : 0;
}

WEAK void *realloc(void *memory, size_t bytes) {
  if (!memory)
    return malloc(bytes);
  const size_t room = malloc_usable_size(memory);
  // With guards the end of the block must move with its size.
  const bool fits = bytes <= room && !(__gpuc_heap && (__gpuc_heap->flags & heap::heap_check));
  if (fits && bytes >= room / 4)
    return memory;
  void *moved = malloc(bytes);
  if (!moved)
    return fits ? memory : nullptr;
  memcpy(moved, memory, bytes < room ? bytes : room);
  free(memory);
  return moved;
}

WEAK void *reallocarray(void *memory, size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? nullptr : realloc(memory, bytes);
}

WEAK void *aligned_alloc(size_t alignment, size_t bytes) {
  return is_power_of_two(alignment) ? allocate(bytes, alignment) : nullptr;
}

WEAK void *memalign(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }

WEAK int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  if (!is_power_of_two(alignment) || alignment < sizeof(void *))
    return EINVAL;
  void *made = allocate(bytes, alignment);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}

} // extern "C"

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

namespace {

GPUC_FAILURE void fail_allocation() { __gpuc_fail(nullptr, "std::bad_alloc", nullptr); }

void *allocate_or_fail(size_t bytes, size_t alignment) {
  void *memory = allocate(bytes, alignment);
  if (!memory) [[unlikely]]
    fail_allocation();
  return memory;
}

} // namespace

// As the standard has it, the forms for arrays and for no exception end in the plain ones, which a
// program may bring.

WEAK void *operator new(size_t bytes) { return allocate_or_fail(bytes, least_alignment); }
WEAK void *operator new(size_t bytes, std::align_val_t alignment) {
  return allocate_or_fail(bytes, static_cast<size_t>(alignment));
}
WEAK void *operator new[](size_t bytes) { return operator new(bytes); }
WEAK void *operator new[](size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}

// These cannot: what fails there ends the thread.
WEAK void *operator new(size_t bytes, const std::nothrow_t &) noexcept { return malloc(bytes); }
WEAK void *operator new(size_t bytes, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocate(bytes, static_cast<size_t>(alignment));
}
WEAK void *operator new[](size_t bytes, const std::nothrow_t &tag) noexcept {
  return operator new(bytes, tag);
}
WEAK void *operator new[](size_t bytes, std::align_val_t alignment,
                          const std::nothrow_t &tag) noexcept {
  return operator new(bytes, alignment, tag);
}

WEAK void operator delete(void *memory) noexcept { free(memory); }
WEAK void operator delete(void *memory, size_t) noexcept { operator delete(memory); }
WEAK void operator delete(void *memory, const std::nothrow_t &) noexcept {
  operator delete(memory);
}
WEAK void operator delete(void *memory, std::align_val_t) noexcept { free(memory); }
WEAK void operator delete(void *memory, size_t, std::align_val_t alignment) noexcept {
  operator delete(memory, alignment);
}
WEAK void operator delete(void *memory, std::align_val_t alignment,
                          const std::nothrow_t &) noexcept {
  operator delete(memory, alignment);
}

WEAK void operator delete[](void *memory) noexcept { operator delete(memory); }
WEAK void operator delete[](void *memory, size_t) noexcept { operator delete[](memory); }
WEAK void operator delete[](void *memory, const std::nothrow_t &) noexcept {
  operator delete[](memory);
}
WEAK void operator delete[](void *memory, std::align_val_t alignment) noexcept {
  operator delete(memory, alignment);
}
WEAK void operator delete[](void *memory, size_t, std::align_val_t alignment) noexcept {
  operator delete[](memory, alignment);
}
WEAK void operator delete[](void *memory, std::align_val_t alignment,
                            const std::nothrow_t &) noexcept {
  operator delete[](memory, alignment);
}
