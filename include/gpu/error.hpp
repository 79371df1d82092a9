//===- error.hpp - gpu::error ------------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_ERROR_HPP
#define GPU_ERROR_HPP

#include <gpu/detail/runtime.hpp>

#include <stdexcept>
#include <string_view>

namespace gpu {

/// What kind of thing went wrong. The first group is the program's to mend, the second the
/// machine's or the build's. docs/faults.md has a section for each. A device that is lost cannot be
/// used any more in this process: all later calls for it fail at once, with `device_lost`.
enum class errc : int {
  invalid_argument = 1, ///< an argument of a library function
  invalid_launch = 2,   ///< a configuration that the kernel or the device does not allow
  host_memory = 3,      ///< a stream was given host memory that the device cannot see
  layout_mismatch = 4,  ///< host and device disagree on a kernel's parameters
  unknown_kernel = 5,   ///< no embedded module has the kernel

  bad_setting = 16,   ///< an environment variable of gpuc
  no_device = 17,     ///< no usable device, or not the one asked for
  no_image = 18,      ///< nothing embedded runs on the device
  bad_image = 19,     ///< the driver refused what is embedded
  out_of_memory = 20, ///< on the device, or of pinned memory
  driver = 21,        ///< any other error of the driver
  kernel_failed = 22, ///< a `device_error`
  timeout = 23,       ///< work did not end within the seconds of `GPUC_TIMEOUT`; the device is lost
  device_lost = 24,   ///< a kernel did what it must not, and the device is lost; or it was before
};

/// Thrown by every function of this library that fails. `what()` says what happened, where, and
/// what to do; where a kernel was launched it names the kernel, its configuration and the device.
class error : public std::runtime_error {
public:
  /// For the library.
  explicit error(const detail::error_info &info)
      : std::runtime_error(info.message), code_(static_cast<errc>(info.code)), kernel_(info.kernel),
        device_(info.device) {}

  /// The kind of error.
  errc code() const noexcept { return code_; }
  /// The kernel's readable name; empty where no kernel was concerned.
  std::string_view kernel() const noexcept { return kernel_; }
  /// "cuda:0 (NVIDIA H200, sm_90)"; empty where no device was chosen yet.
  std::string_view device() const noexcept { return device_; }

private:
  errc code_;
  const char *kernel_; // both live as long as the process
  const char *device_;
};

/// A thread of a kernel failed: an assertion, an exception that left the kernel, `abort`, a check of
/// the standard library. Thrown by the blocking launch, or by the next call that waits for the
/// kernel. The report of each failed thread has gone to standard error; `what()` has the first. The
/// device goes on working.
class device_error : public error {
public:
  using error::error;
};

namespace detail {

/// Throws the thread's last error; in a program without exceptions prints it and aborts.
[[noreturn]] inline void raise_last_error() {
#if defined(__cpp_exceptions)
  const error_info &info = *__gpuc_last_error();
  if (static_cast<errc>(info.code) == errc::kernel_failed)
    throw device_error(info);
  throw error(info);
#else
  __gpuc_abort_with_last_error();
#endif
}

inline void check(status result) {
  if (result) [[unlikely]]
    raise_last_error();
}

[[noreturn]] inline void raise(errc code, const char *message) {
  __gpuc_set_error(static_cast<status>(code), message);
  raise_last_error();
}

} // namespace detail
} // namespace gpu

#endif // GPU_ERROR_HPP
