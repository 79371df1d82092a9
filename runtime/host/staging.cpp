//===- staging.cpp - Host ranges on the device for one launch ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "staging.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace gpu::detail {
namespace {

constexpr std::size_t alignment = 256;
constexpr std::size_t smallest_arena = 64 << 10;
constexpr std::size_t largest_kept_arena = 64 << 20;
constexpr std::size_t most_kept_arenas = 4;

std::size_t round_up(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

host_range range_of(const launch_arg &arg) {
  const auto begin = reinterpret_cast<std::uintptr_t>(arg.data);
  return {begin, begin + arg.bytes};
}

} // namespace

void join_overlapping(std::vector<host_range> &ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const host_range &a, const host_range &b) { return a.begin < b.begin; });
  std::size_t joined = 0;
  for (const host_range &range : ranges)
    if (joined && range.begin < ranges[joined - 1].end)
      ranges[joined - 1].end = std::max(ranges[joined - 1].end, range.end);
    else
      ranges[joined++] = range;
  ranges.resize(joined);
}

staging_pool::staging_pool(device_backend &device) : device_(device) {
  free_.reserve(most_kept_arenas); // `give_back` must not throw
}

staging_pool::arena staging_pool::take(std::size_t bytes) {
  {
    std::lock_guard lock(mutex_);
    const auto fits = std::find_if(free_.begin(), free_.end(),
                                   [bytes](const arena &a) { return a.bytes >= bytes; });
    if (fits != free_.end()) {
      const arena a = *fits;
      free_.erase(fits);
      return a;
    }
  }
  const std::size_t rounded = std::max(bytes, smallest_arena);
  return {static_cast<unsigned char *>(device_.allocate(memory_device, rounded)), rounded};
}

void staging_pool::give_back(arena a) noexcept {
  if (a.bytes <= largest_kept_arena) {
    std::lock_guard lock(mutex_);
    if (free_.size() == most_kept_arenas) {
      // Keep the larger ones.
      auto smallest =
          std::min_element(free_.begin(), free_.end(),
                           [](const arena &x, const arena &y) { return x.bytes < y.bytes; });
      if (smallest->bytes < a.bytes)
        std::swap(*smallest, a);
    } else {
      free_.push_back(a);
      return;
    }
  }
  device_.free(memory_device, a.memory);
}

staged_launch::~staged_launch() {
  if (arena_.memory)
    pool_.give_back(arena_);
}

void staged_launch::add(const launch_arg &arg) { args_.push_back(&arg); }

void staged_launch::copy_in(unsigned char *args) {
  if (args_.empty())
    return;
  std::vector<host_range> ranges;
  for (const launch_arg *arg : args_)
    ranges.push_back(range_of(*arg));
  join_overlapping(ranges);

  // A block begins as far from a multiple of 256 as it does on the host, so that every element
  // stays aligned.
  std::size_t bytes = 0;
  for (const host_range &range : ranges)
    bytes += round_up(range.begin % alignment + (range.end - range.begin));
  arena_ = pool_.take(bytes);
  unsigned char *next = arena_.memory;
  for (const host_range &range : ranges) {
    unsigned char *const device = next + range.begin % alignment;
    next += round_up(range.begin % alignment + (range.end - range.begin));
    device_.copy(device, reinterpret_cast<const void *>(range.begin), range.end - range.begin,
                 nullptr);
    blocks_.push_back({range, device});
  }
  for (const launch_arg *arg : args_) {
    const void *const address = device_address(range_of(*arg).begin);
    std::memcpy(args + arg->offset + arg->pointer_offset, &address, sizeof(address));
  }
}

void staged_launch::copy_out() {
  std::vector<host_range> ranges;
  for (const launch_arg *arg : args_)
    if (arg->kind == arg_in_out)
      ranges.push_back(range_of(*arg));
  join_overlapping(ranges);
  for (const host_range &range : ranges)
    device_.copy(reinterpret_cast<void *>(range.begin), device_address(range.begin),
                 range.end - range.begin, nullptr);
}

unsigned char *staged_launch::device_address(std::uintptr_t host) const {
  const auto after = std::upper_bound(
      blocks_.begin(), blocks_.end(), host,
      [](std::uintptr_t address, const block &b) { return address < b.host.begin; });
  const block &holder = *(after - 1);
  return holder.device + (host - holder.host.begin);
}

} // namespace gpu::detail
