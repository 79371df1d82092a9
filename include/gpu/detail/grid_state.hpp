//===- grid_state.hpp - The barrier of a grid on a GPU ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the blocks of a cooperative launch share: the variable `__gpuc_grid` of each
// GPU image with a kernel that calls `gpu::sync_grid`. The runtime zeroes it before
// each launch of such a kernel, and lets no two of them run at the same time on one
// device; runtime/device/core/grid.cpp does the rest.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_GRID_STATE_HPP
#define GPU_DETAIL_GRID_STATE_HPP

namespace gpu::detail {

struct grid_state {
  unsigned long long blocks; ///< lower half: those that wait; upper half: those that have ended
  unsigned long long phase;  ///< how often the barrier has opened, and `grid_broken`
};

/// In `phase`: a thread has failed, so that the barrier lets nobody pass any more.
inline constexpr unsigned long long grid_broken = 1ull << 63;

inline constexpr const char *grid_variable = "__gpuc_grid";
/// Before a kernel's symbol: a variable of the image that says that the kernel calls
/// `gpu::sync_grid`.
inline constexpr const char *cooperative_prefix = "__gpuc_cooperative_";

} // namespace gpu::detail

#endif // GPU_DETAIL_GRID_STATE_HPP
