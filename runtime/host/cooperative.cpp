//===- cooperative.cpp - Grids whose blocks wait for each other -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cooperative.hpp"

#include "failure.hpp"

#include <algorithm>

namespace gpu::detail {

unsigned most_threads(const device_properties &device, const kernel &entry,
                      const device_function &function) {
  unsigned most = device.max_threads_per_block;
  for (const unsigned bound : {entry.max_threads, function.max_threads})
    if (bound)
      most = std::min(most, bound);
  return most;
}

unsigned resident_blocks(device_backend &device, const kernel &entry,
                         const device_function &function, std::size_t threads,
                         std::size_t dynamic_shared_bytes) {
  const device_properties &properties = device.properties();
  const std::size_t fixed = function.static_shared_bytes, most = properties.max_shared_bytes;
  if (threads > most_threads(properties, entry, function) || fixed > most ||
      dynamic_shared_bytes > most - fixed)
    return 0;
  return device.resident_blocks(function, static_cast<unsigned>(threads),
                                static_cast<unsigned>(dynamic_shared_bytes));
}

void check_cooperative(device_backend &device, const kernel &entry, const device_function &function,
                       const launch_shape &shape) {
  if (!shape.cooperative) {
    if (function.syncs_grid)
      fail(errc::invalid_launch, "the kernel calls gpu::sync_grid, for which all blocks must run "
                                 "at a time; launch it with "
                                 "launch_config{{.cooperative = true}}");
    return;
  }
  const device_properties &properties = device.properties();
  if (properties.blocks_take_turns)
    return;
  if (!properties.cooperative_launch)
    fail(errc::invalid_launch,
         "the device cannot make cooperative launches; end the kernel where the grid is to wait, "
         "and launch another one for the rest");
  const unsigned threads = shape.threads[0] * shape.threads[1] * shape.threads[2];
  const std::size_t each =
      resident_blocks(device, entry, function, threads, shape.dynamic_shared_bytes);
  const std::size_t fit = each * properties.multiprocessors;
  // In this order: the product of three is more than 64 bits hold.
  const std::size_t plane = std::size_t{shape.blocks[0]} * shape.blocks[1];
  if (plane > fit || plane * shape.blocks[2] > fit)
    fail(
        errc::invalid_launch,
        "a cooperative grid must be on the device as a whole, which runs {} such blocks at a time, "
        "{} on each of {} multiprocessors, of {} threads and {} bytes of shared memory; use at "
        "most {} blocks, each for more of the work, or blocks that need less",
        fit, each, properties.multiprocessors, threads,
        shape.dynamic_shared_bytes + function.static_shared_bytes, fit);
}

} // namespace gpu::detail
