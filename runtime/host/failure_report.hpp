//===- failure_report.hpp - What failing threads say ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread of a kernel that fails (an assertion, an uncaught exception, abort) sends
// a message and ends. The report goes to standard error at once; the launch, or the
// next synchronisation, throws `gpu::device_error`.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_FAILURE_REPORT_HPP
#define GPUC_RUNTIME_HOST_FAILURE_REPORT_HPP

#include <string_view>

namespace gpu::detail {

/// Handles a message of `service_failure` or `service_failure_location`. Throws
/// std::runtime_error where the message is damaged.
void handle_failure_message(unsigned opcode, std::string_view message);

/// Throws a `failure` of kind `kernel_failed` if threads have failed since the last call.
void throw_reported_failure();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_HOST_FAILURE_REPORT_HPP
