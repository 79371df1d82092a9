//===- warp_nvptx.hpp - Warp primitives of NVIDIA GPUs ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What warp.hpp is built from, for NVPTX. Every function takes the mask of the
// lanes that take part, and each of those lanes must call it.
//
// `activemask` needs PTX 6.2, the other instructions PTX 6.0.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_WARP_NVPTX_HPP
#define GPU_DETAIL_WARP_NVPTX_HPP

#include <cstdint>

namespace gpu::detail {

/// The lanes that run this call together.
[[gnu::always_inline]] inline std::uint64_t calling_lanes() {
  // The own bit is in it already. But of a mask that is activemask's as it stands, ptxas takes it
  // that its lanes run together wherever it is used, and drops the waiting for each other.
  return static_cast<std::uint32_t>(__nvvm_activemask()) | 1u << __nvvm_read_ptx_sreg_laneid();
}

[[gnu::always_inline]] inline std::uint64_t real_mask(std::uint64_t mask) { return mask; }

/// `value` of lane `source`, which must be in `mask`.
[[gnu::always_inline]] inline std::uint32_t shuffle_word(std::uint64_t mask, std::uint32_t value,
                                                         unsigned source) {
  // 0x1f: segments of 32 lanes, no clamp.
  return static_cast<std::uint32_t>(__nvvm_shfl_sync_idx_i32(
      static_cast<unsigned>(mask), static_cast<int>(value), static_cast<int>(source), 0x1f));
}

[[gnu::always_inline]] inline std::uint64_t ballot_in(std::uint64_t mask, bool predicate) {
  return static_cast<std::uint32_t>(
      __nvvm_vote_ballot_sync(static_cast<unsigned>(mask), predicate));
}

[[gnu::always_inline]] inline bool any_in(std::uint64_t mask, bool predicate) {
  return __nvvm_vote_any_sync(static_cast<unsigned>(mask), predicate);
}

[[gnu::always_inline]] inline bool all_in(std::uint64_t mask, bool predicate) {
  return __nvvm_vote_all_sync(static_cast<unsigned>(mask), predicate);
}

/// Execution and memory barrier of the lanes.
[[gnu::always_inline]] inline void sync_lanes(std::uint64_t mask) {
  __nvvm_bar_warp_sync(static_cast<unsigned>(mask));
}

/// Execution and memory barrier of the block.
[[gnu::always_inline]] inline void sync_block() { __syncthreads(); }

} // namespace gpu::detail

#endif // GPU_DETAIL_WARP_NVPTX_HPP
