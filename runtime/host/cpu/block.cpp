//===- block.cpp - Run one block of a CPU kernel --------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which the threads of a block get past their suspend points; the
// rules are those of gpu/detail/cpu_abi.hpp. One phase of a block lasts from one
// opening of its barriers to the next: in it each warp runs until all its lanes
// wait at a block barrier or have exited. Kernels without warp operations take
// the whole block as one warp.
//
//===----------------------------------------------------------------------===//

#include "block.hpp"

#include "../registry.hpp"

#include <gpu/detail/services.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <typeinfo>

__thread gpu::detail::cpu_block *__gpuc_cpu_current = nullptr;

namespace gpu::detail::cpu {

static constexpr std::align_val_t alignment{64};

static_assert(offsetof(cpu_block, frames) == 96, "lib/Transforms has this offset");

static thread_local block_runner *current_runner = nullptr;

scratch::~scratch() { ::operator delete(data, alignment); }

void *scratch::at_least(std::size_t bytes) {
  if (bytes > size) {
    ::operator delete(data, alignment);
    data = nullptr;
    size = 0;
    data = ::operator new(bytes, alignment);
    size = bytes;
  }
  return data;
}

static std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

void block_runner::prepare(const grid_launch &launch) {
  kernel = &launch.kernel;
  args = launch.args;
  std::copy_n(launch.grid, 3, state.grid_dim);
  std::copy_n(launch.block, 3, state.block_dim);
  state.threads = launch.block[0] * launch.block[1] * launch.block[2];
  state.dynamic_shared_bytes = launch.dynamic_shared_bytes;

  const auto has = [this](unsigned char kind) {
    const unsigned char *suspends = kernel->suspends;
    return kernel->regions > 1 && std::count(suspends + 1, suspends + kernel->regions, kind) != 0;
  };
  has_warp_suspends = has(cpu_suspend_warp);
  has_grid_suspends = has(cpu_suspend_grid);

  std::size_t threads = state.threads, warp_threads = round_up(threads, cpu_warp_size);
  state.next = static_cast<unsigned *>(next.at_least(threads * sizeof(unsigned)));
  state.context = static_cast<unsigned char *>(
      context.at_least(std::size_t(kernel->context_bytes) * round_up(threads, 64)));
  state.shared = static_cast<unsigned char *>(shared.at_least(kernel->shared_bytes));
  state.dynamic_shared =
      static_cast<unsigned char *>(dynamic_shared.at_least(launch.dynamic_shared_bytes));
  state.exchange =
      static_cast<unsigned long *>(exchange.at_least(warp_threads * sizeof(unsigned long)));
  state.active =
      static_cast<unsigned long *>(active.at_least(warp_threads * sizeof(unsigned long)));
  state.frames =
      static_cast<unsigned char *>(frames.at_least(std::size_t(kernel->frame_bytes) * threads));
  waiting = static_cast<unsigned *>(waiting_memory.at_least(2 * threads * sizeof(unsigned)));
}

bool block_runner::run(const grid_launch &launch, unsigned long index) {
  state.block_idx[0] = unsigned(index % launch.grid[0]);
  index /= launch.grid[0];
  state.block_idx[1] = unsigned(index % launch.grid[1]);
  state.block_idx[2] = unsigned(index / launch.grid[1]);
  return enter(true);
}

bool block_runner::resume() { return enter(false); }

/// Makes this the block of the calling thread while it runs.
bool block_runner::enter(bool starting) {
  cpu_block *outer = __gpuc_cpu_current;
  block_runner *outer_runner = current_runner;
  __gpuc_cpu_current = &state;
  current_runner = this;
  std::jmp_buf way_out_of_this;
  this->way_out = &way_out_of_this;
  // Nothing between here and the kernel has a destructor. A failed thread's own objects are left
  // as they are, like on a GPU.
  const bool ended = _setjmp(way_out_of_this) != 0;
  const bool waits = !ended && run_guarded(starting);
  __gpuc_cpu_current = outer;
  current_runner = outer_runner;
  if (ended)
    throw block_ended();
  return waits;
}

/// Runs the block. The kernel itself throws nothing, but functions of the host's libraries may.
bool block_runner::run_guarded(bool starting) {
  std::string what, detail;
  try {
    if (kernel->regions > 1)
      return run_phases(starting);
    run_region(0, 0, state.threads);
    return false;
  } catch (const std::exception &error) {
    what = std::string("_ZTS") + typeid(error).name(); // as device code gives it
    detail = error.what();
  } catch (...) {
    what = "an exception was thrown";
  }
  report(what, detail);
  throw block_ended();
}

void block_runner::report(std::string_view what, std::string_view detail) const {
  const std::string_view name = __gpuc_kernel_name();
  failure_header header = {};
  std::copy_n(state.block_idx, 3, header.block);
  header.kernel_size = unsigned(name.size());
  header.what_size = unsigned(what.size());
  header.detail_size = unsigned(detail.size());
  const piece pieces[] = {{&header, sizeof header},
                          {name.data(), header.kernel_size},
                          {what.data(), header.what_size},
                          {detail.data(), header.detail_size}};
  __gpuc_cpu_service(service_failure, pieces, 4);
}

void block_runner::end_current() { _longjmp(*current_runner->way_out, 1); }

const char *block_runner::current_symbol() {
  return current_runner ? current_runner->kernel->symbol : nullptr;
}

void block_runner::run_region(unsigned region, unsigned first, unsigned last) {
  kernel->run(&state, args, region, first, last);
}

/// Runs the block to its end or to a barrier of the grid; returns whether it waits there.
bool block_runner::run_phases(bool starting) {
  for (;; starting = false) {
    if (!run_phase(starting))
      return false;
    if (has_grid_suspends &&
        std::any_of(state.next, state.next + state.threads, [this](unsigned region) {
          return region != cpu_exited && kernel->suspends[region] == cpu_suspend_grid;
        }))
      return true;
  }
}

/// Runs all threads to the next barrier; returns whether any has not exited.
bool block_runner::run_phase(bool starting) {
  const bool by_warp = has_warp_suspends;
  const unsigned step = by_warp ? cpu_warp_size : state.threads;
  for (unsigned first = 0; first < state.threads; first += step) {
    unsigned last = std::min(first + step, state.threads);
    if (starting) {
      if (by_warp) {
        std::fill(state.next + first, state.next + last, 0u);
        note_active(0, first, last);
      }
      run_region(0, first, last);
    } else {
      release(first, last);
    }
    if (by_warp)
      run_warp_suspends(first, last);
  }
  return std::any_of(state.next, state.next + state.threads,
                     [](unsigned region) { return region != cpu_exited; });
}

/// Lets the threads go on from the block barriers that they wait at.
void block_runner::release(unsigned first, unsigned last) {
  unsigned lowest = cpu_exited, highest = 0;
  for (unsigned i = first; i < last; ++i) {
    unsigned region = state.next[i];
    lowest = std::min(lowest, region);
    highest = std::max(highest, region == cpu_exited ? 0 : region);
  }
  if (lowest == cpu_exited)
    return;
  if (lowest != highest) {
    release_mixed(first, last);
    return;
  }
  if (has_warp_suspends)
    note_active(lowest, first, last);
  run_region(lowest, first, last);
}

/// As `release`, for threads that wait at different barriers. A thread that arrives at one of them
/// while others are still to leave it must not leave with them, so a region sees only the threads
/// that waited for it when the barriers opened.
void block_runner::release_mixed(unsigned first, unsigned last) {
  unsigned *before = waiting, *after = waiting + state.threads;
  std::copy(state.next + first, state.next + last, before + first);
  std::copy(state.next + first, state.next + last, after + first);
  for (unsigned region = 0; region != cpu_exited;) {
    unsigned later = cpu_exited;
    for (unsigned i = first; i < last; ++i)
      if (before[i] > region)
        later = std::min(later, before[i]);
    region = later;
    if (region == cpu_exited)
      break;
    for (unsigned i = first; i < last; ++i)
      state.next[i] = before[i] == region ? region : cpu_exited;
    if (has_warp_suspends)
      note_active(region, first, last);
    run_region(region, first, last);
    for (unsigned i = first; i < last; ++i)
      if (before[i] == region)
        after[i] = state.next[i];
  }
  std::copy(after + first, after + last, state.next + first);
}

/// Runs the lanes of a warp until each waits at a block barrier or has exited. The lanes at the
/// lowest region go first, so that those ahead, behind a loop or a branch, wait for them.
void block_runner::run_warp_suspends(unsigned first, unsigned last) {
  for (;;) {
    unsigned lowest = cpu_exited;
    for (unsigned i = first; i < last; ++i)
      if (unsigned region = state.next[i];
          region < lowest && kernel->suspends[region] == cpu_suspend_warp)
        lowest = region;
    if (lowest == cpu_exited)
      return;
    note_active(lowest, first, last);
    run_region(lowest, first, last);
  }
}

/// Tells each lane of the warp [first, last) that is about to run `region` which lanes do.
void block_runner::note_active(unsigned region, unsigned first, unsigned last) {
  unsigned long mask = 0;
  for (unsigned i = first; i < last; ++i)
    mask |= (unsigned long)(state.next[i] == region) << (i - first);
  for (unsigned i = first; i < last; ++i)
    if (state.next[i] == region)
      state.active[i] = mask;
}

} // namespace gpu::detail::cpu

void __gpuc_cpu_end_block() { gpu::detail::cpu::block_runner::end_current(); }

const char *__gpuc_kernel_name() {
  const char *symbol = gpu::detail::cpu::block_runner::current_symbol();
  return symbol ? gpu::detail::kernel_name(symbol) : "";
}
