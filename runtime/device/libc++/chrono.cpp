//===- chrono.cpp - libc++: clocks ------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <chrono>
#include <filesystem>

#include <time.h>

namespace {

timespec read_clock(clockid_t clock) {
  timespec now = {};
  ::clock_gettime(clock, &now);
  return now;
}

} // namespace

namespace std {
inline namespace __1 {
namespace chrono {

system_clock::time_point system_clock::now() noexcept {
  const timespec now = read_clock(CLOCK_REALTIME);
  return time_point(seconds(now.tv_sec) + microseconds(now.tv_nsec / 1000));
}
time_t system_clock::to_time_t(const time_point &time) noexcept {
  return duration_cast<seconds>(time.time_since_epoch()).count();
}
system_clock::time_point system_clock::from_time_t(time_t time) noexcept {
  return time_point(seconds(time));
}

steady_clock::time_point steady_clock::now() noexcept {
  const timespec now = read_clock(CLOCK_MONOTONIC);
  return time_point(seconds(now.tv_sec) + nanoseconds(now.tv_nsec));
}

} // namespace chrono

inline namespace __fs {
namespace filesystem {

_FilesystemClock::time_point _FilesystemClock::now() noexcept {
  const timespec now = read_clock(CLOCK_REALTIME);
  return time_point(duration(static_cast<rep>(now.tv_sec) * 1000000000 + now.tv_nsec));
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
