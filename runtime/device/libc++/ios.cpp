//===- ios.cpp - libc++: std::ios_base --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <ios>
#include <locale>
#include <new>
#include <string>

namespace {

class stream_errors final : public std::__do_message {
public:
  constexpr stream_errors() = default;
  const char *name() const noexcept override { return "iostream"; }
  std::string message(int error) const override {
    if (error != static_cast<int>(std::io_errc::stream))
      return __do_message::message(error);
    return "unspecified iostream_category error";
  }
};
[[clang::no_destroy]] constinit const stream_errors errors;

/// Room for one element more, and for index `size` at the least; the new elements are zero. The
/// arrays of a stream grow so seldom that one that only moves is cheap enough.
template <class T> T *grown(T *array, size_t size, size_t &capacity) {
  if (size <= capacity)
    return array;
  const size_t larger = size < 2 * capacity ? 2 * capacity : size;
  T *result = static_cast<T *>(::operator new(larger * sizeof(T)));
  for (size_t i = 0; i != larger; ++i)
    result[i] = i < capacity ? array[i] : T();
  ::operator delete(array);
  capacity = larger;
  return result;
}

template <class T> T *copied(const T *array, size_t size) {
  if (size == 0)
    return nullptr;
  T *result = static_cast<T *>(::operator new(size * sizeof(T)));
  for (size_t i = 0; i != size; ++i)
    result[i] = array[i];
  return result;
}

template <class T> T taken(T &value) {
  const T result = value;
  value = T();
  return result;
}

} // namespace

namespace std {
inline namespace __1 {

const error_category &iostream_category() noexcept { return errors; }

ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}

// Constants whose address is taken.
const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;

constinit atomic<int> ios_base::__xindex_{0};

/// The locale is in the storage of the member.
#define LOCALE(member) reinterpret_cast<locale &>(member)

void ios_base::init(void *buffer) {
  __rdbuf_ = buffer;
  __rdstate_ = buffer ? goodbit : badbit;
  __exceptions_ = goodbit;
  __fmtflags_ = skipws | dec;
  __width_ = 0;
  __precision_ = 6;
  __fn_ = nullptr;
  __index_ = nullptr;
  __event_size_ = __event_cap_ = 0;
  __iarray_ = nullptr;
  __iarray_size_ = __iarray_cap_ = 0;
  __parray_ = nullptr;
  __parray_size_ = __parray_cap_ = 0;
  ::new (&__loc_) locale;
}

ios_base::~ios_base() {
  if (!__loc_)
    return; // never initialised
  __call_callbacks(erase_event);
  LOCALE(__loc_).~locale();
  if (__event_cap_) {
    ::operator delete(__fn_);
    ::operator delete(__index_);
  }
  if (__iarray_cap_)
    ::operator delete(__iarray_);
  if (__parray_cap_)
    ::operator delete(__parray_);
}

void ios_base::clear(iostate state) {
  __rdstate_ = __rdbuf_ ? state : state | badbit;
  if (__rdstate_ & __exceptions_)
    __throw_failure("ios_base::clear");
}

// Nothing is caught in device code, so that nothing is rethrown.
void ios_base::__set_badbit_and_consider_rethrow() { __rdstate_ |= badbit; }
void ios_base::__set_failbit_and_consider_rethrow() { __rdstate_ |= failbit; }

locale ios_base::imbue(const locale &other) {
  locale previous = LOCALE(__loc_);
  LOCALE(__loc_) = other;
  __call_callbacks(imbue_event);
  return previous;
}

locale ios_base::getloc() const { return reinterpret_cast<const locale &>(__loc_); }

int ios_base::xalloc() { return __xindex_.fetch_add(1, memory_order_relaxed); }

long &ios_base::iword(int index) {
  const size_t size = static_cast<size_t>(index) + 1;
  __iarray_ = grown(__iarray_, size, __iarray_cap_);
  if (size > __iarray_size_)
    __iarray_size_ = size;
  return __iarray_[index];
}

void *&ios_base::pword(int index) {
  const size_t size = static_cast<size_t>(index) + 1;
  __parray_ = grown(__parray_, size, __parray_cap_);
  if (size > __parray_size_)
    __parray_size_ = size;
  return __parray_[index];
}

void ios_base::register_callback(event_callback callback, int index) {
  size_t capacity = __event_cap_;
  __fn_ = grown(__fn_, __event_size_ + 1, capacity);
  __index_ = grown(__index_, __event_size_ + 1, __event_cap_);
  __fn_[__event_size_] = callback;
  __index_[__event_size_++] = index;
}

void ios_base::__call_callbacks(event what) {
  for (size_t i = __event_size_; i != 0; --i)
    __fn_[i - 1](what, *this, __index_[i - 1]);
}

void ios_base::copyfmt(const ios_base &other) {
  if (this == &other)
    return;
  __fmtflags_ = other.__fmtflags_;
  __precision_ = other.__precision_;
  __width_ = other.__width_;
  LOCALE(__loc_) = reinterpret_cast<const locale &>(other.__loc_);
  ::operator delete(__fn_);
  ::operator delete(__index_);
  __fn_ = copied(other.__fn_, other.__event_size_);
  __index_ = copied(other.__index_, other.__event_size_);
  __event_size_ = __event_cap_ = other.__event_size_;
  ::operator delete(__iarray_);
  __iarray_ = copied(other.__iarray_, other.__iarray_size_);
  __iarray_size_ = __iarray_cap_ = other.__iarray_size_;
  ::operator delete(__parray_);
  __parray_ = copied(other.__parray_, other.__parray_size_);
  __parray_size_ = __parray_cap_ = other.__parray_size_;
}

void ios_base::move(ios_base &other) {
  __fmtflags_ = other.__fmtflags_;
  __precision_ = other.__precision_;
  __width_ = other.__width_;
  __rdstate_ = other.__rdstate_;
  __exceptions_ = other.__exceptions_;
  __rdbuf_ = nullptr;
  ::new (&__loc_) locale(LOCALE(other.__loc_));
  __fn_ = taken(other.__fn_);
  __index_ = taken(other.__index_);
  __event_size_ = taken(other.__event_size_);
  __event_cap_ = taken(other.__event_cap_);
  __iarray_ = taken(other.__iarray_);
  __iarray_size_ = taken(other.__iarray_size_);
  __iarray_cap_ = taken(other.__iarray_cap_);
  __parray_ = taken(other.__parray_);
  __parray_size_ = taken(other.__parray_size_);
  __parray_cap_ = taken(other.__parray_cap_);
}

void ios_base::swap(ios_base &other) noexcept {
  std::swap(__fmtflags_, other.__fmtflags_);
  std::swap(__precision_, other.__precision_);
  std::swap(__width_, other.__width_);
  std::swap(__rdstate_, other.__rdstate_);
  std::swap(__exceptions_, other.__exceptions_);
  std::swap(__loc_, other.__loc_);
  std::swap(__fn_, other.__fn_);
  std::swap(__index_, other.__index_);
  std::swap(__event_size_, other.__event_size_);
  std::swap(__event_cap_, other.__event_cap_);
  std::swap(__iarray_, other.__iarray_);
  std::swap(__iarray_size_, other.__iarray_size_);
  std::swap(__iarray_cap_, other.__iarray_cap_);
  std::swap(__parray_, other.__parray_);
  std::swap(__parray_size_, other.__parray_size_);
  std::swap(__parray_cap_, other.__parray_cap_);
}

bool ios_base::sync_with_stdio(bool) { return true; }

ios_base::Init::Init() {}
ios_base::Init::~Init() {}

} // namespace __1
} // namespace std
