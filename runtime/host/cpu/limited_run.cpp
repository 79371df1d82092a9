//===- limited_run.cpp - Launches that may be given up ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "limited_run.hpp"

#include "../timeout.hpp"
#include "executor.hpp"

#include <condition_variable>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace gpu::detail::cpu {
namespace {

/// What a launch needs after its caller has left.
struct limited_run {
  limited_run(const packed_args &args, std::function<void(const void *)> run)
      : run(std::move(run)), args((args.size + sizeof(unit) - 1) / sizeof(unit)) {
    if (args.size)
      std::memcpy(this->args.data(), args.data, args.size);
  }

  /// As aligned as a kernel expects its arguments.
  struct alignas(64) unit {
    unsigned char bytes[64];
  };
  const std::function<void(const void *)> run;
  std::vector<unit> args;

  std::mutex mutex; ///< of what follows
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
};

} // namespace

void run_in_time(const packed_args &args, std::function<void(const void *)> run) {
  const auto launch = std::make_shared<limited_run>(args, std::move(run));
  std::thread([launch] {
    std::exception_ptr failure;
    try {
      launch->run(launch->args.data());
    } catch (...) {
      failure = std::current_exception();
    }
    std::lock_guard lock(launch->mutex);
    launch->failure = std::move(failure);
    launch->done = true;
    launch->ended.notify_one();
  }).detach();
  std::unique_lock lock(launch->mutex);
  if (!launch->ended.wait_for(lock, *wait_limit(), [&] { return launch->done; })) {
    give_up_kernels();
    fail_timeout();
  }
  if (launch->failure)
    std::rethrow_exception(std::move(launch->failure));
}

} // namespace gpu::detail::cpu
