//===- device_faults.cpp - Devices that are slow or lost --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that does what it must not makes the driver give up the device, and one
// that does not end is given up by `GPUC_TIMEOUT`. Either way the device is lost:
// from then on the driver is asked for nothing that it might wait for.
//
//===----------------------------------------------------------------------===//
#include "device_state.hpp"

#include "failure.hpp"

namespace gpu::detail {

void device_state::wait_for_stream(void *stream) {
  if (const auto limit = wait_limit())
    if (!poll([&] { return backend_.ready(stream); }, *limit))
      fail_timeout();
  backend_.synchronize(stream);
}

void device_state::wait_for_event(void *event) {
  if (const auto limit = wait_limit())
    if (!poll([&] { return backend_.event_ready(event); }, *limit))
      fail_timeout();
  backend_.synchronize_event(event);
}

void device_state::settle() {
  if (const auto limit = wait_limit())
    if (!finishes_within(*limit))
      fail_timeout();
}

/// Whether all work so far ends in time.
bool device_state::finishes_within(wait_time limit) {
  void *const event = backend_.create_event();
  bool done = false;
  try {
    backend_.record(event, nullptr);
    done = poll([&] { return backend_.event_ready(event); }, limit);
  } catch (...) {
    backend_.destroy_event(event);
    throw;
  }
  backend_.destroy_event(event);
  return done;
}

void device_state::lose(std::unique_ptr<failure> why) noexcept {
  why->device = name_;
  const failure *none = nullptr;
  if (lost_.compare_exchange_strong(none, why.get()))
    why.release();
}

void device_state::note_loss(failure &error) noexcept {
  if ((error.code != errc::timeout && error.code != errc::device_lost) || lost())
    return;
  if (const std::string others = describe_running(error.message); !others.empty())
    error.message += "; in streams, not known to have ended: " + others;
  auto why = std::make_unique<failure>(
      errc::device_lost,
      fmt::format("{} was lost earlier in this process: {}", name_, error.message));
  why->kernel = error.kernel;
  lose(std::move(why));
}

/// "kernel 'a' with 1 blocks of 32 threads, kernel 'b' with ..." of the streams that may still run,
/// without those that `known` names.
std::string device_state::describe_running(std::string_view known) {
  std::string text;
  std::lock_guard lock(stream_mutex_);
  for (stream_state *stream : streams_) {
    std::lock_guard its_lock(stream->mutex);
    if (!stream->last_kernel)
      continue;
    try {
      if (backend_.ready(stream->handle))
        continue;
    } catch (const failure &) {
      // It failed, or another did: the driver does not say which.
    }
    const std::string one =
        fmt::format("kernel '{}' with {}", stream->last_kernel->name, describe(stream->last_shape));
    if (known.find(one) == known.npos)
      text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

void device_state::free(const allocation &known, void *memory) noexcept {
  if (lost()) // the driver would refuse, or wait for a kernel that does not end and may use it
    return;
  if (known.stream)
    return backend_.free_in_order(memory, known.stream->handle);
  try {
    settle();
  } catch (failure &error) {
    note_loss(error);
    if (lost())
      return;
  }
  backend_.free(known.kind, memory);
}

} // namespace gpu::detail
