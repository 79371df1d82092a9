//===- support.hpp - What the device library's parts share ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_SUPPORT_HPP
#define GPUC_DEVICE_SUPPORT_HPP

/// One object a thread, zero or constant at first; the compiler gives it memory in the kernel's
/// frame. Its address means something in its own thread only.
#if defined(__GPUC_TARGET_CPU__)
#define GPUC_THREAD_LOCAL thread_local
#else
#define GPUC_THREAD_LOCAL [[clang::annotate("gpuc::thread_local")]]
#endif

/// A function that a failing thread calls and that does not return. The compiler puts a call of
/// `__gpuc_failure_location` before each call of it in user code.
#define GPUC_FAILURE                                                                               \
  [[gnu::noreturn, gnu::noinline, gnu::cold, clang::annotate("gpuc::failure")]]

extern "C" {
/// Tells the host where in the source the failure is that this thread is about to report.
void __gpuc_failure_location(const char *location);

/// Reports `what`, and `detail` where it is not null, with the kernel and the thread, and ends the
/// thread. `location` ("file:line") may be null; then the compiler's is reported.
[[noreturn]] void __gpuc_fail(const char *location, const char *what, const char *detail);

/// Ends the thread, without a report. Grid barriers of its kernel are broken then.
[[noreturn]] void __gpuc_end_thread();

/// What a thread that fails does to the barrier of its grid, where its kernel has one; on GPUs.
void __gpuc_break_grid();
}

#endif // GPUC_DEVICE_SUPPORT_HPP
