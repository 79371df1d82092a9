//===- heap_layout.hpp - The device heap's data -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the allocator (heap.hpp) and the runtime that gives it memory
// (runtime/host/heap.cpp) agree on. docs/heap.md describes the design.
//
// The heap is one range of addresses, cut into chunks. A chunk serves one size
// class, as an array of slots, or is part of a large block. The slots of a chunk
// are grouped into slabs; a slab's word says which of its slots are free.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CORE_HEAP_LAYOUT_HPP
#define GPUC_DEVICE_CORE_HEAP_LAYOUT_HPP

#include <stdint.h>

namespace gpu::detail::heap {

inline constexpr unsigned chunk_shift = 16;
inline constexpr uint64_t chunk_bytes = uint64_t{1} << chunk_shift;
inline constexpr unsigned granule = 16;            ///< every slot's size is a multiple of it
inline constexpr uint64_t largest_slot = 32 << 10; ///< bytes; larger blocks take whole chunks

inline constexpr unsigned class_count = 44, class_stride = 64;
inline constexpr unsigned most_slots = 56; ///< of a slab
inline constexpr unsigned most_slabs = 74; ///< of a chunk: 4096 slots of 16 bytes
inline constexpr unsigned most_arenas = 256, most_groups = 16;

//===----------------------------------------------------------------------===//
// Size classes: 16, 32 … 256 bytes, from there four to each doubling
//===----------------------------------------------------------------------===//

/// The smallest class with slots of `bytes`, at most `largest_slot`.
constexpr unsigned class_for(uint64_t bytes) {
  const auto last = static_cast<uint32_t>(bytes ? bytes - 1 : 0);
  if (last < 256)
    return last / granule;
  const unsigned doubling = 31 - static_cast<unsigned>(__builtin_clz(last)); // 8 and up
  return 16 + (doubling - 8) * 4 + ((last >> (doubling - 2)) & 3);
}

/// Bytes of a slot of class `c`.
constexpr uint32_t slot_bytes(unsigned c) {
  return c < 16 ? (c + 1) * granule : (5 + c % 4) << (6 + (c - 16) / 4);
}

/// Slots of a slab of class `c`; the last slab of a chunk may have fewer.
constexpr unsigned slab_slots(unsigned c) { return c < 16 ? 56 : c < 20 ? 40 : c < 24 ? 24 : 16; }

constexpr unsigned chunk_slots(unsigned c) {
  return static_cast<unsigned>(chunk_bytes / slot_bytes(c));
}

constexpr unsigned chunk_slabs(unsigned c) {
  return (chunk_slots(c) + slab_slots(c) - 1) / slab_slots(c);
}

//===----------------------------------------------------------------------===//
// Slabs
//===----------------------------------------------------------------------===//

/// A slab's word. Bits 0 to 55: its free slots. Bits 56 to 61: its class. Bit 63: it is listed,
/// that is, exactly one arena, stack or thread has it to allocate from. A word of a chunk that is
/// no array of slots is 0.
inline constexpr uint64_t free_slots = (uint64_t{1} << most_slots) - 1;
inline constexpr unsigned class_shift = 56;
inline constexpr uint64_t listed = uint64_t{1} << 63;

constexpr unsigned class_of(uint64_t word) {
  return static_cast<unsigned>(word >> class_shift) & (class_stride - 1);
}

/// The word of slab `slab` of a chunk of class `c` with all slots free, listed.
constexpr uint64_t whole_slab(unsigned c, unsigned slab) {
  const unsigned before = slab * slab_slots(c);
  const unsigned rest = chunk_slots(c) - before;
  const unsigned slots = rest < slab_slots(c) ? rest : slab_slots(c);
  return ((uint64_t{1} << slots) - 1) | uint64_t{c} << class_shift | listed;
}

/// Names a slab of a chunk; 0 is none.
constexpr uint32_t slab_id(uint64_t chunk, unsigned slab) {
  return (static_cast<uint32_t>(chunk) << 7 | slab) + 1;
}
constexpr uint32_t chunk_of(uint32_t id) { return (id - 1) >> 7; }
constexpr unsigned slab_of(uint32_t id) { return (id - 1) & 127; }

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

enum chunk_kind : unsigned { chunk_none, chunk_small, chunk_large };

/// A chunk's kind and, for slots, what `free` needs of the class: bits 0 to 5 class, 6 and 7 kind,
/// 8 to 15 slots of a slab, 16 to 39 and 40 to 59 factors that divide by multiplying.
constexpr uint64_t small_shape(unsigned c) {
  const uint32_t units = slot_bytes(c) / granule, slots = slab_slots(c);
  const uint64_t by_units = ((1u << 23) + units - 1) / units;
  const uint64_t by_slots = ((1u << 18) + slots - 1) / slots;
  return c | chunk_small << 6 | uint64_t{slots} << 8 | by_units << 16 | by_slots << 40;
}
inline constexpr uint64_t large_shape = chunk_large << 6;

constexpr unsigned kind_of(uint64_t shape) { return static_cast<unsigned>(shape >> 6) & 3; }
constexpr unsigned shape_class(uint64_t shape) { return static_cast<unsigned>(shape) & 63; }

struct slot_place {
  unsigned slab, slot;
};

/// Where the byte at `offset` of a chunk is.
constexpr slot_place locate(uint64_t shape, uint32_t offset) {
  // Exact: the error of a rounded-up factor stays below one part of the dividend times divisor,
  // which is less than 2^23 (4096 * 2048) and 2^18 (4096 * 56).
  const auto index =
      static_cast<uint32_t>(uint64_t{offset / granule} * (shape >> 16 & 0xffffff) >> 23);
  const auto slab = index * static_cast<uint32_t>(shape >> 40 & 0xfffff) >> 18;
  return {slab, index - slab * static_cast<uint32_t>(shape >> 8 & 0xff)};
}

/// What is known of a chunk; zero at first.
struct alignas(1024) chunk_data {
  uint64_t shape;
  uint32_t run;         ///< chunks of the large block that begins here
  uint32_t idle, taken; ///< counts of whole slabs, while memory is reclaimed
  uint64_t words[most_slabs];
  uint32_t next[most_slabs]; ///< the slab behind in the stack that it is in
};
static_assert(sizeof(chunk_data) == 1024);

//===----------------------------------------------------------------------===//
// The heap
//===----------------------------------------------------------------------===//

/// In host memory that the device writes.
struct report_area {
  uint32_t used_chunks;
  uint32_t failures;     ///< how often memory ran out
  uint64_t failed_bytes; ///< what was asked for when it last did
};

/// A word that many write, in a cache line of its own.
struct alignas(128) shared_word {
  uint32_t value;
};

/// What changes while kernels run; in device memory, zero at first.
struct state {
  shared_word hint;      ///< no chunk is free in the words of the map before this one, it is hoped
  shared_word used;      ///< chunks
  shared_word lock;      ///< held while memory is reclaimed or a large block is looked for
  shared_word reclaimed; ///< how often memory was
  alignas(
      128) uint64_t stacks[class_count][most_groups]; ///< slab id of the top; upper half: changes
  alignas(128) uint32_t carving[class_count][most_groups]; ///< locks: a chunk is being cut up
  alignas(128) uint32_t arenas[most_arenas][class_stride]; ///< slab id to allocate from
};

enum heap_flag : uint32_t {
  heap_check = 1, ///< blocks have guards (heap_check.hpp)
};

/// What `__gpuc_heap` points to. Constant while a kernel runs.
struct descriptor {
  char *data;         ///< aligned to a chunk's size at the least
  chunk_data *chunks; ///< one a chunk
  uint64_t *map;      ///< bit n: chunk n is there and free
  state *shared;
  report_area *report;
  uint64_t reserved_bytes; ///< of `data`, with memory behind it or not
  uint64_t bytes;          ///< of `data` that have memory behind them
  uint32_t map_words;      ///< for them
  uint32_t arena_mask, group_mask;
  uint32_t flags; ///< of `heap_flag`
};

} // namespace gpu::detail::heap

#endif // GPUC_DEVICE_CORE_HEAP_LAYOUT_HPP
