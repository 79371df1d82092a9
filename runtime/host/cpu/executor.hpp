//===- executor.hpp - Run compiled CPU kernels ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_RUNTIME_CPU_EXECUTOR_HPP
#define GPU_RUNTIME_CPU_EXECUTOR_HPP

#include "gpu/detail/cpu_abi.hpp"

namespace gpu::detail::cpu {

/// Threads that run blocks, the caller of `run_grid` included: `GPUC_CPU_THREADS`, or else one a
/// processor.
unsigned worker_count();

/// Runs `grid[0] * grid[1] * grid[2]` blocks of `block[0] * block[1] * block[2]` threads of
/// `kernel`, and returns when all have finished. `args` is the packed argument block, aligned to 16
/// bytes, and `dynamic_shared_bytes` the size of each block's dynamic shared memory, whose contents
/// are at first unspecified.
///
/// Any number of host threads may be in calls at the same time, also from inside a kernel. Throws
/// `std::bad_alloc` where a block's memory cannot be had.
void run_grid(const cpu_kernel &kernel, const unsigned grid[3], const unsigned block[3],
              const void *args, unsigned dynamic_shared_bytes);

/// As `run_grid`, of a kernel that may have barriers of the grid: its blocks take turns from one to
/// the next, so that any number of them makes progress. All of them have their memory at the same
/// time. A block that has exited takes no part in later barriers.
void run_cooperative_grid(const cpu_kernel &kernel, const unsigned grid[3], const unsigned block[3],
                          const void *args, unsigned dynamic_shared_bytes);

/// No block begins any more in this process: `run_grid` throws a `failure`.
void give_up_kernels() noexcept;

} // namespace gpu::detail::cpu

#endif // GPU_RUNTIME_CPU_EXECUTOR_HPP
