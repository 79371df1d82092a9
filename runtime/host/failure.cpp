//===- failure.cpp - The thread's last error --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "failure.hpp"

#include "fork.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

namespace gpu::detail {
namespace {

struct error_state {
  // Never destroyed: destructors of static objects may still fail, and `gpu::error` points to
  // names.
  fork_safe_mutex mutex;
  std::set<std::string> names;
};

error_state &state() {
  static error_state &s = *new error_state;
  return s;
}

thread_local error_info last_error{0, "", "", ""};

/// The text of `last_error`. Not a `std::string`: destructors of static objects, which run after
/// those of thread-local ones, may still fail.
thread_local char *last_message = nullptr;

struct message_owner {
  ~message_owner() {
    std::free(std::exchange(last_message, nullptr));
    last_error = {0, "", "", ""};
  }
};

/// Keeps `text`, which it returns as it lives on; something shorter where there is no memory.
const char *keep_message(const std::string &text) {
  thread_local message_owner owner;
  std::free(last_message);
  last_message = strdup(text.c_str());
  return last_message ? last_message : "an error, and no memory for its text";
}

} // namespace

status record_failure(const failure &error) noexcept {
  error_state &s = state();
  std::lock_guard lock(s.mutex);
  last_error = {static_cast<status>(error.code), keep_message(error.message),
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
