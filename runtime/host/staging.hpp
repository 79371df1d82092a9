//===- staging.hpp - Host ranges on the device for one launch ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of one launch may refer to the same host memory. Ranges that overlap
// share one copy on the device, so that the kernel sees one memory and no result
// is lost when it is copied back.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_STAGING_HPP
#define GPUC_RUNTIME_STAGING_HPP

#include "backend.hpp"
#include "fork.hpp"

#include <cstdint>
#include <vector>

namespace gpu::detail {

struct host_range {
  std::uintptr_t begin, end;
};

/// Sorts `ranges` and joins those that overlap.
void join_overlapping(std::vector<host_range> &ranges);

/// Device memory that launches stage in, kept from one to the next because the driver's allocation
/// takes longer than a small copy.
class staging_pool {
public:
  struct arena {
    unsigned char *memory = nullptr;
    std::size_t bytes = 0;
  };

  explicit staging_pool(device_backend &device);
  arena take(std::size_t bytes);
  void give_back(arena a) noexcept;

private:
  device_backend &device_;
  fork_safe_mutex mutex_;
  std::vector<arena> free_;
};

/// The staged arguments of one launch.
class staged_launch {
public:
  explicit staged_launch(staging_pool &pool, device_backend &device)
      : pool_(pool), device_(device) {}
  staged_launch(const staged_launch &) = delete;
  ~staged_launch();

  /// Adds the range of an argument that the device cannot see.
  void add(const launch_arg &arg);
  bool any() const { return !args_.empty(); }
  /// Copies all ranges to the device and lets the arguments in `args` point there.
  void copy_in(unsigned char *args);
  /// Copies the ranges of elements that are not const back.
  void copy_out();

private:
  struct block {
    host_range host;
    unsigned char *device;
  };
  unsigned char *device_address(std::uintptr_t host) const;

  staging_pool &pool_;
  device_backend &device_;
  staging_pool::arena arena_;
  std::vector<const launch_arg *> args_;
  std::vector<block> blocks_; ///< sorted
};

} // namespace gpu::detail

#endif // GPUC_RUNTIME_STAGING_HPP
