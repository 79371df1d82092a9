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

enum class block_state { live, outside, not_allocated, freed, underflow, overflow, written };

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
  case block_state::written:
    return "heap: a write to a block that was free";
  default:
    return "";
  }
}

/// Sets bytes to `freed_byte`.
inline void set_freed(unsigned char *at, const unsigned char *end) {
  while (at != end)
    *at++ = freed_byte;
}

/// Whether the bytes of the block that was freed last at `raw` are as `checked_release` left them.
/// If not, `bytes` is set to the block's.
template <class Warp>
bool is_untouched(allocator<Warp> &heap, const unsigned char *raw, uint64_t &bytes) {
  const auto &header = *reinterpret_cast<const block_header *>(raw);
  if (header.mark != (freed_mark ^ reinterpret_cast<uintptr_t>(raw)))
    return true; // none was, or not by this size class
  // Only what is the block's own now: the chunk may have gone to a smaller class.
  const uint64_t room = heap.usable(raw);
  for (uint64_t i = header.prefix; i < room && i - header.prefix < header.bytes; ++i)
    if (raw[i] != freed_byte) {
      bytes = header.bytes;
      return false;
    }
  return true;
}

/// As `allocator::allocate`, with guards. Where the memory was written to while it was free,
/// `state` becomes `written`, and `bytes` what the block before had; it stays taken.
template <class Warp>
void *checked_allocate(Warp &warp, allocator<Warp> &heap, uint64_t &bytes, uint64_t alignment,
                       block_state &state) {
  const uint64_t prefix = alignment > sizeof(block_header) ? alignment : sizeof(block_header);
  const uint64_t added = prefix + guard_bytes;
  // A size that does not fit asks for what no heap has: lanes stay together.
  const uint64_t whole = bytes > ~uint64_t{0} - added ? ~uint64_t{0} : bytes + added;
  auto *raw = static_cast<unsigned char *>(heap.allocate(whole, alignment));
  state = block_state::live;
  if (!raw)
    return nullptr;
  warp.fence(); // who freed it may be on another multiprocessor
  if (!is_untouched(heap, raw, bytes)) {
    state = block_state::written;
    return raw + reinterpret_cast<const block_header *>(raw)->prefix;
  }
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
  auto *raw = user - header->prefix;
  // All but the headers: no older one is left in the block that could be taken for its own.
  set_freed(user, raw + heap.usable(raw));
  if (header->prefix > 2 * sizeof(block_header))
    set_freed(raw + sizeof(block_header), user - sizeof(block_header));
  warp.store(&reinterpret_cast<block_header *>(raw)->mark,
             freed_mark ^ reinterpret_cast<uintptr_t>(raw));
  heap.release(raw);
  return block_state::live;
}

} // namespace gpu::detail::heap

#endif // GPUC_DEVICE_CORE_HEAP_CHECK_HPP
