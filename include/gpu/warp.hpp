//===- warp.hpp - What the threads of a warp do together --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers, shuffles, votes, reductions and scans. Device code only: in host code
// each reports the mistake and aborts.
//
// The warp functions work on the lanes that reach the call together: threads that
// returned, or took another branch, take no part, and a warp may be partial. A
// function that reads another lane gives a lane its own value back where the other
// takes no part.
//
// The scan over any set of lanes is pointer jumping: Hillis and Steele, "Data
// parallel algorithms", CACM 29 (1986), with the distance counted in taking part.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_WARP_HPP
#define GPU_WARP_HPP

#include <gpu/index.hpp>

#include <cstdint>
#include <type_traits>

#if defined(__GPUC_DEVICE__)
#if defined(__GPUC_TARGET_NVPTX__)
#include <gpu/detail/warp_nvptx.hpp>
#elif defined(__GPUC_TARGET_AMDGPU__)
#include <gpu/detail/warp_amdgpu.hpp>
#else
#include <gpu/detail/warp_cpu.hpp>
#endif
#else
namespace gpu::detail {
inline std::uint64_t calling_lanes() { __gpuc_device_only("a gpu:: warp function"); }
inline std::uint64_t real_mask(std::uint64_t) { __gpuc_device_only("a gpu:: warp function"); }
inline std::uint32_t shuffle_word(std::uint64_t, std::uint32_t, unsigned) {
  __gpuc_device_only("a gpu:: warp function");
}
inline std::uint64_t ballot_in(std::uint64_t, bool) { __gpuc_device_only("gpu::ballot"); }
inline bool any_in(std::uint64_t, bool) { __gpuc_device_only("gpu::any"); }
inline bool all_in(std::uint64_t, bool) { __gpuc_device_only("gpu::all"); }
inline void sync_lanes(std::uint64_t) { __gpuc_device_only("gpu::sync_warp"); }
inline void sync_block() { __gpuc_device_only("gpu::sync_threads"); }
} // namespace gpu::detail
#endif

namespace gpu {

/// Addition, an operation for `reduce` and scans.
struct plus {
  /// a + b
  template <class T> constexpr T operator()(const T &a, const T &b) const {
    return static_cast<T>(a + b);
  }
};
/// The lesser of two, an operation for `reduce` and scans.
struct minimum {
  /// `b` where it is less than `a`, else `a`
  template <class T> constexpr T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
/// The greater of two, an operation for `reduce` and scans.
struct maximum {
  /// `b` where it is greater than `a`, else `a`
  template <class T> constexpr T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};

/// Waits until every thread of the block that has not returned is here; what they wrote to shared
/// and global memory before it, all of them see after it. All or none of them must reach the call.
[[gnu::always_inline]] inline void sync_threads() { detail::sync_block(); }

/// As `sync_threads`, for the lanes of the warp that reach the call together.
[[gnu::always_inline]] inline void sync_warp() { detail::sync_lanes(detail::calling_lanes()); }

/// The lanes that run this call together, bit n for lane n.
[[gnu::always_inline]] inline std::uint64_t active_mask() {
  return detail::real_mask(detail::calling_lanes());
}

/// The lanes for which `predicate` holds, bit n for lane n.
[[gnu::always_inline]] inline std::uint64_t ballot(bool predicate) {
  return detail::ballot_in(detail::calling_lanes(), predicate);
}

/// Whether `predicate` holds for one lane or more.
[[gnu::always_inline]] inline bool any(bool predicate) {
  return detail::any_in(detail::calling_lanes(), predicate);
}

/// Whether `predicate` holds for all lanes.
[[gnu::always_inline]] inline bool all(bool predicate) {
  return detail::all_in(detail::calling_lanes(), predicate);
}

namespace detail {

/// `value` of lane `source`, or the own one where that lane is not in `mask`.
template <class T>
[[gnu::always_inline]] inline T shuffle_in([[maybe_unused]] std::uint64_t mask, T value,
                                           unsigned source) {
  static_assert(std::is_trivially_copyable_v<T>,
                "a shuffle copies bytes between lanes: the type must be trivially copyable");
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_CPU__)
  using word = unsigned long;
  const auto get = [=](word w) { return shuffle_word(w, source); };
#else
  using word = std::uint32_t;
  const bool there = source < warp_size() && (mask >> (source & 63) & 1);
  const unsigned from = there ? source : lane_id();
  const auto get = [=](word w) { return shuffle_word(mask, w, from); };
#endif
  word words[(sizeof(T) + sizeof(word) - 1) / sizeof(word)] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (word &w : words)
    w = get(w);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

/// The mask of a warp without a missing lane.
[[gnu::always_inline]] inline std::uint64_t full_mask() {
  return ~std::uint64_t{0} >> (64 - warp_size());
}

/// Inclusive scan over the lanes of `mask`, which may have gaps, in lane order.
template <class T, class Op>
[[gnu::always_inline]] inline T scan_in(std::uint64_t mask, T value, Op op) {
  const unsigned lane = lane_id();
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_CPU__)
  if constexpr (sizeof(T) <= sizeof(unsigned long))
    return exchange_fold(value, lane, op);
  if (mask == 0)
    mask = real_mask(mask);
#endif
  // `before` is the lane whose value is to be put in front of the own one; each step doubles how
  // many lanes that value stands for. A lane that has all points to itself.
  const std::uint64_t below = mask & ((std::uint64_t{1} << lane) - 1);
  unsigned before = below ? 63 - static_cast<unsigned>(__builtin_clzll(below)) : lane;
  for (unsigned step = 1; step < warp_size(); step *= 2) {
    const T front = shuffle_in(mask, value, before);
    const unsigned next = shuffle_in(mask, before, before);
    if (before != lane) {
      value = static_cast<T>(op(front, value));
      before = next == before ? lane : next;
    }
  }
  return value;
}

/// Reduction over the lanes of `mask`; every lane gets the result.
template <class T, class Op>
[[gnu::always_inline]] inline T reduce_in(std::uint64_t mask, T value, Op op) {
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_CPU__)
  if constexpr (sizeof(T) <= sizeof(unsigned long))
    return exchange_fold(value, cpu_warp_size - 1, op);
  if (mask == 0)
    mask = real_mask(mask);
#endif
  if (mask == full_mask()) {
    const unsigned lane = lane_id();
    for (unsigned step = warp_size() / 2; step != 0; step /= 2)
      value = static_cast<T>(op(value, shuffle_in(full_mask(), value, lane ^ step)));
    return value;
  }
  const unsigned last = 63 - static_cast<unsigned>(__builtin_clzll(mask));
  return shuffle_in(mask, scan_in(mask, value, op), last);
}

/// Exclusive scan over the lanes of `mask`, in lane order, beginning with `init`.
template <class T, class Op>
[[gnu::always_inline]] inline T exclusive_scan_in(std::uint64_t mask, T value, Op op, T init) {
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_CPU__)
  if (mask == 0)
    mask = real_mask(mask);
#endif
  const std::uint64_t below = mask & ((std::uint64_t{1} << lane_id()) - 1);
  const unsigned before = below ? 63 - static_cast<unsigned>(__builtin_clzll(below)) : lane_id();
  const T front = shuffle_in(mask, scan_in(mask, value, op), before);
  return below ? static_cast<T>(op(init, front)) : init;
}

} // namespace detail

