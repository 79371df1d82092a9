//===- memory_access.cpp - Where a lane's addresses lead --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "memory_access.hpp"

namespace hipsim {
namespace {

[[noreturn]] void outside(const char *what, u32 bytes, u64 address, const char *of, u64 size) {
  throw fault(std::string(what) + " " + std::to_string(bytes) + " bytes at " +
              std::to_string(address) + " of " + of + ", which has " + std::to_string(size) +
              " bytes");
}

f16 half_of(u32 word, bool high) {
  return std::bit_cast<f16>(static_cast<u16>(high ? word >> 16 : word));
}

f32 widened(u32 bits) { return std::bit_cast<f32>(bits << 16); }

/// To the nearest bfloat16, ties to even.
u32 narrowed(f32 value) {
  const u32 bits = std::bit_cast<u32>(value);
  if (value != value)
    return bits >> 16 | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

} // namespace

place locate_lds(wave &w, u64 address, u32 bytes, const char *what) {
  local_memory &lds = w.in->lds;
  if (address > lds.bytes.size() || bytes > lds.bytes.size() - address) [[unlikely]]
    outside(what, bytes, address, "the group's LDS", lds.bytes.size());
  return {lds.bytes.data() + address, lds.written.data() + address};
}

place locate(wave &w, space in, u64 address, unsigned lane, u32 bytes, const char *what) {
  if (in == space::flat) {
    if (high_word(address) == shared_aperture)
      return locate_lds(w, low_word(address), bytes, what);
    if (high_word(address) == private_aperture)
      in = space::scratch;
  }
  if (in == space::scratch) {
    const u64 at = low_word(address);
    if (at > w.scratch_bytes || bytes > w.scratch_bytes - at) [[unlikely]]
      outside(what, bytes, at, "a lane's scratch memory", w.scratch_bytes);
    return {w.scratch.get() + u64{lane} * w.scratch_bytes + at, nullptr};
  }
  if (w.last_generation != w.memory.generation() || !w.last_allocation.contains(address, bytes))
      [[unlikely]] {
    w.last_generation = w.memory.generation();
    w.last_allocation = w.memory.need(address, bytes, what);
  }
  return {reinterpret_cast<u8 *>(address), nullptr};
}

void load_words(const u8 *from, u32 *to, unsigned step, unsigned words) {
  unsigned n = 0;
  for (; n + 2 <= words && reinterpret_cast<u64>(from + 4 * n) % 8 == 0; n += 2) {
    const u64 both = load_whole<u64>(from + 4 * n);
    to[n * step] = low_word(both);
    to[(n + 1) * step] = high_word(both);
  }
  for (; n < words; ++n)
    to[n * step] = load_whole<u32>(from + 4 * n);
}

void store_words(u8 *to, const u32 *from, unsigned step, unsigned words) {
  unsigned n = 0;
  for (; n + 2 <= words && reinterpret_cast<u64>(to + 4 * n) % 8 == 0; n += 2)
    store_whole<u64>(to + 4 * n, join(from[n * step], from[(n + 1) * step]));
  for (; n < words; ++n)
    store_whole<u32>(to + 4 * n, from[n * step]);
}

u32 atomics::pk_add_f16(u32 a, u32 b) {
  const f16 low = half_of(a, false) + half_of(b, false);
  const f16 high = half_of(a, true) + half_of(b, true);
  return std::bit_cast<u16>(low) | u32{std::bit_cast<u16>(high)} << 16;
}

u32 atomics::pk_add_bf16(u32 a, u32 b) {
  const u32 low = narrowed(widened(a & 0xffff) + widened(b & 0xffff));
  const u32 high = narrowed(widened(a >> 16) + widened(b >> 16));
  return low | high << 16;
}

} // namespace hipsim
