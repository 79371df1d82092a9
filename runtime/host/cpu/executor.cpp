//===- executor.cpp - Run compiled CPU kernels ----------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool of worker threads that take the blocks of all running grids. The caller
// of `run_grid` takes blocks of its own grid, so a grid needs no free worker to
// make progress, and one that is launched from inside a kernel cannot wait for
// itself. A cooperative grid is one job for each phase between its barriers; each
// block has its own memory then, and may go on in another thread.
//
//===----------------------------------------------------------------------===//

#include "executor.hpp"

#include "../failure.hpp"
#include "../fork.hpp"
#include "block.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

namespace gpu::detail::cpu {
namespace {

/// A block that keeps its memory across barriers of the grid.
struct kept_block {
  block_runner runner;
  bool started = false, waits = true; ///< `waits`: to start, or at a barrier
};

/// A grid, or one phase of a cooperative one, that runs. It lives in the stack frame of `run_job`.
struct job {
  job(const grid_launch &launch, unsigned long blocks, unsigned long chunk, kept_block *kept)
      : launch(launch), blocks(blocks), chunk(chunk), kept(kept) {}

  const grid_launch &launch;
  unsigned long blocks, chunk;
  kept_block *kept;                    ///< [blocks]; null: blocks run to their end in turn
  std::atomic<unsigned long> taken{0}; ///< blocks that somebody has taken
  unsigned helpers = 0;                ///< workers inside; guarded by the pool's mutex
  std::exception_ptr failure;          ///< likewise

