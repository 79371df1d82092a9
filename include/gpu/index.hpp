//===- index.hpp - Where a thread is in its grid ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices and extents of the running thread, its block and its grid. All are
// counted from 0, x varies fastest. Device code only: in host code each reports
// the mistake and aborts.
//
// Sources: PTX ISA "Special Registers"; the AMDGPU code object version 5 hidden
// arguments (LLVM's AMDGPUUsage, "Code Object V5 and Above Kernel Arguments").
//
//===----------------------------------------------------------------------===//
#ifndef GPU_INDEX_HPP
#define GPU_INDEX_HPP

#include <gpu/detail/device.hpp>
#include <gpu/dim3.hpp>

#include <cstddef>

namespace gpu {

/// A position along x, y and z.
struct index3 {
  unsigned x; ///< along x
  unsigned y; ///< along y
  unsigned z; ///< along z
  /// Whether all three are equal.
  friend constexpr bool operator==(const index3 &, const index3 &) = default;
};

/// A position in the whole grid, whose components may pass 2^32.
struct global_index3 {
  std::size_t x; ///< along x
  std::size_t y; ///< along y
  std::size_t z; ///< along z
  /// Whether all three are equal.
  friend constexpr bool operator==(const global_index3 &, const global_index3 &) = default;
};

/// Position of the running thread in its block.
[[gnu::always_inline]] inline index3 thread_idx() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::thread_idx");
#elif defined(__GPUC_TARGET_NVPTX__)
  return {static_cast<unsigned>(__nvvm_read_ptx_sreg_tid_x()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_tid_y()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_tid_z())};
#elif defined(__GPUC_TARGET_AMDGPU__)
  return {__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
          __builtin_amdgcn_workitem_id_z()};
#else
  return {__gpuc_cpu_thread_idx(0), __gpuc_cpu_thread_idx(1), __gpuc_cpu_thread_idx(2)};
#endif
}

/// Position of the running block in the grid.
[[gnu::always_inline]] inline index3 block_idx() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::block_idx");
#elif defined(__GPUC_TARGET_NVPTX__)
  return {static_cast<unsigned>(__nvvm_read_ptx_sreg_ctaid_x()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_ctaid_y()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_ctaid_z())};
#elif defined(__GPUC_TARGET_AMDGPU__)
  return {__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
          __builtin_amdgcn_workgroup_id_z()};
#else
  const auto *block = __gpuc_cpu_block();
  return {block->block_idx[0], block->block_idx[1], block->block_idx[2]};
#endif
}

/// Threads of a block along each axis.
[[gnu::always_inline]] inline dim3 block_dim() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::block_dim");
#elif defined(__GPUC_TARGET_NVPTX__)
  return {static_cast<unsigned>(__nvvm_read_ptx_sreg_ntid_x()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_ntid_y()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_ntid_z())};
#elif defined(__GPUC_TARGET_AMDGPU__)
  return {static_cast<unsigned>(__builtin_amdgcn_workgroup_size_x()),
          static_cast<unsigned>(__builtin_amdgcn_workgroup_size_y()),
          static_cast<unsigned>(__builtin_amdgcn_workgroup_size_z())};
#else
  const auto *block = __gpuc_cpu_block();
  return {block->block_dim[0], block->block_dim[1], block->block_dim[2]};
#endif
}

/// Blocks of the grid along each axis.
[[gnu::always_inline]] inline dim3 grid_dim() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::grid_dim");
#elif defined(__GPUC_TARGET_NVPTX__)
  return {static_cast<unsigned>(__nvvm_read_ptx_sreg_nctaid_x()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_nctaid_y()),
          static_cast<unsigned>(__nvvm_read_ptx_sreg_nctaid_z())};
#elif defined(__GPUC_TARGET_AMDGPU__)
  // hidden_block_count_{x,y,z}: in work-groups, where the dispatch packet's grid size is in
  // work-items and would cost a division.
  const auto *hidden =
      (const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr();
  return {hidden[0], hidden[1], hidden[2]};
#else
  const auto *block = __gpuc_cpu_block();
  return {block->grid_dim[0], block->grid_dim[1], block->grid_dim[2]};
#endif
}

/// Position of the running thread in the whole grid: block_idx * block_dim + thread_idx.
[[gnu::always_inline]] inline global_index3 global_idx() {
  const index3 block = block_idx(), thread = thread_idx();
  const dim3 threads = block_dim();
  return {static_cast<std::size_t>(block.x) * threads.x + thread.x,
          static_cast<std::size_t>(block.y) * threads.y + thread.y,
          static_cast<std::size_t>(block.z) * threads.z + thread.z};
}

/// Linear index of the running thread in its block, x fastest. Warps are runs of `warp_size()`
/// consecutive ranks.
[[gnu::always_inline]] inline unsigned thread_rank() {
#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_CPU__)
  return __gpuc_cpu_item();
#else
  const index3 thread = thread_idx();
  const dim3 threads = block_dim();
  return thread.x + threads.x * (thread.y + threads.y * thread.z);
#endif
}

/// Linear index of the running block in its grid, x fastest.
[[gnu::always_inline]] inline std::size_t block_rank() {
  const index3 block = block_idx();
  const dim3 blocks = grid_dim();
  return block.x + blocks.x * (block.y + static_cast<std::size_t>(blocks.y) * block.z);
}

/// Lanes of a warp: 32, or 64 on AMD devices that run kernels in waves of 64.
[[gnu::always_inline]] inline unsigned warp_size() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::warp_size");
#elif defined(__GPUC_TARGET_NVPTX__)
  return 32;
#elif defined(__GPUC_TARGET_AMDGPU__)
  return __builtin_amdgcn_wavefrontsize();
#else
  return detail::cpu_warp_size;
#endif
}

/// Position of the running thread in its warp.
[[gnu::always_inline]] inline unsigned lane_id() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::lane_id");
#elif defined(__GPUC_TARGET_NVPTX__)
  return static_cast<unsigned>(__nvvm_read_ptx_sreg_laneid());
#elif defined(__GPUC_TARGET_AMDGPU__)
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
#else
  return __gpuc_cpu_item() % detail::cpu_warp_size;
#endif
}

} // namespace gpu

#endif // GPU_INDEX_HPP
