//===- warp_cpu.hpp - Warp primitives of the CPU target ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What warp.hpp is built from, for the CPU target. Lanes meet at suspend points
// (cpu_abi.hpp) and pass words through `cpu_block::exchange`. Who meets is known
// only after the suspend point, in `cpu_block::active`, so the mask arguments are
// ignored, and `calling_lanes` gives 0 for "not known yet".
//
// Every exchange suspends twice: once for all to have written, once for all to
// have read before anyone writes again.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_WARP_CPU_HPP
#define GPU_DETAIL_WARP_CPU_HPP

#include <gpu/detail/cpu_abi.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::detail {

[[gnu::always_inline]] inline std::uint64_t calling_lanes() { return 0; }

/// The lanes that run this call together.
[[gnu::always_inline]] inline std::uint64_t real_mask(std::uint64_t) {
  __gpuc_cpu_suspend(cpu_suspend_warp);
  return __gpuc_cpu_block()->active[__gpuc_cpu_item()];
}

/// The words that the lanes of one warp passed to `exchange_words`.
struct lane_words {
  const unsigned long *words; ///< by lane
  std::uint64_t mask;         ///< the lanes that take part
};

/// Gives `read(lane_words)` the word of every lane that runs this call together, and returns what
/// it returns.
template <class Read>
[[gnu::always_inline]] inline auto exchange_words(unsigned long word, Read read) {
  const unsigned item = __gpuc_cpu_item();
  __gpuc_cpu_block()->exchange[item] = word;
  __gpuc_cpu_suspend(cpu_suspend_warp);
  const cpu_block *block = __gpuc_cpu_block();
  auto result =
      read(lane_words{block->exchange + item / cpu_warp_size * cpu_warp_size, block->active[item]});
  __gpuc_cpu_suspend(cpu_suspend_warp);
  return result;
}

/// `word` of lane `source`, or the own one where that lane takes no part.
[[gnu::always_inline]] inline unsigned long shuffle_word(unsigned long word, unsigned source) {
  return exchange_words(word, [=](lane_words lanes) {
    return source < cpu_warp_size && (lanes.mask >> source & 1) ? lanes.words[source] : word;
  });
}

[[gnu::always_inline]] inline std::uint64_t ballot_in(std::uint64_t, bool predicate) {
  return exchange_words(predicate, [](lane_words lanes) {
    std::uint64_t bits = 0;
    for (unsigned lane = 0; lane != cpu_warp_size; ++lane)
      bits |= (lanes.mask >> lane & 1 & lanes.words[lane]) << lane;
    return bits;
  });
}

[[gnu::always_inline]] inline bool any_in(std::uint64_t mask, bool predicate) {
  return ballot_in(mask, predicate) != 0;
}

[[gnu::always_inline]] inline bool all_in(std::uint64_t mask, bool predicate) {
  return ballot_in(mask, !predicate) == 0;
}

[[gnu::always_inline]] inline void sync_lanes(std::uint64_t) {
  __gpuc_cpu_suspend(cpu_suspend_warp);
}

[[gnu::always_inline]] inline void sync_block() { __gpuc_cpu_suspend(cpu_suspend_block); }

/// Folds the values of the lanes in `lanes` up to and including lane `last`, in lane order; there
/// must be one. `result` only gives the type a value to start from.
template <class T, class Op>
[[gnu::always_inline]] inline T fold_lanes(lane_words lanes, unsigned last, T result, Op op) {
  std::uint64_t rest = lanes.mask & (~std::uint64_t{0} >> (63 - last));
  __builtin_memcpy(&result, &lanes.words[__builtin_ctzll(rest)], sizeof(T));
  for (rest &= rest - 1; rest; rest &= rest - 1) {
    T value = result;
    __builtin_memcpy(&value, &lanes.words[__builtin_ctzll(rest)], sizeof(T));
    result = static_cast<T>(op(result, value));
  }
  return result;
}

/// `fold_lanes` over the lanes that run this call together, up to lane `last`. One exchange, where
/// the portable algorithm takes ten; for values that fit in a word.
template <class T, class Op>
[[gnu::always_inline]] inline T exchange_fold(T value, unsigned last, Op op) {
  static_assert(sizeof(T) <= sizeof(unsigned long));
  unsigned long word = 0;
  __builtin_memcpy(&word, &value, sizeof(T));
  return exchange_words(word, [=](lane_words lanes) { return fold_lanes(lanes, last, value, op); });
}

} // namespace gpu::detail

#endif // GPU_DETAIL_WARP_CPU_HPP
