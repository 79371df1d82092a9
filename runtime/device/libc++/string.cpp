//===- string.cpp - libc++: numbers in strings ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "libc/decimal.hpp"
#include "support.hpp"

#include <charconv>
#include <errno.h>
#include <limits.h>
#include <stdexcept>
#include <stdlib.h>
#include <string>

namespace {

[[gnu::noinline, gnu::cold, noreturn]] void refuse(const char *function) {
  throw std::invalid_argument(std::string(function) + ": no conversion");
}

[[gnu::noinline, gnu::cold, noreturn]] void out_of_range(const char *function) {
  throw std::out_of_range(std::string(function) + ": out of range");
}

/// The characters that matter to a number; others end it.
std::string narrow(const std::wstring &text) {
  std::string result(text.size(), '\0');
  for (size_t i = 0; i != text.size(); ++i)
    result[i] = text[i] >= 0 && text[i] < 128 ? static_cast<char>(text[i]) : '\177';
  return result;
}

std::wstring widen(const std::string &text) { return std::wstring(text.begin(), text.end()); }

/// Calls `convert(text, end)`, a function of strtol's kind, and reports as `function` does.
template <class Convert>
auto read(const char *function, const std::string &text, size_t *size, Convert convert) {
  const char *const first = text.c_str();
  char *end;
  const int errno_before = errno;
  errno = 0;
  const auto value = convert(first, &end);
  const int error = errno;
  errno = errno_before;
  if (end == first)
    refuse(function);
  if (error == ERANGE)
    out_of_range(function);
  if (size)
    *size = static_cast<size_t>(end - first);
  return value;
}

/// As printf's %f.
std::string fixed(double value) {
  namespace decimal = gpuc::decimal;
  struct {
    std::string text;
    void put(char c) { text.push_back(c); }
    void repeat(char c, uint64_t count) { text.append(count, c); }
    void write(const char *from, uint64_t count) { text.append(from, count); }
  } sink;
  const decimal::binary parts = decimal::decompose(value);
  if (parts.negative)
    sink.put('-');
  if (parts.infinite)
    return sink.text + "inf";
  if (parts.nan)
    return sink.text + "nan";
  char digits[decimal::max_digits];
  const decimal::layout layout = decimal::make_layout(value, 'f', 6, false, digits);
  sink.text.reserve(parts.negative + decimal::layout_length(layout));
  decimal::write_layout(layout, digits, false, sink);
  return sink.text;
}

template <class Integer> std::string decimal_digits(Integer value) {
  char text[24];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

} // namespace

namespace std {
inline namespace __1 {

template class basic_string<char>;
template class basic_string<wchar_t>;
template string operator+<char, char_traits<char>, allocator<char>>(const char *, const string &);

int stoi(const string &text, size_t *size, int base) {
  const long value = read("stoi", text, size, [base](const char *first, char **end) {
    return ::strtol(first, end, base);
  });
  if (value < INT_MIN || value > INT_MAX)
    ::out_of_range("stoi");
  return static_cast<int>(value);
}

#define GPUC_TO_INTEGER(function, type, convert)                                                   \
  type function(const string &text, size_t *size, int base) {                                      \
    return read(#function, text, size,                                                             \
                [base](const char *first, char **end) { return ::convert(first, end, base); });    \
  }                                                                                                \
  type function(const wstring &text, size_t *size, int base) {                                     \
    return function(narrow(text), size, base);                                                     \
  }
GPUC_TO_INTEGER(stol, long, strtol)
GPUC_TO_INTEGER(stoul, unsigned long, strtoul)
GPUC_TO_INTEGER(stoll, long long, strtoll)
GPUC_TO_INTEGER(stoull, unsigned long long, strtoull)
int stoi(const wstring &text, size_t *size, int base) { return stoi(narrow(text), size, base); }

#define GPUC_TO_FLOAT(function, type, convert)                                                     \
  type function(const string &text, size_t *size) {                                                \
    return read(#function, text, size,                                                             \
                [](const char *first, char **end) { return ::convert(first, end); });              \
  }                                                                                                \
  type function(const wstring &text, size_t *size) { return function(narrow(text), size); }
GPUC_TO_FLOAT(stof, float, strtof)
GPUC_TO_FLOAT(stod, double, strtod)
GPUC_TO_FLOAT(stold, long double, strtold)

#define GPUC_TO_STRING(type, convert)                                                              \
  string to_string(type value) { return convert(value); }                                          \
  wstring to_wstring(type value) { return widen(convert(value)); }
GPUC_TO_STRING(int, decimal_digits)
GPUC_TO_STRING(unsigned, decimal_digits)
GPUC_TO_STRING(long, decimal_digits)
GPUC_TO_STRING(unsigned long, decimal_digits)
GPUC_TO_STRING(long long, decimal_digits)
GPUC_TO_STRING(unsigned long long, decimal_digits)
GPUC_TO_STRING(float, fixed)
GPUC_TO_STRING(double, fixed)
GPUC_TO_STRING(long double, fixed)

} // namespace __1
} // namespace std
