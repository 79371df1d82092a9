//===- memory_access.hpp - Where a lane's addresses lead --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_MEMORY_ACCESS_HPP
#define GPUC_TEST_HIPSIM_MEMORY_ACCESS_HPP

#include "semantics.hpp"

#include <cstring>

namespace hipsim {

enum class space : u8 { global, flat, scratch };

/// A place in the host's memory.
struct place {
  u8 *bytes = nullptr;
  u8 *written = nullptr; ///< in LDS: for each byte, whether it was
};

/// Faults where the bytes are not all there.
place locate(wave &w, space in, u64 address, unsigned lane, u32 bytes, const char *what);
place locate_lds(wave &w, u64 address, u32 bytes, const char *what);

/// The host sees memory while a kernel runs, so naturally aligned words are read and written whole.
template <class T> T load_whole(const u8 *from) {
  if (reinterpret_cast<u64>(from) % sizeof(T) == 0)
    return __atomic_load_n(reinterpret_cast<const T *>(from), __ATOMIC_ACQUIRE);
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <class T> void store_whole(u8 *to, T value) {
  if (reinterpret_cast<u64>(to) % sizeof(T) == 0)
    __atomic_store_n(reinterpret_cast<T *>(to), value, __ATOMIC_RELEASE);
  else
    std::memcpy(to, &value, sizeof(T));
}

/// `words` of 4 bytes; two of them together where they are aligned so.
void load_words(const u8 *from, u32 *to, unsigned step, unsigned words);
void store_words(u8 *to, const u32 *from, unsigned step, unsigned words);

/// False where a byte of LDS was never written.
inline bool was_written(const place &p, u32 bytes) {
  return !p.written || std::memchr(p.written, 0, bytes) == nullptr;
}

/// Replaces the value at an aligned place by `f(old, operand)` in one step; returns the old one.
template <class T, class F> T atomic_update(const place &p, F f) {
  T *const at = reinterpret_cast<T *>(p.bytes);
  T old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (true) {
    const T wanted = f(old);
    if (__atomic_compare_exchange_n(at, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      return old;
  }
}

/// Calls `add(suffix, f)` for the atomic operations with two operands, of both processors' names.
/// `f` has the type of its words, `u32` or `u64`.
namespace atomics {
template <class T> constexpr T add(T a, T b) { return a + b; }
template <class T> constexpr T sub(T a, T b) { return a - b; }
template <class T> constexpr T rsub(T a, T b) { return b - a; }
template <class T> constexpr T umin(T a, T b) { return a < b ? a : b; }
template <class T> constexpr T umax(T a, T b) { return a > b ? a : b; }
template <class T> constexpr T smin(T a, T b) {
  using S = std::make_signed_t<T>;
  return static_cast<S>(a) < static_cast<S>(b) ? a : b;
}
template <class T> constexpr T smax(T a, T b) {
  using S = std::make_signed_t<T>;
  return static_cast<S>(a) > static_cast<S>(b) ? a : b;
}
template <class T> constexpr T band(T a, T b) { return a & b; }
template <class T> constexpr T bor(T a, T b) { return a | b; }
template <class T> constexpr T bxor(T a, T b) { return a ^ b; }
template <class T> constexpr T inc(T a, T b) { return a >= b ? 0 : a + 1; }
template <class T> constexpr T dec(T a, T b) { return a == 0 || a > b ? b : a - 1; }
template <class T> constexpr T swap(T, T b) { return b; }
template <class T> using float_of = std::conditional_t<sizeof(T) == 4, f32, f64>;
template <class T> T fadd(T a, T b) {
  using F = float_of<T>;
  return std::bit_cast<T>(std::bit_cast<F>(a) + std::bit_cast<F>(b));
}
template <class T> T fmin(T a, T b) {
  using F = float_of<T>;
  return std::bit_cast<T>(__builtin_elementwise_minnum(std::bit_cast<F>(a), std::bit_cast<F>(b)));
}
template <class T> T fmax(T a, T b) {
  using F = float_of<T>;
  return std::bit_cast<T>(__builtin_elementwise_maxnum(std::bit_cast<F>(a), std::bit_cast<F>(b)));
}
u32 pk_add_f16(u32 a, u32 b);
u32 pk_add_bf16(u32 a, u32 b);
} // namespace atomics

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_MEMORY_ACCESS_HPP
