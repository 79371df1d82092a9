//===- block.hpp - Run one block of a CPU kernel ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_RUNTIME_CPU_BLOCK_HPP
#define GPU_RUNTIME_CPU_BLOCK_HPP

#include "gpu/detail/cpu_abi.hpp"

#include <csetjmp>
#include <cstddef>
#include <string_view>

namespace gpu::detail::cpu {

/// Memory on a 64-byte boundary that grows and is never cleared.
class scratch {
public:
  scratch() = default;
  scratch(const scratch &) = delete;
  scratch &operator=(const scratch &) = delete;
  ~scratch();

  /// At least `bytes` bytes; what was there before is lost when it grows.
  void *at_least(std::size_t bytes);

private:
  void *data = nullptr;
  std::size_t size = 0;
};

/// What all blocks of a launch have in common.
struct grid_launch {
  const cpu_kernel &kernel;
  const unsigned *grid, *block; ///< [3]
  const void *args;
  unsigned dynamic_shared_bytes;
};

/// A block ended before its time; what happened has been reported.
struct block_ended {};

/// Runs blocks one after the other in the same memory.
class block_runner {
public:
  /// Gets the memory that blocks of `launch` need.
  void prepare(const grid_launch &launch);

  /// Runs the block of that linear index, x fastest, to its end or to a barrier of the grid;
  /// returns whether it waits there. `prepare` came before.
  bool run(const grid_launch &launch, unsigned long index);

  /// Lets the block, which waits at a barrier of the grid, go on; returns as `run`. May be called
  /// in another thread than `run` was.
  bool resume();

  /// Ends the block that runs in this thread: `run` throws `block_ended`.
  [[noreturn]] static void end_current();

  /// Symbol of the kernel that runs in this thread; null where none does.
  static const char *current_symbol();

private:
  bool enter(bool starting);
  bool run_guarded(bool starting);
  void report(std::string_view what, std::string_view detail) const;
  void run_region(unsigned region, unsigned first, unsigned last);
  void release(unsigned first, unsigned last);
  void release_mixed(unsigned first, unsigned last);
  void run_warp_suspends(unsigned first, unsigned last);
  void note_active(unsigned region, unsigned first, unsigned last);
  bool run_phases(bool starting);
  bool run_phase(bool starting);

  const cpu_kernel *kernel = nullptr;
  const void *args = nullptr;
  bool has_warp_suspends = false, has_grid_suspends = false;
  cpu_block state{};
  scratch next, context, shared, dynamic_shared, exchange, active, frames;
  scratch waiting_memory;
  std::jmp_buf *way_out = nullptr; ///< of the running block
  unsigned *waiting = nullptr;     ///< [2 * threads] for `release_mixed`
};

} // namespace gpu::detail::cpu

#endif // GPU_RUNTIME_CPU_BLOCK_HPP
