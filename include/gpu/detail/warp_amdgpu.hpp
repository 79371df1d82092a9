//===- warp_amdgpu.hpp - Warp primitives of AMD GPUs ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What warp.hpp is built from, for AMDGPU, in waves of 32 and of 64. The lanes of
// a wave run in lockstep, so the mask only limits who is read.
//
// ds_bpermute reaches the whole wave of 64 on GCN and CDNA, and the wave of 32 on
// RDNA. On RDNA in waves of 64 it stays within halves; gpuc compiles RDNA for
// waves of 32.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_WARP_AMDGPU_HPP
#define GPU_DETAIL_WARP_AMDGPU_HPP

#include <cstdint>

namespace gpu::detail {

/// The lanes that run this call together.
[[gnu::always_inline]] inline std::uint64_t calling_lanes() { return __builtin_amdgcn_read_exec(); }

[[gnu::always_inline]] inline std::uint64_t real_mask(std::uint64_t mask) { return mask; }

/// `value` of lane `source`, which must be in the mask.
[[gnu::always_inline]] inline std::uint32_t shuffle_word(std::uint64_t, std::uint32_t value,
                                                         unsigned source) {
  return static_cast<std::uint32_t>(
      __builtin_amdgcn_ds_bpermute(static_cast<int>(source * 4), static_cast<int>(value)));
}

[[gnu::always_inline]] inline std::uint64_t ballot_in(std::uint64_t mask, bool predicate) {
  return mask & __builtin_amdgcn_ballot_w64(predicate);
}

[[gnu::always_inline]] inline bool any_in(std::uint64_t mask, bool predicate) {
  return ballot_in(mask, predicate) != 0;
}

[[gnu::always_inline]] inline bool all_in(std::uint64_t mask, bool predicate) {
  return ballot_in(mask, predicate) == mask;
}

/// Memory barrier of the lanes; they are together as it is.
[[gnu::always_inline]] inline void sync_lanes(std::uint64_t) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

/// Execution and memory barrier of the block.
[[gnu::always_inline]] inline void sync_block() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

} // namespace gpu::detail

#endif // GPU_DETAIL_WARP_AMDGPU_HPP
