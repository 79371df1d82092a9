//===- heap_check.hpp - The device heap's debug mode ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With GPUC_HEAP_CHECK=1 a block lies between guards:
//
//   block_header | space up to the alignment | block_header | the user's bytes | guard
//
// Where the alignment is 32 bytes or less, the two headers are one. The first is
// where the runtime finds blocks that were not freed at exit; the second is in
// front of the pointer, where `free` looks, and its marks show writes below the
// block.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CORE_HEAP_CHECK_HPP
#define GPUC_DEVICE_CORE_HEAP_CHECK_HPP

#include "heap.hpp"

namespace gpu::detail::heap {

/// In front of a block. Its mark depends on its address, so that a copy of it is none.
struct block_header {
  uint64_t bytes;  ///< that the user asked for
  uint64_t prefix; ///< bytes from the first header to the user's bytes
  uint64_t guard;  ///< `guard_pattern`
  uint64_t mark;   ///< `live_mark` or `freed_mark` and the own address
};
static_assert(sizeof(block_header) == 32);

inline constexpr uint64_t live_mark = 0x6c697665c35aa53c, freed_mark = 0x66726565d24bb42d;
inline constexpr uint64_t guard_pattern = 0xfdfdfdfdfdfdfdfd;
inline constexpr unsigned guard_bytes = 16;
inline constexpr unsigned char freed_byte = 0xdd;

enum class block_state { live, outside, not_allocated, freed, underflow, overflow };

/// What is wrong with a block, for error texts.
constexpr const char *describe(block_state state) {
  switch (state) {
  case block_state::outside:
    return "heap: free of a pointer that is not in the heap";
  case block_state::not_allocated:
    return "heap: free of a pointer that malloc did not return, or a write before the block";
  case block_state::freed:
    return "heap: double free";
  case block_state::underflow:
    return "heap: a write before the block";
  case block_state::overflow:
    return "heap: a write behind the end of the block";
  default:
    return "";
  }
}

/// As `allocator::allocate`, with guards.
template <class Warp>
void *checked_allocate(allocator<Warp> &heap, uint64_t bytes, uint64_t alignment) {
  const uint64_t prefix = alignment > sizeof(block_header) ? alignment : sizeof(block_header);
  const uint64_t added = prefix + guard_bytes;
  // A size that does not fit asks for what no heap has: lanes stay together.
  const uint64_t whole = bytes > ~uint64_t{0} - added ? ~uint64_t{0} : bytes + added;
  auto *raw = static_cast<unsigned char *>(heap.allocate(whole, alignment));
  if (!raw)
    return nullptr;
  unsigned char *const headers[] = {raw, raw + prefix - sizeof(block_header)};
  for (unsigned char *at : headers)
    *reinterpret_cast<block_header *>(at) = {bytes, prefix, guard_pattern,
                                             live_mark ^ reinterpret_cast<uintptr_t>(at)};
  for (unsigned i = 0; i != guard_bytes; ++i)
    raw[prefix + bytes + i] = static_cast<unsigned char>(guard_pattern);
  return raw + prefix;
}

/// What a pointer is that is to be freed or used. `bytes` is set where its header is whole.
template <class Warp>
block_state check_block(Warp &warp, allocator<Warp> &heap, const void *memory, uint64_t &bytes) {
  bytes = 0;
  auto *user = static_cast<const unsigned char *>(memory);
  auto *header = reinterpret_cast<block_header *>(const_cast<unsigned char *>(user)) - 1;
  if (!heap.contains(memory) || !heap.contains(header))
    return block_state::outside;
  const auto address = reinterpret_cast<uintptr_t>(header);
  if (address % granule)
    return block_state::not_allocated;
  const uint64_t mark = warp.load(&header->mark);
  if (mark != (live_mark ^ address) && mark != (freed_mark ^ address))
    return block_state::not_allocated;
  bytes = header->bytes;
  if (mark == (freed_mark ^ address))
    return block_state::freed;
  if (header->guard != guard_pattern)
    return block_state::underflow;
  for (unsigned i = 0; i != guard_bytes; ++i)
    if (user[bytes + i] != static_cast<unsigned char>(guard_pattern))
      return block_state::overflow;
  return block_state::live;
}

/// As `allocator::release`; what is wrong with the block, if anything, in which case it is left
/// as it is.
template <class Warp>
block_state checked_release(Warp &warp, allocator<Warp> &heap, void *memory, uint64_t &bytes) {
  const block_state state = check_block(warp, heap, memory, bytes);
  if (state != block_state::live)
    return state;
  auto *user = static_cast<unsigned char *>(memory);
  auto *header = reinterpret_cast<block_header *>(user) - 1;
  const auto address = reinterpret_cast<uintptr_t>(header);
  uint64_t live = live_mark ^ address;
  if (!warp.compare_exchange(&header->mark, &live, freed_mark ^ address))
    return block_state::freed; // by another thread just now
  for (uint64_t i = 0; i != bytes; ++i)
    user[i] = freed_byte;
  auto *raw = user - header->prefix;
  warp.store(&reinterpret_cast<block_header *>(raw)->mark,
             freed_mark ^ reinterpret_cast<uintptr_t>(raw));
  heap.release(raw);
  return block_state::live;
}

} // namespace gpu::detail::heap

#endif // GPUC_DEVICE_CORE_HEAP_CHECK_HPP
