//===- system_error.cpp - libc++: error codes -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <string.h>
#include <string>
#include <system_error>

namespace {

/// Errors above this are no errno.
constexpr int last_errno = 4095;

class generic_errors final : public std::__do_message {
public:
  constexpr generic_errors() = default;
  const char *name() const noexcept override { return "generic"; }
  std::string message(int error) const override {
    if (error > last_errno)
      return "unspecified generic_category error";
    return __do_message::message(error);
  }
};

class system_errors final : public std::__do_message {
public:
  constexpr system_errors() = default;
  const char *name() const noexcept override { return "system"; }
  std::string message(int error) const override {
    if (error > last_errno)
      return "unspecified system_category error";
    return __do_message::message(error);
  }
  std::error_condition default_error_condition(int error) const noexcept override {
    if (error > last_errno)
      return {error, *this};
    return {error, std::generic_category()};
  }
};

[[clang::no_destroy]] constinit const generic_errors generic;
[[clang::no_destroy]] constinit const system_errors system;

/// The text of a system_error: what happened, and what the code says.
std::string with_message(const std::error_code &code, std::string text) {
  if (code) {
    if (!text.empty())
      text += ": ";
    text += code.message();
  }
  return text;
}

} // namespace

namespace std {
inline namespace __1 {

error_category::~error_category() noexcept {}

error_condition error_category::default_error_condition(int error) const noexcept {
  return {error, *this};
}

bool error_category::equivalent(int code, const error_condition &condition) const noexcept {
  return default_error_condition(code) == condition;
}

bool error_category::equivalent(const error_code &code, int condition) const noexcept {
  return *this == code.category() && code.value() == condition;
}

string __do_message::message(int error) const {
  char buffer[64];
  return ::strerror_r(error, buffer, sizeof buffer);
}

const error_category &generic_category() noexcept { return generic; }
const error_category &system_category() noexcept { return system; }

string error_code::message() const { return __cat_->message(__val_); }
string error_condition::message() const { return __cat_->message(__val_); }

system_error::system_error(error_code code, const string &text)
    : runtime_error(with_message(code, text)), __ec_(code) {}
system_error::system_error(error_code code, const char *text)
    : runtime_error(with_message(code, text)), __ec_(code) {}
system_error::system_error(error_code code)
    : runtime_error(with_message(code, string())), __ec_(code) {}
system_error::system_error(int value, const error_category &category, const string &text)
    : system_error(error_code(value, category), text) {}
system_error::system_error(int value, const error_category &category, const char *text)
    : system_error(error_code(value, category), text) {}
system_error::system_error(int value, const error_category &category)
    : system_error(error_code(value, category)) {}
system_error::~system_error() noexcept {}

GPUC_FAILURE void __throw_system_error(int value, const char *text) {
  throw system_error(error_code(value, generic_category()), text);
}

} // namespace __1
} // namespace std
