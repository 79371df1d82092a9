//===- failure.hpp - Errors inside the runtime ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inside libgpucrt errors are exceptions of type `failure`; the extern "C"
// functions turn them into a status and a thread-local message with `guarded`.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_FAILURE_HPP
#define GPUC_RUNTIME_FAILURE_HPP

#include <gpu/error.hpp>

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

namespace gpu::detail {

struct failure : std::exception {
  failure(errc code, std::string message) : code(code), message(std::move(message)) {}
  const char *what() const noexcept override { return message.c_str(); }

  errc code;
  std::string message;
  std::string kernel; ///< readable name; empty where no kernel is concerned
  std::string device; ///< as `device_properties::describe` gives it; empty where none is concerned
};

template <class... Args>
[[noreturn]] void fail(errc code, fmt::format_string<Args...> format, Args &&...args) {
  throw failure(code, fmt::format(format, std::forward<Args>(args)...));
}

/// Keeps `error` as the thread's last one.
status record_failure(const failure &error) noexcept;

/// Runs a function of the extern "C" interface.
template <class Body> status guarded(Body body) noexcept {
  try {
    body();
    return 0;
  } catch (const failure &error) {
    return record_failure(error);
  } catch (const std::exception &error) { // std::bad_alloc, in effect
    return record_failure(failure(errc::out_of_memory, error.what()));
  }
}

} // namespace gpu::detail

#endif // GPUC_RUNTIME_FAILURE_HPP
