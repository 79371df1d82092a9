//===- collectives_test.cpp - Tests of warp and block operations *- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device headers as the CPU target sees them, with a host thread for each
// thread of one block and a stand-in for the executor: it follows the rules of
// cpu_abi.hpp for who goes on from a suspend point.
//
//===----------------------------------------------------------------------===//

#define __GPUC_DEVICE__ 1
#define __GPUC_TARGET_CPU__ 1
// [[gpu::shared]] is unknown here; one block runs at a time, so a plain static will do.
#pragma GCC diagnostic ignored "-Wattributes"
#include <gpu/block.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

using gpu::detail::cpu_block;
using gpu::detail::cpu_warp_size;

namespace {

/// Runs one block at a time.
class block_runner {
public:
  void run(gpu::dim3 shape, const std::function<void()> &kernel) {
    const unsigned threads = static_cast<unsigned>(shape.count());
    states_.assign(threads, state::running);
    exchange_.assign(threads + cpu_warp_size, 0);
    active_.assign(threads + cpu_warp_size, 0);
    block = {};
    for (unsigned axis = 0; axis != 3; ++axis)
      block.grid_dim[axis] = 1;
    block.block_dim[0] = shape.x;
    block.block_dim[1] = shape.y;
    block.block_dim[2] = shape.z;
    block.threads = threads;
    block.exchange = exchange_.data();
    block.active = active_.data();
    std::vector<std::thread> pool;
    for (unsigned t = 0; t != threads; ++t)
      pool.emplace_back([&, t] {
        item = t;
        kernel();
        wait(state::exited);
      });
    for (std::thread &t : pool)
      t.join();
  }

  void suspend(unsigned kind) {
    wait(kind == gpu::detail::cpu_suspend_block ? state::at_block : state::at_warp);
  }

  cpu_block block;
  static thread_local unsigned item;

private:
  enum class state { running, at_warp, at_block, exited };

  void wait(state s) {
    std::unique_lock lock(mutex_);
    states_[item] = s;
    release_warp(item / cpu_warp_size);
    release_block();
    if (s != state::exited)
      changed_.wait(lock, [&] { return states_[item] == state::running; });
  }

  /// Lanes at a warp suspend point go on once no lane of the warp can run.
  void release_warp(unsigned warp) {
    const unsigned first = warp * cpu_warp_size;
    const unsigned last = std::min<unsigned>(first + cpu_warp_size, block.threads);
    std::uint64_t mask = 0;
    for (unsigned t = first; t != last; ++t) {
      if (states_[t] == state::running)
        return;
      if (states_[t] == state::at_warp)
        mask |= std::uint64_t{1} << (t - first);
    }
    for (unsigned t = first; t != last; ++t)
      if (states_[t] == state::at_warp) {
        states_[t] = state::running;
        active_[t] = mask;
      }
    changed_.notify_all();
  }

