//===- number_text.hpp - strtol and strtod for any characters ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_NUMBER_TEXT_HPP
#define GPUC_DEVICE_LIBC_NUMBER_TEXT_HPP

#include "internal.hpp"

#include "decimal.hpp"

namespace gpuc::libc {

/// What a C function reads at `text`: its absolute value, sign, and the end; the beginning where
/// there is no number.
template <class Char> struct integer_text {
  const Char *end;
  uint64_t value;
  bool negative, overflow;

  /// `binary_prefix`: "0b" is one, as in C23.
  integer_text(const Char *text, int base, bool binary_prefix)
      : end(text), value(0), negative(false), overflow(false) {
    const Char *p = text;
    while (is_space(static_cast<int>(*p)))
      ++p;
    if (*p == '-' || *p == '+')
      negative = *p++ == '-';
    const bool zero = *p == '0';
    const int letter = zero ? to_lower(static_cast<int>(p[1])) : 0;
    if ((base == 0 || base == 16) && letter == 'x' && digit(p[2]) < 16) {
      base = 16;
      p += 2;
    } else if (binary_prefix && (base == 0 || base == 2) && letter == 'b' && digit(p[2]) < 2) {
      base = 2;
      p += 2;
    } else if (base == 0)
      base = zero ? 8 : 10;
    const uint64_t most = UINT64_MAX / static_cast<unsigned>(base);
    for (int d; (d = digit(*p)) < base; ++p) {
      const uint64_t shifted = value * static_cast<unsigned>(base);
      overflow |= value > most;
      value = shifted + static_cast<unsigned>(d);
      overflow |= value < shifted;
      end = p + 1;
    }
  }

private:
  static int digit(Char c) { return decimal::digit_value(static_cast<int>(c)); }
};

/// strtol and the like; `T` is int64_t or uint64_t.
template <class T, class Char>
T read_integer(const Char *text, Char **end, int base, bool binary_prefix = false) {
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    if (end)
      *end = const_cast<Char *>(text);
    return 0;
  }
  integer_text<Char> read(text, base, binary_prefix);
  if (end)
    *end = const_cast<Char *>(read.end);
  if constexpr (static_cast<T>(-1) < T(0)) {
    const uint64_t most = static_cast<uint64_t>(INT64_MAX) + read.negative;
    if (read.overflow || read.value > most) {
      errno = ERANGE;
      return read.negative ? INT64_MIN : INT64_MAX;
    }
  } else if (read.overflow) {
    errno = ERANGE;
    return UINT64_MAX;
  }
  return static_cast<T>(read.negative ? 0 - read.value : read.value);
}

/// strtod and strtof.
template <class Float, class Char> Float read_float(const Char *text, Char **end) {
  const Char *p = text;
  while (is_space(static_cast<int>(*p)))
    ++p;
  const bool negative = *p == '-';
  if (negative || *p == '+')
    ++p;
  const Char *last = p;
  while (decimal::digit_value(static_cast<int>(*last)) < 36 || *last == '.' || *last == '+' ||
         *last == '-' || *last == '(' || *last == ')' || *last == '_')
    ++last;
  Float value = 0;
  decimal::parse_result<Char> result{p, decimal::parse_range::good};
  if (p != last && *p != '-') {
    if (*p == '0' && last - p > 2 && to_lower(static_cast<int>(p[1])) == 'x') {
      result = decimal::parse_float(p + 2, last, decimal::parse_hex, value);
      const int next = static_cast<int>(p[2]); // of "0x", "0xinf" and "0x-1" the zero is the number
      if (result.end == p + 2 || (next != '.' && decimal::digit_value(next) >= 16))
        result.end = p, result.range = decimal::parse_range::good;
    }
    if (result.end == p)
      result = decimal::parse_float(p, last, decimal::parse_general, value);
  }
  if (end)
    *end = const_cast<Char *>(result.end == p ? text : result.end);
  if (result.end == p)
    return 0;
  if (result.range != decimal::parse_range::good)
    errno = ERANGE;
  return negative ? -value : value;
}

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_NUMBER_TEXT_HPP
