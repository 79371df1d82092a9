//===- block.hpp - What the threads of a block do together ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions, scans and votes over a block of any shape, built from the warp
// operations and one shared array a function. Device code only. Every thread of
// the block must reach the call, as for `sync_threads`; consecutive calls need no
// barrier between them.
//
// Each works in three steps: every warp combines its lanes and leaves its total in
// shared memory; warp 0 combines the totals; every thread adds its part. A second
// array takes what warp 0 makes, so that a fast warp's next call, which writes the
// first, cannot overtake a slow warp that still reads.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_BLOCK_HPP
#define GPU_BLOCK_HPP

#include <gpu/warp.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu {
namespace detail {

/// Warps of the largest block: 1024 threads in warps of 32.
inline constexpr unsigned max_warps = 32;

/// A thread's place among the warps of its block.
struct warp_place {
  unsigned warp;       ///< this warp
  unsigned warps;      ///< of the block; the last may be partial
  std::uint64_t lanes; ///< lanes of this warp that the block has
};

[[gnu::always_inline]] inline std::uint64_t first_lanes(unsigned count) {
  return ~std::uint64_t{0} >> (64 - count);
}

[[gnu::always_inline]] inline warp_place place_in_block() {
  const unsigned size = warp_size(), threads = static_cast<unsigned>(block_dim().count());
  const unsigned warp = thread_rank() / size, rest = threads - warp * size;
  return {warp, (threads + size - 1) / size, first_lanes(rest < size ? rest : size)};
}

/// Room for `Count` values of `T` in shared memory, where a type with a constructor cannot stand.
template <class T, unsigned Count> struct raw_array {
  alignas(T) unsigned char bytes[Count * sizeof(T)];

  [[gnu::always_inline]] void store(unsigned i, const T &value) {
    __builtin_memcpy(bytes + i * sizeof(T), &value, sizeof(T));
  }
  /// Element `i`; `like` gives the result a value to start from.
  [[gnu::always_inline]] T load(unsigned i, T like) const {
    __builtin_memcpy(&like, bytes + i * sizeof(T), sizeof(T));
    return like;
  }
};

} // namespace detail

/// Combines the values of the block's threads by `op`, which must be associative and commutative;
/// every thread gets the result.
template <class T, class Op = plus>
[[gnu::always_inline]] inline T block_reduce(T value, Op op = {}) {
  [[gpu::shared]] static detail::raw_array<T, detail::max_warps> totals;
  [[gpu::shared]] static detail::raw_array<T, 1> result;
  const auto [warp, warps, lanes] = detail::place_in_block();
  value = detail::reduce_in(lanes, value, op);
  const unsigned lane = lane_id();
  if (lane == 0)
    totals.store(warp, value);
  sync_threads();
  // Warp 0 is full where there are more warps than one, so a lane stands for each warp.
  if (warp == 0 && lane < warps) {
    value = detail::reduce_in(detail::first_lanes(warps), totals.load(lane, value), op);
    if (lane == 0)
      result.store(0, value);
  }
  sync_threads();
  return result.load(0, value);
}

namespace detail {

/// A thread's inclusive scan over its warp, and what the warps before contribute.
template <class T> struct block_scan_parts { T in_warp, before; };

template <class T, class Op>
[[gnu::always_inline]] inline block_scan_parts<T> scan_warps(const warp_place &place, T value,
                                                             Op op) {
  [[gpu::shared]] static raw_array<T, max_warps> totals;
  [[gpu::shared]] static raw_array<T, max_warps> prefixes;
  const unsigned lane = lane_id();
  value = scan_in(place.lanes, value, op);
  if (lane == 63 - static_cast<unsigned>(__builtin_clzll(place.lanes)))
    totals.store(place.warp, value);
  sync_threads();
  if (place.warp == 0 && lane < place.warps)
    prefixes.store(lane, scan_in(first_lanes(place.warps), totals.load(lane, value), op));
  sync_threads();
  return {value, place.warp == 0 ? value : prefixes.load(place.warp - 1, value)};
}

} // namespace detail

/// Combines the values of the threads up to and including the own one, in order of `thread_rank`,
/// by the associative `op`.
template <class T, class Op = plus>
[[gnu::always_inline]] inline T block_inclusive_scan(T value, Op op = {}) {
  const auto place = detail::place_in_block();
  const auto parts = detail::scan_warps(place, value, op);
  return place.warp == 0 ? parts.in_warp : static_cast<T>(op(parts.before, parts.in_warp));
}

/// Combines `init` and the values of the threads before the own one, in order of `thread_rank`, by
/// the associative `op`.
template <class T, class Op = plus>
[[gnu::always_inline]] inline T block_exclusive_scan(T value, Op op = {},
                                                     std::type_identity_t<T> init = T{}) {
  const auto place = detail::place_in_block();
  const auto parts = detail::scan_warps(place, value, op);
  const T front = detail::shuffle_in(place.lanes, parts.in_warp, lane_id() - 1);
  const T base = place.warp == 0 ? init : static_cast<T>(op(init, parts.before));
  return lane_id() == 0 ? base : static_cast<T>(op(base, front));
}

/// Sum, least and greatest of the threads' values, for every thread.
template <class T> [[gnu::always_inline]] inline T block_sum(T value) {
  return block_reduce(value, plus{});
}
template <class T> [[gnu::always_inline]] inline T block_min(T value) {
  return block_reduce(value, minimum{});
}
template <class T> [[gnu::always_inline]] inline T block_max(T value) {
  return block_reduce(value, maximum{});
}

/// `sync_threads`, and the number of threads for which `predicate` holds.
[[gnu::always_inline]] inline unsigned sync_threads_count(bool predicate) {
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_NVPTX__)
  return static_cast<unsigned>(__nvvm_bar0_popc(predicate));
#else
  return block_sum(predicate ? 1u : 0u);
#endif
}

/// `sync_threads`, and whether `predicate` holds for one thread or more.
[[gnu::always_inline]] inline bool sync_threads_or(bool predicate) {
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_NVPTX__)
  return __nvvm_bar0_or(predicate) != 0;
#else
  return sync_threads_count(predicate) != 0;
#endif
}

/// `sync_threads`, and whether `predicate` holds for every thread.
[[gnu::always_inline]] inline bool sync_threads_and(bool predicate) {
  return !sync_threads_or(!predicate);
}

} // namespace gpu

#endif // GPU_BLOCK_HPP