  bool all_taken() const { return taken.load(std::memory_order_relaxed) >= blocks; }
};

/// A block runner of this thread, kept for the next grid. One that is in use, by a kernel that
/// launches another, is not found here.
class borrowed_runner {
public:
  borrowed_runner() : runner(std::move(kept())) {
    if (!runner)
      runner = std::make_unique<block_runner>();
  }
  ~borrowed_runner() { kept() = std::move(runner); }
  block_runner *operator->() const { return runner.get(); }

private:
  static std::unique_ptr<block_runner> &kept() {
    thread_local std::unique_ptr<block_runner> runner;
    return runner;
  }
  std::unique_ptr<block_runner> runner;
};

/// Set for good where a kernel did not end in time.
std::atomic<bool> given_up = false;

void throw_if_given_up() {
  if (given_up.load(std::memory_order_relaxed)) [[unlikely]]
    fail(errc::device_lost, "it was given up, as another kernel did not end in time");
}

/// Calls `run` with the indices of blocks of `j` until all are taken.
template <class Run> void take_each(job &j, Run run) {
  for (;;) {
    unsigned long begin = j.taken.fetch_add(j.chunk, std::memory_order_relaxed);
    if (begin >= j.blocks)
      return;
    unsigned long end = std::min(begin + j.chunk, j.blocks);
    for (unsigned long index = begin; index < end; ++index) {
      throw_if_given_up();
      run(index);
    }
  }
}

/// Runs a block to the next barrier of the grid.
void advance(kept_block &block, const grid_launch &launch, unsigned long index) {
  if (!block.waits)
    return;
  if (block.started) {
    block.waits = block.runner.resume();
    return;
  }
  block.started = true;
  block.runner.prepare(launch);
  block.waits = block.runner.run(launch, index);
}

/// Runs blocks of `j` until all are taken.
void take_blocks(job &j) {
  if (j.all_taken())
    return;
  throw_if_given_up();
  if (j.kept)
    return take_each(j, [&](unsigned long index) { advance(j.kept[index], j.launch, index); });
  borrowed_runner runner;
  runner->prepare(j.launch);
  take_each(j, [&](unsigned long index) { runner->run(j.launch, index); });
}

unsigned configured_workers() {
  if (const char *text = std::getenv("GPUC_CPU_THREADS"))
    if (long count = std::strtol(text, nullptr, 10); count > 0)
      return unsigned(std::min(count, 4096l));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// Never destroyed, as its threads may outlive `main`.
class pool {
public:
  static pool &instance() {
    static pool &only = *new pool;
    made = &only;
    return only;
  }
  /// Null where there is none yet.
  static pool *known() { return made; }

  void run(job &j);
  /// In a child of fork, which has none of the threads.
  void forget_workers();

  const unsigned workers = configured_workers(); ///< callers of `run` included

private:
  static inline std::atomic<pool *> made = nullptr;

  void start_threads();
  void work();
  job *find_job();

  fork_safe_mutex mutex; ///< of what follows
  std::condition_variable job_added, helper_left;
  std::vector<job *> jobs;
  bool started = false;
};

/// Starts as many threads as the system grants; the caller makes do with fewer.
void pool::start_threads() {
  started = true;
  // Not `std::thread`, whose state on the heap would look like a leak in a child of fork.
  for (unsigned i = 1; i < workers; ++i) {
    pthread_t thread;
    const auto body = [](void *p) -> void * {
      static_cast<pool *>(p)->work();
      return nullptr;
    };
    if (pthread_create(&thread, nullptr, body, this) != 0)
      return;
    pthread_detach(thread);
  }
}

job *pool::find_job() {
  auto found = std::find_if(jobs.begin(), jobs.end(), [](job *j) { return !j->all_taken(); });
  return found == jobs.end() ? nullptr : *found;
}

void pool::work() {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    job *j = nullptr;
    job_added.wait(lock, [&] { return (j = find_job()) != nullptr; });
    ++j->helpers;
    lock.unlock();
    std::exception_ptr failure;
    try {
      take_blocks(*j);
    } catch (...) {
      failure = std::current_exception();
      j->taken.store(j->blocks, std::memory_order_relaxed);
    }
    lock.lock();
    if (failure)
      j->failure = failure;
    if (--j->helpers == 0)
      helper_left.notify_all();
  }
}

void pool::run(job &j) {
  {
    std::lock_guard lock(mutex);
    if (!started)
      start_threads();
    jobs.push_back(&j);
  }
  unsigned long chunks = (j.blocks + j.chunk - 1) / j.chunk;
  if (chunks - 1 < workers - 1)
    for (unsigned long i = 1; i < chunks; ++i)
      job_added.notify_one();
  else
    job_added.notify_all();

  std::exception_ptr failure;
  try {
    take_blocks(j);
  } catch (...) {
    failure = std::current_exception();
    j.taken.store(j.blocks, std::memory_order_relaxed);
  }
  std::unique_lock<std::mutex> lock(mutex);
  std::erase(jobs, &j);
  helper_left.wait(lock, [&] { return j.helpers == 0; });
  if (!failure)
    failure = j.failure;
  if (failure)
    std::rethrow_exception(failure);
}

void pool::forget_workers() {
  started = false;
  jobs.clear();
  // Without their destructors, which would wait for the threads that slept on them.
  new (&job_added) std::condition_variable;
  new (&helper_left) std::condition_variable;
}

/// Runs each block of the grid, or of those in `kept`, once. Returns false where one ended before
/// its time; then others may not have run.
bool run_job(const grid_launch &launch, unsigned long blocks, kept_block *kept) {
  unsigned workers = worker_count();
  // Small enough chunks to even out blocks of different length, large enough that taking them costs
  // nothing beside running them.
  unsigned long chunk = std::clamp(blocks / (8ul * workers), 1ul, 256ul);
  job j(launch, blocks, chunk, kept);
  try {
    if (blocks == 1 || workers == 1)
      take_blocks(j);
    else
      pool::instance().run(j);
    return true;
  } catch (const block_ended &) {
    return false; // the launch finds the report
  }
}

/// Blocks of a grid; 0 where they have no threads.
unsigned long count_blocks(const unsigned grid[3], const unsigned block[3]) {
  if (block[0] == 0 || block[1] == 0 || block[2] == 0)
    return 0;
  return (unsigned long)grid[0] * grid[1] * grid[2];
}

} // namespace

void give_up_kernels() noexcept { given_up = true; }

unsigned worker_count() { return pool::instance().workers; }

void run_grid(const cpu_kernel &kernel, const unsigned grid[3], const unsigned block[3],
              const void *args, unsigned dynamic_shared_bytes) {
  grid_launch launch{kernel, grid, block, args, dynamic_shared_bytes};
  if (unsigned long blocks = count_blocks(grid, block))
    run_job(launch, blocks, nullptr);
}

void run_cooperative_grid(const cpu_kernel &kernel, const unsigned grid[3], const unsigned block[3],
                          const void *args, unsigned dynamic_shared_bytes) {
  grid_launch launch{kernel, grid, block, args, dynamic_shared_bytes};
  unsigned long blocks = count_blocks(grid, block);
  std::vector<kept_block> kept(blocks);
  const auto waits = [](const kept_block &block) { return block.waits; };
  while (std::any_of(kept.begin(), kept.end(), waits))
    if (!run_job(launch, blocks, kept.data()))
      return;
}

} // namespace gpu::detail::cpu

void gpu::detail::forget_workers_after_fork() noexcept {
  if (cpu::pool *known = cpu::pool::known())
    known->forget_workers();
}
