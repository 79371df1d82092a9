//===- grid.hpp - What the threads of a grid do together --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barrier of a cooperative launch. Device code only: in host code it reports
// the mistake and aborts.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_GRID_HPP
#define GPU_GRID_HPP

#include <gpu/detail/device.hpp>

#if defined(__GPUC_DEVICE__) && !defined(__GPUC_TARGET_CPU__)
extern "C" {
/// The device library's.
void __gpuc_sync_grid() __attribute__((convergent));
}
#endif

namespace gpu {

/// Waits until every thread of the grid that has not returned is here; what they wrote to global
/// memory before it, all of them see after it, and it is a `sync_threads` of each block too. All
/// threads of a block that have not returned, or none of them, must reach the call; a block whose
/// threads have all returned takes no part any more.
///
/// A kernel that calls it, on whatever path, is launched with `launch_config::cooperative`; any
/// other launch of it is refused. Where a thread of the grid fails, those that wait here, or come
/// here later, end without a report of their own.
[[gnu::always_inline]] inline void sync_grid() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::sync_grid");
#elif defined(__GPUC_TARGET_CPU__)
  __gpuc_cpu_suspend(detail::cpu_suspend_grid);
#else
  __gpuc_sync_grid();
#endif
}

} // namespace gpu

#endif // GPU_GRID_HPP
