//===- cooperative.hpp - Grids whose blocks wait for each other -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cooperative launches, and how many blocks a device runs at a time.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_COOPERATIVE_HPP
#define GPUC_RUNTIME_COOPERATIVE_HPP

#include "backend.hpp"

#include <mutex>

namespace gpu::detail {

/// Lets launches follow each other that use a barrier's variable on the device, though they are in
/// different streams.
class cooperative_order {
public:
  explicit cooperative_order(device_backend &device) : device_(device) {}
  cooperative_order(const cooperative_order &) = delete;

  /// Calls `enqueue`, which gives work to `stream`, between a wait for the work of the call before
  /// and a note of its own.
  template <class Enqueue> void run(void *stream, Enqueue enqueue) {
    std::lock_guard lock(mutex_);
    if (last_)
      device_.wait(stream, last_);
    else
      last_ = device_.create_event();
    enqueue();
    device_.record(last_, stream);
  }

  bool used() {
    std::lock_guard lock(mutex_);
    return last_ != nullptr;
  }

  /// Before the device's driver goes.
  void clear() noexcept {
    if (last_)
      device_.destroy_event(last_);
    last_ = nullptr;
  }

private:
  device_backend &device_;
  std::mutex mutex_;
  void *last_ = nullptr; ///< an event
};

/// Blocks of `threads` threads with `dynamic_shared_bytes` each that a multiprocessor of the device
/// runs at a time; 0 where such a block is over a limit of the kernel or the device.
unsigned resident_blocks(device_backend &device, const kernel &entry,
                         const device_function &function, std::size_t threads,
                         std::size_t dynamic_shared_bytes);

/// The most threads of a block of the kernel.
unsigned most_threads(const device_properties &device, const kernel &entry,
                      const device_function &function);

/// Throws `failure` where the kernel needs a cooperative launch and this is none, and where it is
/// one that the device cannot make.
void check_cooperative(device_backend &device, const kernel &entry, const device_function &function,
                       const launch_shape &shape);

} // namespace gpu::detail

#endif // GPUC_RUNTIME_COOPERATIVE_HPP
