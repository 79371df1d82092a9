//===- charconv.cpp - std::to_chars and from_chars of floats ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU's `long double` is a double.
//
//===----------------------------------------------------------------------===//

#include "../libc/decimal.hpp"

#include <charconv>
#include <cmath>

namespace std {

namespace {

using namespace gpuc::decimal;

/// Where text is written, as long as there is room.
class text_sink {
public:
  text_sink(char *first, char *last) : next(first), last(last) {}
  void put(char c) {
    if (next != last)
      *next++ = c;
    else
      full = true;
  }
  void repeat(char c, uint64_t count) {
    for (; count && !full; --count)
      put(c);
  }
  void write(const char *text, uint64_t count) {
    for (; count && !full; --count)
      put(*text++);
  }
  to_chars_result result() const {
    return full ? to_chars_result{last, errc::value_too_large} : to_chars_result{next, errc{}};
  }

private:
  char *next, *last;
  bool full = false;
};

/// Writes the sign, and the whole of what is no number.
template <class Float> bool write_special(Float value, text_sink &to) {
  const binary parts = decompose(value);
  if (parts.negative)
    to.put('-');
  if (!parts.infinite && !parts.nan)
    return false;
  to.write(parts.nan ? "nan" : "inf", 3);
  return true;
}

template <class Float> void write_hexadecimal(Float value, int precision, text_sink &to) {
  char digits[16];
  write_hex_layout(make_hex_layout(value, precision, false, digits), digits, false, to);
}

/// The fewest digits that read back as the value. Without a format, the shorter of two texts.
template <class Float>
[[gnu::noinline]] to_chars_result write_shortest(char *first, char *last, Float value,
                                                 chars_format format) {
  text_sink to(first, last);
  if (write_special(value, to))
    return to.result();
  if (format == chars_format::hex) {
    write_hexadecimal(value, -1, to);
    return to.result();
  }
  char digits[17];
  int exponent = 0;
  unsigned count = shortest_digits(value, digits, exponent);
  const int last_place = count ? exponent - static_cast<int>(count) + 1 : 0;
  bool scientific = format == chars_format::scientific;
  if (format == chars_format{}) {
    // "d.ddde+dd" is five longer than the digits, or four where there is no point.
    const int one = count <= 1;
    scientific =
        last_place < -static_cast<int>(count ? count : 1) - 3 + one || last_place > 5 - one;
  } else if (format == chars_format::general) {
    scientific = exponent < -4 || exponent >= 6;
  }
  if (!scientific && last_place > 0) {
    // All digits of the integer, as printf has them.
    char all[max_digits];
    write_layout(make_layout(static_cast<double>(value), 'f', 0, false, all), all, false, to);
    return to.result();
  }
  layout text{scientific, false, exponent, 0, count};
  if (scientific)
    text.precision = count ? static_cast<int>(count) - 1 : 0;
  else
    text.precision = -last_place;
  text.point = text.precision > 0;
  if (!count)
    digits[0] = '0';
  write_layout(text, digits, false, to);
  return to.result();
}

/// As printf with a precision.
template <class Float>
[[gnu::noinline]] to_chars_result write_precise(char *first, char *last, Float value,
                                                chars_format format, int precision) {
  text_sink to(first, last);
  if (write_special(value, to))
    return to.result();
  if (format == chars_format::hex) {
    write_hexadecimal(value, precision, to);
    return to.result();
  }
  const char style = format == chars_format::scientific ? 'e'
                     : format == chars_format::fixed    ? 'f'
                                                        : 'g';
  char digits[max_digits];
  write_layout(make_layout(static_cast<double>(value), style, precision, false, digits), digits,
               false, to);
  return to.result();
}

template <class Float>
[[gnu::noinline]] from_chars_result read_number(const char *first, const char *last, Float &value,
                                                chars_format format) {
  const int kind = format == chars_format::hex          ? parse_hex
                   : format == chars_format::scientific ? parse_scientific
                   : format == chars_format::fixed      ? parse_fixed
                                                        : parse_general;
  Float number = 0;
  const auto read = gpuc::decimal::parse_float<Float, char>(first, last, kind, number);
  if (read.end == first)
    return {first, errc::invalid_argument};
  if (read.range == parse_range::overflow || read.range == parse_range::underflow)
    return {read.end, errc::result_out_of_range};
  value = number;
  return {read.end, errc{}};
}

} // namespace

from_chars_result from_chars(const char *first, const char *last, float &value,
                             chars_format format) noexcept {
  return read_number(first, last, value, format);
}
from_chars_result from_chars(const char *first, const char *last, double &value,
                             chars_format format) noexcept {
  return read_number(first, last, value, format);
}
from_chars_result from_chars(const char *first, const char *last, long double &value,
                             chars_format format) noexcept {
  double number;
  const from_chars_result result = read_number(first, last, number, format);
  if (result.ec == errc{})
    value = number;
  return result;
}

#define TO_CHARS(type, as)                                                                         \
  to_chars_result to_chars(char *first, char *last, type value) noexcept {                         \
    return write_shortest(first, last, static_cast<as>(value), chars_format{});                    \
  }                                                                                                \
  to_chars_result to_chars(char *first, char *last, type value, chars_format format) noexcept {    \
    return write_shortest(first, last, static_cast<as>(value), format);                            \
  }                                                                                                \
  to_chars_result to_chars(char *first, char *last, type value, chars_format format,               \
                           int precision) noexcept {                                               \
    return write_precise(first, last, static_cast<as>(value), format, precision);                  \
  }

TO_CHARS(float, float)
TO_CHARS(double, double)
TO_CHARS(long double, double)

} // namespace std
