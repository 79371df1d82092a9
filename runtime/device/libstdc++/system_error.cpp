//===- system_error.cpp - Error codes and their categories ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define __thread // of variables that are not used here

#include <cstring>
#include <future>
#include <ios>
#include <system_error>

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;

error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition &condition) const noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
  return code.category() == *this && code.value() == value;
}
/// What programs with the string class of before C++11 call.
__cow_string error_category::_M_message(int value) const {
  const string text = message(value);
  return __cow_string(text.c_str(), text.size());
}

} // namespace _V2

namespace {

/// errno's last value on Linux.
constexpr int last_errno = 133;

struct generic_error : error_category {
  const char *name() const noexcept override { return "generic"; }
  string message(int value) const override { return strerror(value); }
};

struct system_error_codes : error_category {
  const char *name() const noexcept override { return "system"; }
  string message(int value) const override { return strerror(value); }
  error_condition default_error_condition(int value) const noexcept override {
    return value >= 0 && value <= last_errno ? error_condition(value, generic_category())
                                             : error_condition(value, system_category());
  }
};

struct stream_error : error_category {
  const char *name() const noexcept override { return "iostream"; }
  string message(int value) const override {
    return value == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

struct future_errors : error_category {
  const char *name() const noexcept override { return "future"; }
  string message(int value) const override {
    switch (static_cast<future_errc>(value)) {
    case future_errc::broken_promise:
      return "Broken promise";
    case future_errc::future_already_retrieved:
      return "Future already retrieved";
    case future_errc::promise_already_satisfied:
      return "Promise already satisfied";
    case future_errc::no_state:
      return "No associated state";
    }
    return "Unknown error";
  }
};

[[clang::no_destroy]] constinit const generic_error generic_errors{};
[[clang::no_destroy]] constinit const system_error_codes system_errors{};
[[clang::no_destroy]] constinit const stream_error stream_errors{};
[[clang::no_destroy]] constinit const future_errors future_error_codes{};

} // namespace

inline namespace _V2 {
const error_category &generic_category() noexcept { return generic_errors; }
const error_category &system_category() noexcept { return system_errors; }
} // namespace _V2
const error_category &iostream_category() noexcept { return stream_errors; }
const error_category &future_category() noexcept { return future_error_codes; }

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept = default;
const char *ios_base::failure::what() const noexcept { return system_error::what(); }

} // namespace std
