//===- grid.cpp - The barrier of all threads of a grid ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `gpu::sync_grid` is on a GPU: a counter that one thread of each block adds
// to, between two barriers of the block. A block whose threads have all returned
// counts as arrived from then on, for which the compiler makes each kernel with
// the barrier call `__gpuc_enter_grid` first and `__gpuc_leave_grid` last
// (lib/Transforms/GridBarrier.cpp). A thread that fails breaks the barrier: all
// that wait there, or come there later, end.
//
// The counter of waiting blocks and that of ended ones are one word, so that
// exactly one block finds that it was the last. Nobody else changes the word then,
// for all others wait for the phase to change, or have ended.
//
// Relaxed accesses and fences: NVPTX has no acquire and release accesses before
// sm_70.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <gpu/detail/grid_state.hpp>
#include <gpu/warp.hpp>

using gpu::detail::grid_broken;
using gpu::detail::grid_state;

extern "C" {
[[gnu::visibility("default")]] grid_state __gpuc_grid = {};

/// `&__gpuc_grid` in kernels that call `gpu::sync_grid`, null in others; the compiler defines it.
grid_state *__gpuc_grid_state();
}

namespace {

using word = unsigned long long;

#define SHARED [[clang::loader_uninitialized]] static __attribute__((address_space(3)))
#define BLOCK __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP
#define DEVICE __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE

SHARED unsigned leader;       ///< rank of the thread that speaks for the block
SHARED unsigned threads_left; ///< that have not returned
SHARED unsigned passed;       ///< whether the barrier opened, and is not broken

unsigned waiting(word blocks) { return static_cast<unsigned>(blocks); }
unsigned ended(word blocks) { return static_cast<unsigned>(blocks >> 32); }

word load_phase() { return __scoped_atomic_load_n(&__gpuc_grid.phase, DEVICE); }

void fence() {
#if defined(__GPUC_TARGET_NVPTX__)
  if (__nvvm_reflect("__CUDA_ARCH") >= 700)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  else
    __nvvm_membar_gl();
#else
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent");
#endif
}

/// What each thread does beside the fences of the one that speaks for the block: on AMD a fence
/// waits for the stores of its own wave only, and drops what its own cache holds.
void fence_own() {
#if defined(__GPUC_TARGET_AMDGPU__)
  fence();
#endif
}

/// Adds to the counters, and opens the barrier where that completes a phase with waiting blocks.
/// Returns whether it did.
bool count_block(word one) {
  fence();
  const word blocks = __scoped_atomic_fetch_add(&__gpuc_grid.blocks, one, DEVICE) + one;
  if (waiting(blocks) == 0 || waiting(blocks) + ended(blocks) != gpu::grid_dim().count())
    return false;
  fence();
  __scoped_atomic_fetch_sub(&__gpuc_grid.blocks, word{waiting(blocks)}, DEVICE);
  fence(); // who sees the new phase must see the counter at zero
  __scoped_atomic_fetch_add(&__gpuc_grid.phase, word{1}, DEVICE);
  return true;
}

/// One thread of the block; returns whether the barrier opened, and was not broken before.
bool wait_for_all() {
  // It cannot change, but to broken, before this block arrives.
  const word phase = load_phase();
  if (phase & grid_broken)
    return false;
  word now = phase + 1;
  if (!count_block(1))
    while ((now = load_phase()) == phase) {
#if defined(__GPUC_TARGET_AMDGPU__)
      __builtin_amdgcn_s_sleep(1);
#endif
    }
  fence();
  return (now & ~grid_broken) != phase;
}

} // namespace

extern "C" {

void __gpuc_sync_grid() {
  using namespace gpu::detail;
  const unsigned rank = gpu::thread_rank();
  fence_own();
  // Any thread will do that has not returned.
  __scoped_atomic_store_n(&leader, rank, BLOCK);
  sync_block();
  if (__scoped_atomic_load_n(&leader, BLOCK) == rank)
    __scoped_atomic_store_n(&passed, wait_for_all() ? 1u : 0u, BLOCK);
  sync_block();
  if (!__scoped_atomic_load_n(&passed, BLOCK))
    __gpuc_end_thread();
  fence_own();
}

void __gpuc_enter_grid() {
  if (gpu::thread_rank() == 0)
    __scoped_atomic_store_n(&threads_left, static_cast<unsigned>(gpu::block_dim().count()), BLOCK);
  gpu::detail::sync_block();
}

void __gpuc_leave_grid() {
  fence_own();
  if (__scoped_atomic_fetch_sub(&threads_left, 1u, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_WRKGRP) == 1)
    count_block(word{1} << 32);
}

void __gpuc_break_grid() {
  if (grid_state *grid = __gpuc_grid_state())
    __scoped_atomic_fetch_or(&grid->phase, grid_broken, DEVICE);
}

} // extern "C"
