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

#include <memory>
#include <string>
#include <string_view>

namespace gpu::detail {

/// What threads of one device said. Its functions may be called from any thread.
class failure_reports {
public:
  /// `device` as reports name it.
  explicit failure_reports(std::string device);
  ~failure_reports();

  /// Handles a message of `service_failure` or `service_failure_location`. Throws
  /// std::runtime_error where the message is damaged.
  void take(unsigned opcode, std::string_view message);

  /// Throws a `failure` of kind `kernel_failed` if threads have failed since the last call.
  void throw_if_any();

private:
  struct contents;
  const std::unique_ptr<contents> contents_;
};

/// Those of the CPU device, whose kernels report without a server. Never destroyed.
failure_reports &cpu_failures();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_HOST_FAILURE_REPORT_HPP