/// `value` of lane `source`.
template <class T> [[gnu::always_inline]] inline T shuffle(T value, unsigned source) {
  return detail::shuffle_in(detail::calling_lanes(), value, source);
}

/// `value` of the lane `distance` below.
template <class T> [[gnu::always_inline]] inline T shuffle_up(T value, unsigned distance) {
  return detail::shuffle_in(detail::calling_lanes(), value, lane_id() - distance);
}

/// `value` of the lane `distance` above.
template <class T> [[gnu::always_inline]] inline T shuffle_down(T value, unsigned distance) {
  return detail::shuffle_in(detail::calling_lanes(), value, lane_id() + distance);
}

/// `value` of the lane whose number differs in the bits of `bits`.
template <class T> [[gnu::always_inline]] inline T shuffle_xor(T value, unsigned bits) {
  return detail::shuffle_in(detail::calling_lanes(), value, lane_id() ^ bits);
}

/// Combines the values of the lanes by `op`, which must be associative and commutative (as for
/// `std::reduce`); every lane gets the result.
template <class T, class Op = plus>
[[gnu::always_inline]] inline T warp_reduce(T value, Op op = {}) {
  return detail::reduce_in(detail::calling_lanes(), value, op);
}

/// Combines the values of the lanes up to and including the own one, in lane order, by the
/// associative `op`.
template <class T, class Op = plus>
[[gnu::always_inline]] inline T warp_inclusive_scan(T value, Op op = {}) {
  return detail::scan_in(detail::calling_lanes(), value, op);
}

/// Combines `init` and the values of the lanes before the own one, in lane order, by the
/// associative `op`.
template <class T, class Op = plus>
[[gnu::always_inline]] inline T warp_exclusive_scan(T value, Op op = {},
                                                    std::type_identity_t<T> init = T{}) {
  return detail::exclusive_scan_in(detail::calling_lanes(), value, op, init);
}

/// Sum, least and greatest of the lanes' values, for every lane.
template <class T> [[gnu::always_inline]] inline T warp_sum(T value) {
  return warp_reduce(value, plus{});
}
template <class T> [[gnu::always_inline]] inline T warp_min(T value) {
  return warp_reduce(value, minimum{});
}
template <class T> [[gnu::always_inline]] inline T warp_max(T value) {
  return warp_reduce(value, maximum{});
}

} // namespace gpu

#endif // GPU_WARP_HPP
