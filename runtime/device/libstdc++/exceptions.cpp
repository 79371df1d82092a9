//===- exceptions.cpp - The standard exception classes ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A throw in device code ends the thread, and reports what the exception says
// of itself. So the classes are complete, and there is no current exception.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#define __thread // of variables that are not used here

#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <regex>
#include <stdexcept>
#include <string>
#include <typeinfo>

namespace std {

#define WITHOUT_TEXT(type, text)                                                                   \
  type::~type() noexcept = default;                                                                \
  const char *type::what() const noexcept { return text; }

WITHOUT_TEXT(exception, "std::exception")
WITHOUT_TEXT(bad_exception, "std::bad_exception")
WITHOUT_TEXT(bad_alloc, "std::bad_alloc")
WITHOUT_TEXT(bad_array_new_length, "std::bad_array_new_length")
WITHOUT_TEXT(bad_cast, "std::bad_cast")
WITHOUT_TEXT(bad_typeid, "std::bad_typeid")
WITHOUT_TEXT(bad_function_call, "bad_function_call")
WITHOUT_TEXT(bad_weak_ptr, "bad_weak_ptr")

// The text of an exception, shared by its copies: a count of them, then the characters.

namespace {

struct shared_text {
  unsigned owners;
  char characters[1];

  static shared_text *of(const char *characters) {
    return reinterpret_cast<shared_text *>(const_cast<char *>(characters) -
                                           offsetof(shared_text, characters));
  }
};

/// What an exception has whose text found no memory.
constexpr const char *no_text = "";

const char *make_text(const char *characters, size_t size) {
  auto *text = static_cast<shared_text *>(malloc(offsetof(shared_text, characters) + size + 1));
  if (!text)
    return no_text;
  text->owners = 1;
  memcpy(text->characters, characters, size);
  text->characters[size] = 0;
  return text->characters;
}

const char *share_text(const char *text) {
  if (text != no_text)
    __atomic_fetch_add(&shared_text::of(text)->owners, 1, __ATOMIC_RELAXED);
  return text;
}

void release_text(const char *text) {
  if (text != no_text &&
      __atomic_fetch_sub(&shared_text::of(text)->owners, 1, __ATOMIC_ACQ_REL) == 1)
    free(shared_text::of(text));
}

} // namespace

__cow_string::__cow_string() : _M_p(no_text) {}
__cow_string::__cow_string(const string &text) : _M_p(make_text(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t size) : _M_p(make_text(text, size)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(share_text(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(other._M_p) {
  other._M_p = no_text;
}
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
  const char *const old = _M_p;
  _M_p = share_text(other._M_p);
  release_text(old);
  return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
  const char *const old = _M_p;
  _M_p = other._M_p;
  other._M_p = old;
  return *this;
}
__cow_string::~__cow_string() { release_text(_M_p); }

#define WITH_TEXT(type)                                                                            \
  type::type(const string &text) : _M_msg(text) {}                                                 \
  type::type(const char *text) : _M_msg(text, strlen(text)) {}                                     \
  type::type(const type &other) noexcept : exception(other), _M_msg(other._M_msg) {}               \
  type::type(type &&other) noexcept                                                                \
      : exception(other), _M_msg(static_cast<__cow_string &&>(other._M_msg)) {}                    \
  type &type::operator=(const type &other) noexcept {                                              \
    _M_msg = other._M_msg;                                                                         \
    return *this;                                                                                  \
  }                                                                                                \
  type &type::operator=(type &&other) noexcept {                                                   \
    _M_msg = static_cast<__cow_string &&>(other._M_msg);                                           \
    return *this;                                                                                  \
  }                                                                                                \
  type::~type() noexcept = default;                                                                \
  const char *type::what() const noexcept { return _M_msg._M_p; }

WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)

#define DERIVED(type, base)                                                                        \
  type::type(const string &text) : base(text) {}                                                   \
  type::type(const char *text) : base(text) {}                                                     \
  type::~type() noexcept = default;

DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

// Regular expressions.

namespace {

const char *regex_text(regex_constants::error_type code) {
  using namespace regex_constants;
  switch (code) {
  case error_type::_S_error_collate:
    return "regex_error(error_collate)";
  case error_type::_S_error_ctype:
    return "regex_error(error_ctype)";
  case error_type::_S_error_escape:
    return "regex_error(error_escape)";
  case error_type::_S_error_backref:
    return "regex_error(error_backref)";
  case error_type::_S_error_brack:
    return "regex_error(error_brack)";
  case error_type::_S_error_paren:
    return "regex_error(error_paren)";
  case error_type::_S_error_brace:
    return "regex_error(error_brace)";
  case error_type::_S_error_badbrace:
    return "regex_error(error_badbrace)";
  case error_type::_S_error_range:
    return "regex_error(error_range)";
  case error_type::_S_error_space:
    return "regex_error(error_space)";
  case error_type::_S_error_badrepeat:
    return "regex_error(error_badrepeat)";
  case error_type::_S_error_complexity:
    return "regex_error(error_complexity)";
  case error_type::_S_error_stack:
    return "regex_error(error_stack)";
  default:
    return "regex_error";
  }
}

} // namespace

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error(regex_text(code)), _M_code(code) {}
regex_error::~regex_error() noexcept = default;

GPUC_FAILURE void __throw_regex_error(regex_constants::error_type code) {
  __gpuc_fail(nullptr, "std::regex_error", regex_text(code));
}

// Futures.

future_error::~future_error() noexcept = default;
const char *future_error::what() const noexcept { return logic_error::what(); }
__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

// Exceptions as objects. None is ever current, and one that a program makes is never freed.

nested_exception::~nested_exception() noexcept = default;

exception_ptr current_exception() noexcept { return nullptr; }

GPUC_FAILURE void rethrow_exception(exception_ptr) {
  __gpuc_fail(nullptr, "std::rethrow_exception was called", nullptr);
}

namespace __exception_ptr {
exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) {}
void exception_ptr::_M_addref() noexcept {}
void exception_ptr::_M_release() noexcept {}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept { return nullptr; }
} // namespace __exception_ptr

} // namespace std

/// What std::make_exception_ptr puts an exception into is memory of `__cxa_allocate_exception`. Its
/// name is another in C++, since the headers declare it with types of their own.
extern "C" {
[[gnu::weak]] void *gpuc_init_primary_exception(void *object, std::type_info *,
                                                void (*)(void *)) noexcept
    __asm__("__cxa_init_primary_exception");
void *gpuc_init_primary_exception(void *object, std::type_info *, void (*)(void *)) noexcept {
  return object;
}
}

namespace std {

bool uncaught_exception() noexcept { return false; }
int uncaught_exceptions() noexcept { return 0; }

// Handlers are kept for programs that ask for them.

namespace {
terminate_handler current_terminate = &terminate;
new_handler current_new = nullptr;

template <class Handler> Handler exchange_handler(Handler *current, Handler handler) noexcept {
  return __atomic_exchange_n(current, handler, __ATOMIC_ACQ_REL);
}
} // namespace

terminate_handler get_terminate() noexcept {
  return __atomic_load_n(&current_terminate, __ATOMIC_ACQUIRE);
}
terminate_handler set_terminate(terminate_handler handler) noexcept {
  return exchange_handler(&current_terminate, handler ? handler : &terminate);
}
new_handler get_new_handler() noexcept { return __atomic_load_n(&current_new, __ATOMIC_ACQUIRE); }
new_handler set_new_handler(new_handler handler) noexcept {
  return exchange_handler(&current_new, handler);
}

// Objects that headers only declare.

const nothrow_t nothrow{};

} // namespace std
