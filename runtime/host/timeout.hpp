//===- timeout.hpp - How long to wait for a device --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `GPUC_TIMEOUT=seconds` bounds every wait for a device's work. The drivers cannot
// stop a kernel: what ends is the wait, and with it the use of the device.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_TIMEOUT_HPP
#define GPUC_RUNTIME_TIMEOUT_HPP

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

namespace gpu::detail {

using wait_time = std::chrono::nanoseconds;

/// What `GPUC_TIMEOUT` says; nothing where it is not set. Throws `failure` where it is no number of
/// seconds.
std::optional<wait_time> wait_limit();

/// Throws `failure` for anything but a decimal number over 0.
wait_time parse_timeout_setting(std::string_view text);

/// Asks `done` again and again, with growing sleeps; false where `limit` passes before it says yes.
bool poll(const std::function<bool()> &done, wait_time limit);

/// Throws the `failure` of a wait that lasted longer than `wait_limit`.
[[noreturn]] void fail_timeout();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_TIMEOUT_HPP
