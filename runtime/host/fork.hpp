//===- fork.hpp - What fork leaves to a child -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child has the parent's memory, but of its threads only the one that forked. So
// that it finds no lock taken by a thread that is not there, `fork` waits for those
// listed here; then the child forgets the other threads, and refuses to use the
// parent's GPUs, of which the drivers give a child no use.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_FORK_HPP
#define GPUC_RUNTIME_FORK_HPP

#include <mutex>

namespace gpu::detail {

/// A mutex that is held for short times only, never while waiting for a device, and that is free
/// in a child of `fork`.
class fork_safe_mutex : public std::mutex {
public:
  fork_safe_mutex();
  ~fork_safe_mutex();

private:
  friend class fork_list;
  fork_safe_mutex *next_ = nullptr, **link_ = nullptr; ///< in the list of all
  bool held_by_fork_ = false;
};

/// In the child, in these order: cpu/executor.cpp, cpu_service.cpp, device_state.cpp.
void forget_workers_after_fork() noexcept;
void forget_output_after_fork() noexcept;
void lose_devices_after_fork() noexcept;

} // namespace gpu::detail

#endif // GPUC_RUNTIME_FORK_HPP
