//===- failures.cpp - How device code fails ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// abort, failed assertions, and the functions that the standard libraries call
// where they would throw: each reports what happened and where on the host's
// standard error, and stops the kernel with a trap. Declared by hand: what the
// libraries' own headers declare depends on their version.
//
//===----------------------------------------------------------------------===//

#include <gpu/index.hpp>
#include <gpu/print.hpp>

namespace {

/// Reports `what`, and `detail` where there is one, and stops.
[[noreturn, gnu::noinline, gnu::cold]] void stop(const char *what, const char *detail = nullptr) {
  const auto block = gpu::block_idx(), thread = gpu::thread_idx();
  gpu::eprintln("gpu: {}{}{} in block ({}, {}, {}), thread ({}, {}, {})", what, detail ? ": " : "",
                detail ? detail : "", block.x, block.y, block.z, thread.x, thread.y, thread.z);
  __builtin_trap();
}

[[noreturn, gnu::noinline, gnu::cold]] void stop_assertion(const char *condition, const char *file,
                                                           unsigned line, const char *function) {
  const auto block = gpu::block_idx(), thread = gpu::thread_idx();
  gpu::eprintln("{}:{}: {}: assertion '{}' failed in block ({}, {}, {}), thread ({}, {}, {})", file,
                line, function ? function : "?", condition ? condition : "unreachable", block.x,
                block.y, block.z, thread.x, thread.y, thread.z);
  __builtin_trap();
}

} // namespace

extern "C" {

[[gnu::noreturn]] void abort() { stop("abort was called"); }

[[gnu::noreturn]] void __assert_fail(const char *condition, const char *file, unsigned line,
                                     const char *function) {
  stop_assertion(condition, file, line, function);
}

/// What a `throw` in device code becomes.
[[gnu::noreturn]] void __gpuc_throw() { stop("an exception was thrown"); }

[[gnu::noreturn]] void __cxa_pure_virtual() { stop("a pure virtual function was called"); }
[[gnu::noreturn]] void __cxa_deleted_virtual() { stop("a deleted virtual function was called"); }
[[gnu::noreturn]] void __cxa_throw_bad_array_new_length() { stop("std::bad_array_new_length"); }

/// Destructors of device variables never run: a module outlives the program.
int __cxa_atexit(void (*)(void *), void *, void *) { return 0; }

void *__dso_handle = nullptr;

} // extern "C"

namespace std {

[[gnu::noreturn]] void terminate() noexcept { stop("std::terminate was called"); }

// libstdc++: <bits/functexcept.h>, <bits/c++config.h>.

[[gnu::noreturn]] void __glibcxx_assert_fail(const char *file, int line, const char *function,
                                             const char *condition) noexcept {
  stop_assertion(condition, file, static_cast<unsigned>(line), function);
}
[[gnu::noreturn]] void __throw_bad_exception() { stop("std::bad_exception"); }
[[gnu::noreturn]] void __throw_bad_alloc() { stop("std::bad_alloc"); }
[[gnu::noreturn]] void __throw_bad_array_new_length() { stop("std::bad_array_new_length"); }
[[gnu::noreturn]] void __throw_bad_cast() { stop("std::bad_cast"); }
[[gnu::noreturn]] void __throw_bad_typeid() { stop("std::bad_typeid"); }
[[gnu::noreturn]] void __throw_logic_error(const char *text) { stop("std::logic_error", text); }
[[gnu::noreturn]] void __throw_domain_error(const char *text) { stop("std::domain_error", text); }
[[gnu::noreturn]] void __throw_invalid_argument(const char *text) {
  stop("std::invalid_argument", text);
}
[[gnu::noreturn]] void __throw_length_error(const char *text) { stop("std::length_error", text); }
[[gnu::noreturn]] void __throw_out_of_range(const char *text) { stop("std::out_of_range", text); }
/// The text is a printf format; what it says without its values is enough here.
[[gnu::noreturn]] void __throw_out_of_range_fmt(const char *text, ...) {
  stop("std::out_of_range", text);
}
[[gnu::noreturn]] void __throw_runtime_error(const char *text) { stop("std::runtime_error", text); }
[[gnu::noreturn]] void __throw_range_error(const char *text) { stop("std::range_error", text); }
[[gnu::noreturn]] void __throw_overflow_error(const char *text) {
  stop("std::overflow_error", text);
}
[[gnu::noreturn]] void __throw_underflow_error(const char *text) {
  stop("std::underflow_error", text);
}
[[gnu::noreturn]] void __throw_ios_failure(const char *text) {
  stop("std::ios_base::failure", text);
}
[[gnu::noreturn]] void __throw_system_error(int) { stop("std::system_error"); }
[[gnu::noreturn]] void __throw_future_error(int) { stop("std::future_error"); }
[[gnu::noreturn]] void __throw_bad_function_call() { stop("std::bad_function_call"); }

// libc++: <__verbose_abort>.
inline namespace __1 {
[[gnu::noreturn]] void __libcpp_verbose_abort(const char *text, ...) noexcept {
  stop("the standard library stopped", text);
}
} // namespace __1

} // namespace std
