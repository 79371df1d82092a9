//===- failure.cpp - The thread's last error --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "failure.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

namespace gpu::detail {
namespace {

struct error_state {
  // Never destroyed: destructors of static objects may still fail, and `gpu::error` points to
  // names.
  std::mutex mutex;
  std::set<std::string> names;
};

error_state &state() {
  static error_state &s = *new error_state;
  return s;
}

thread_local std::string last_message;
thread_local error_info last_error{0, "", "", ""};

} // namespace

status record_failure(const failure &error) noexcept {
  last_message = error.message;
  error_state &s = state();
  std::lock_guard lock(s.mutex);
  last_error = {static_cast<status>(error.code), last_message.c_str(),
                s.names.insert(error.kernel).first->c_str(),
                s.names.insert(error.device).first->c_str()};
  return last_error.code;
}

} // namespace gpu::detail

using namespace gpu::detail;

const error_info *__gpuc_last_error() { return &last_error; }

status __gpuc_set_error(status code, const char *message) {
  return record_failure(failure(static_cast<gpu::errc>(code), message));
}

void __gpuc_abort_with_last_error() {
  std::fprintf(stderr, "gpu::error: %s\n", last_error.message);
  std::abort();
}
