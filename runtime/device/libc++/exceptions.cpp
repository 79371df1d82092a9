//===- exceptions.cpp - libc++: exception classes ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard exception classes. A throw in a kernel reports the exception and
// ends the thread, so that these are built, asked for their text, and sometimes
// copied; nothing catches them.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <any>
#include <exception>
#include <expected>
#include <format>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>

namespace {

/// What precedes the text of an exception.
struct shared_text {
  unsigned references;
  char text[];
};

shared_text *whole(const char *text) {
  return reinterpret_cast<shared_text *>(const_cast<char *>(text) -
                                         __builtin_offsetof(shared_text, text));
}

} // namespace

namespace std {
inline namespace __1 {

__libcpp_refstring::__libcpp_refstring(const char *text) {
  const size_t size = __builtin_strlen(text) + 1;
  auto *copy = static_cast<shared_text *>(::operator new(sizeof(shared_text) + size));
  copy->references = 1;
  __builtin_memcpy(copy->text, text, size);
  __imp_ = copy->text;
}

__libcpp_refstring::__libcpp_refstring(const __libcpp_refstring &other) noexcept
    : __imp_(other.__imp_) {
  __atomic_fetch_add(&whole(__imp_)->references, 1, __ATOMIC_RELAXED);
}

__libcpp_refstring &__libcpp_refstring::operator=(const __libcpp_refstring &other) noexcept {
  if (__imp_ != other.__imp_) {
    this->~__libcpp_refstring();
    new (this) __libcpp_refstring(other);
  }
  return *this;
}

__libcpp_refstring::~__libcpp_refstring() {
  if (__atomic_fetch_sub(&whole(__imp_)->references, 1, __ATOMIC_RELAXED) == 1)
    ::operator delete(whole(__imp_));
}

bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "std::bad_function_call"; }

const char *bad_expected_access<void>::what() const noexcept {
  return "bad access to std::expected";
}

} // namespace __1

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }

bad_alloc::bad_alloc() noexcept {}
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }

bad_array_new_length::bad_array_new_length() noexcept {}
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "bad_array_new_length"; }

bad_cast::bad_cast() noexcept {}
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }

bad_typeid::bad_typeid() noexcept {}
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }

const char *bad_any_cast::what() const noexcept { return "bad any cast"; }

bad_optional_access::~bad_optional_access() noexcept {}
const char *bad_optional_access::what() const noexcept { return "bad_optional_access"; }

const char *bad_variant_access::what() const noexcept { return "bad_variant_access"; }

logic_error::logic_error(const string &text) : __imp_(text.c_str()) {}
logic_error::logic_error(const char *text) : __imp_(text) {}
logic_error::logic_error(const logic_error &other) noexcept : exception(), __imp_(other.__imp_) {}
logic_error &logic_error::operator=(const logic_error &other) noexcept {
  __imp_ = other.__imp_;
  return *this;
}
logic_error::~logic_error() noexcept {}
const char *logic_error::what() const noexcept { return __imp_.c_str(); }

runtime_error::runtime_error(const string &text) : __imp_(text.c_str()) {}
runtime_error::runtime_error(const char *text) : __imp_(text) {}
runtime_error::runtime_error(const runtime_error &other) noexcept
    : exception(), __imp_(other.__imp_) {}
runtime_error &runtime_error::operator=(const runtime_error &other) noexcept {
  __imp_ = other.__imp_;
  return *this;
}
runtime_error::~runtime_error() noexcept {}
const char *runtime_error::what() const noexcept { return __imp_.c_str(); }

domain_error::~domain_error() noexcept {}
invalid_argument::~invalid_argument() noexcept {}
length_error::~length_error() noexcept {}
out_of_range::~out_of_range() noexcept {}
range_error::~range_error() noexcept {}
overflow_error::~overflow_error() noexcept {}
underflow_error::~underflow_error() noexcept {}

// No exception is ever caught, so that every exception_ptr made without
// std::make_exception_ptr is null.

exception_ptr::exception_ptr(const exception_ptr &other) noexcept : __ptr_(other.__ptr_) {}
exception_ptr &exception_ptr::operator=(const exception_ptr &other) noexcept {
  __ptr_ = other.__ptr_;
  return *this;
}
exception_ptr::~exception_ptr() noexcept {}
exception_ptr exception_ptr::__from_native_exception_pointer(void *object) noexcept {
  exception_ptr result;
  result.__ptr_ = object; // never freed
  return result;
}

exception_ptr current_exception() noexcept { return nullptr; }
int uncaught_exceptions() noexcept { return 0; }
bool uncaught_exception() noexcept { return false; }

GPUC_FAILURE void rethrow_exception(exception_ptr) {
  __gpuc_fail(nullptr, "std::rethrow_exception was called", nullptr);
}

nested_exception::nested_exception() noexcept {}
nested_exception::~nested_exception() noexcept {}
GPUC_FAILURE void nested_exception::rethrow_nested() const {
  __gpuc_fail(nullptr, "std::nested_exception::rethrow_nested was called", nullptr);
}

GPUC_FAILURE void __throw_bad_alloc() { throw bad_alloc(); }

terminate_handler set_terminate(terminate_handler) noexcept { return terminate; }
terminate_handler get_terminate() noexcept { return terminate; }
new_handler set_new_handler(new_handler) noexcept { return nullptr; }
new_handler get_new_handler() noexcept { return nullptr; }

const nothrow_t nothrow{};

} // namespace std

/// std::make_exception_ptr puts an exception into memory of `__cxa_allocate_exception`. The name is
/// another in C++, since the headers declare it with types of their own.
extern "C" {
[[gnu::weak]] void *gpuc_init_primary_exception(void *object, std::type_info *,
                                                void (*)(void *)) noexcept
    __asm__("__cxa_init_primary_exception");
void *gpuc_init_primary_exception(void *object, std::type_info *, void (*)(void *)) noexcept {
  return object;
}
}