  /// A block barrier opens once every thread waits at one or has exited.
  void release_block() {
    for (const state s : states_)
      if (s != state::at_block && s != state::exited)
        return;
    for (state &s : states_)
      if (s == state::at_block)
        s = state::running;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<state> states_;
  std::vector<unsigned long> exchange_, active_;
};

thread_local unsigned block_runner::item;
block_runner runner;

/// x -> a x + b, and how many were composed: 12 bytes, and the order matters.
struct affine {
  unsigned a, b, count;
  bool operator==(const affine &) const = default;
};
struct compose {
  affine operator()(const affine &f, const affine &g) const {
    return {g.a * f.a, g.a * f.b + g.b, f.count + g.count};
  }
};
affine affine_of(unsigned i) { return {2 * i + 1, 7 * i + 3, 1}; }

struct greater_count {
  affine operator()(const affine &f, const affine &g) const { return f.a < g.a ? g : f; }
};

const std::vector<gpu::dim3> shapes = {1, 2, 31, 32, 33, 70, 96, {7, 5, 3}, {1, 33, 2}};

} // namespace

cpu_block *__gpuc_cpu_block() { return &runner.block; }
unsigned __gpuc_cpu_item() { return block_runner::item; }
void __gpuc_cpu_suspend(unsigned kind) { runner.suspend(kind); }
unsigned __gpuc_cpu_thread_idx(unsigned axis) {
  const unsigned *dim = runner.block.block_dim, item = block_runner::item;
  return axis == 0 ? item % dim[0] : axis == 1 ? item / dim[0] % dim[1] : item / dim[0] / dim[1];
}

TEST(Block, ReductionsAndScansOfAnyShape) {
  for (const gpu::dim3 &shape : shapes) {
    const unsigned n = static_cast<unsigned>(shape.count());
    std::vector<unsigned> sum(n), scan(n), exclusive(n), count(n);
    std::vector<affine> folds(n), fold_fronts(n), most(n);
    runner.run(shape, [&] {
      const unsigned t = gpu::thread_rank();
      for (int round = 0; round != 3; ++round) { // again at once: shared memory is used again
        sum[t] = gpu::block_sum(t + 1);
        scan[t] = gpu::block_inclusive_scan(t + 1);
        exclusive[t] = gpu::block_exclusive_scan(t + 1, gpu::plus{}, 100u);
        count[t] = gpu::sync_threads_count(t % 3 == 0);
        folds[t] = gpu::block_inclusive_scan(affine_of(t), compose{});
        fold_fronts[t] = gpu::block_exclusive_scan(affine_of(t), compose{}, affine{1, 0, 0});
        most[t] = gpu::block_reduce(affine_of(t), greater_count{});
      }
    });
    affine fold{1, 0, 0};
    for (unsigned t = 0; t != n; ++t) {
      SCOPED_TRACE(testing::Message() << "thread " << t << " of " << n);
      EXPECT_EQ(sum[t], n * (n + 1) / 2);
      EXPECT_EQ(scan[t], (t + 1) * (t + 2) / 2);
      EXPECT_EQ(exclusive[t], 100 + t * (t + 1) / 2);
      EXPECT_EQ(count[t], (n + 2) / 3);
      EXPECT_EQ(fold_fronts[t], fold);
      fold = compose{}(fold, affine_of(t));
      EXPECT_EQ(folds[t], fold);
      EXPECT_EQ(most[t], affine_of(n - 1));
    }
  }
}

TEST(Block, VotesSeeEveryThread) {
  bool one = false, none = true, all = false, not_all = true;
  runner.run(70, [&] {
    const unsigned t = gpu::thread_rank();
    const bool a = gpu::sync_threads_or(t == 69), b = gpu::sync_threads_or(t > 69);
    const bool c = gpu::sync_threads_and(t < 70), d = gpu::sync_threads_and(t < 69);
    if (t == 0)
      one = a, none = b, all = c, not_all = d;
  });
  EXPECT_TRUE(one);
  EXPECT_FALSE(none);
  EXPECT_TRUE(all);
  EXPECT_FALSE(not_all);
}

TEST(Warp, OnlyLanesThatTakePartCount) {
  for (const unsigned n : {1u, 7u, 32u, 45u, 64u})
    for (const unsigned step : {1u, 2u, 3u, 5u, 31u}) {
      struct results {
        unsigned sum, scan, exclusive, up, down, flipped, first;
        std::uint64_t odd, mask;
        affine fold, fold_front;
      };
      std::vector<results> got(n);
      runner.run(n, [&] {
        const unsigned t = gpu::thread_rank();
        if (t % step != 0)
          return;
        results &r = got[t];
        r.sum = gpu::warp_sum(t + 1);
        r.scan = gpu::warp_inclusive_scan(t + 1);
        r.exclusive = gpu::warp_exclusive_scan(t + 1, gpu::plus{}, 100u);
        r.odd = gpu::ballot(t % 2 != 0);
        r.mask = gpu::active_mask();
        r.up = gpu::shuffle_up(t, step);
        r.down = gpu::shuffle_down(t, 1);
        r.flipped = gpu::shuffle_xor(t, step);
        r.first = gpu::shuffle(t, 0);
        r.fold = gpu::warp_inclusive_scan(affine_of(t), compose{});
        r.fold_front = gpu::warp_exclusive_scan(affine_of(t), compose{}, affine{1, 0, 0});
      });
      for (unsigned first = 0; first < n; first += cpu_warp_size) {
        std::uint64_t mask = 0, odd = 0;
        unsigned sum = 0, scan = 0;
        affine fold{1, 0, 0};
        for (unsigned t = first; t != std::min<unsigned>(n, first + cpu_warp_size); ++t)
          if (t % step == 0) {
            mask |= std::uint64_t{1} << (t - first);
            odd |= std::uint64_t{t % 2} << (t - first);
            sum += t + 1;
          }
        const auto there = [&](unsigned lane) { return lane < 32 && (mask >> lane & 1); };
        for (unsigned t = first; t != std::min<unsigned>(n, first + cpu_warp_size); ++t) {
          if (t % step != 0)
            continue;
          SCOPED_TRACE(testing::Message() << "thread " << t << " of " << n << ", step " << step);
          const unsigned lane = t - first;
          EXPECT_EQ(got[t].sum, sum);
          EXPECT_EQ(got[t].exclusive, 100 + scan);
          EXPECT_EQ(got[t].scan, scan += t + 1);
          EXPECT_EQ(got[t].odd, odd);
          EXPECT_EQ(got[t].mask, mask);
          EXPECT_EQ(got[t].up, there(lane - step) ? t - step : t);
          EXPECT_EQ(got[t].down, there(lane + 1) ? t + 1 : t);
          EXPECT_EQ(got[t].flipped, there(lane ^ step) ? first + (lane ^ step) : t);
          EXPECT_EQ(got[t].first, there(0) ? first : t);
          EXPECT_EQ(got[t].fold_front, fold);
          fold = compose{}(fold, affine_of(t));
          EXPECT_EQ(got[t].fold, fold);
        }
      }
    }
}

TEST(Dim3, ValuesThatDoNotFitBecomeTheGreatest) {
  EXPECT_EQ(gpu::dim3(256), gpu::dim3(256, 1, 1));
  EXPECT_EQ(gpu::dim3(-1).x, 0xffffffffu);
  EXPECT_EQ(gpu::dim3(std::size_t{1} << 32).x, 0xffffffffu);
  EXPECT_EQ(gpu::dim3(2, 3, 4).count(), 24u);
}
