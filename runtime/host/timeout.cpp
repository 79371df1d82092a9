//===- timeout.cpp - How long to wait for a device --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "timeout.hpp"

#include "failure.hpp"

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

namespace gpu::detail {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

wait_time parse_timeout_setting(std::string_view text) {
  // By hand: std::from_chars of floating point is not in every standard library, and strtod heeds
  // the locale.
  constexpr double longest = 1e9; // thirty years, which nanoseconds can count
  double seconds = 0, place = 1;
  bool digits = false, point = false;
  for (const char c : text) {
    if (c == '.' && !std::exchange(point, true))
      continue;
    if (c < '0' || c > '9') {
      digits = false;
      break;
    }
    digits = true;
    if (point)
      seconds += (c - '0') * (place /= 10);
    else
      seconds = seconds * 10 + (c - '0');
  }
  if (!digits || !(seconds > 0))
    fail(errc::bad_setting,
         "GPUC_TIMEOUT is '{}'; it takes a number of seconds over 0, such as '2.5'", text);
  return std::chrono::round<wait_time>(std::chrono::duration<double>(std::min(seconds, longest)));
}

std::optional<wait_time> wait_limit() {
  static const std::optional<wait_time> limit = [] {
    const char *const text = std::getenv("GPUC_TIMEOUT");
    return text && *text ? std::optional(parse_timeout_setting(text)) : std::nullopt;
  }();
  return limit;
}

bool poll(const std::function<bool()> &done, wait_time limit) {
  constexpr wait_time shortest = 5us, longest = 2ms;
  const auto begin = clock::now();
  while (!done()) {
    const wait_time passed = clock::now() - begin;
    if (passed >= limit)
      return false;
    // A quarter of the time so far: what is waited for is late by no more than that.
    std::this_thread::sleep_for(
        std::min(std::clamp(passed / 4, shortest, longest), limit - passed));
  }
  return true;
}

void fail_timeout() {
  fail(
      errc::timeout,
      "it did not end within the {:g} s of GPUC_TIMEOUT, and the device cannot be used any more in "
      "this process; look for a loop or a wait that does not end, or allow more time",
      std::chrono::duration<double>(*wait_limit()).count());
}

} // namespace gpu::detail
