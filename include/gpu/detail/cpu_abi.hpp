//===- cpu_abi.hpp - Compiled CPU kernels and who runs them -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract between code that the CPU target's work-group pass makes
// (lib/Transforms), the device headers, and the runtime's CPU executor.
//
// A kernel is cut at its suspend points (barriers and warp operations) into
// regions; region 0 starts at the kernel's entry, region r at the code after
// suspend point r. `cpu_kernel::run` runs one region for a range of threads, in
// loops over the threads; each thread leaves in `next` the region that it is to
// run next, or `cpu_exited`. The executor decides the order: lanes of a warp
// that wait at a warp suspend point go on once no lane of that warp can run,
// and a block barrier opens once every thread waits at one or has exited. Threads
// at a grid barrier wait in the same way, until the blocks of the grid all do. A
// kernel without warp suspend points has each region run over the whole block in
// one call: values that are equal for the block are kept once.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_CPU_ABI_HPP
#define GPU_DETAIL_CPU_ABI_HPP

namespace gpu::detail {

inline constexpr unsigned cpu_warp_size = 32;
inline constexpr unsigned cpu_exited = 0xffffffffu; ///< in `cpu_block::next`: the thread returned

/// What a suspend point waits for.
enum cpu_suspend_kind : unsigned {
  cpu_suspend_block = 0, ///< every thread of the block that has not exited
  cpu_suspend_warp = 1,  ///< the lanes of the warp that reach the same point
  cpu_suspend_grid = 2,  ///< every thread of the grid that has not exited, and so of the block
};

/// A block while it runs; one for each worker thread of the executor, reused from block to block.
/// Field order is ABI: the pass addresses the fields by number.
struct cpu_block {
  unsigned grid_dim[3];     ///< blocks
  unsigned block_dim[3];    ///< threads
  unsigned block_idx[3];    ///< this block
  unsigned threads;         ///< threads in the block, product of block_dim
  unsigned item;            ///< linear index of the running thread: x fastest; kept up to date only
                            ///< for kernels with `cpu_kernel::keeps_item`
  unsigned dynamic_shared_bytes;
  unsigned *next;           ///< [threads] region that each thread runs next
  unsigned char *context;   ///< values that live across suspend points, of all threads; 64-aligned
  unsigned char *shared;    ///< the block's `[[gpu::shared]]` variables; 64-aligned
  unsigned char *dynamic_shared; ///< 64-aligned
  unsigned long *exchange;  ///< [threads rounded up to a warp] one word a thread, for warp operations
  unsigned long *active;    ///< [threads rounded up to a warp] lanes of the thread's warp that came
                            ///< on together with it from its last warp suspend point
  unsigned char *frames;    ///< thread-local variables of all threads; 64-aligned
};

/// One kernel in a CPU image.
struct cpu_kernel {
  const char *symbol; ///< as `kernel::symbol`; null ends the array
  /// Runs region `region` for those threads of [first, last) whose `next` names it (region 0: for
  /// all of them). `args` is the packed argument block.
  void (*run)(cpu_block *block, const void *args, unsigned region, unsigned first, unsigned last);
  unsigned regions;             ///< 1: no suspend points, run once over the block and done
  const unsigned char *suspends; ///< [regions] `cpu_suspend_kind` of the point before each region;
                                ///< entry 0 is unused
  unsigned context_bytes;       ///< for each thread; the block's context is
                                ///< context_bytes * (threads rounded up to 64)
  unsigned shared_bytes;        ///< static shared memory of the block
  unsigned keeps_item;          ///< 1: code outside the kernel reads `cpu_block::item`
  unsigned frame_bytes;         ///< of thread-local variables, for each thread
};

} // namespace gpu::detail

// One runtime serves the program and its shared libraries, so these are visible to all.
#pragma GCC visibility push(default)
extern "C" {
// What the device headers call in code for the CPU target. The pass replaces each call: inside a
// kernel by its own loop variables, elsewhere (recursive functions, calls through pointers) by
// reads of the thread-local `__gpuc_cpu_current`.

/// The block that runs.
gpu::detail::cpu_block *__gpuc_cpu_block() __attribute__((const));
/// Index of the running thread in its block along `axis` (a constant, 0 to 2).
unsigned __gpuc_cpu_thread_idx(unsigned axis) __attribute__((const));
/// Linear index of the running thread in its block.
unsigned __gpuc_cpu_item() __attribute__((const));
/// A suspend point of the constant kind `kind`.
void __gpuc_cpu_suspend(unsigned kind) __attribute__((convergent));

/// The block that this worker thread runs; set by the executor, which defines it.
extern __thread gpu::detail::cpu_block *__gpuc_cpu_current;
}
#pragma GCC visibility pop

#endif // GPU_DETAIL_CPU_ABI_HPP
