//===- charconv.cpp - libc++: floating point to text and back ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::to_chars and std::from_chars. The arithmetic is in libc/decimal.hpp.
//
//===----------------------------------------------------------------------===//

#include "libc/decimal.hpp"
#include "support.hpp"

#include <charconv>
#include <cmath>

namespace {

namespace decimal = gpuc::decimal;

/// Writes to memory that has room.
struct memory_sink {
  char *to;

  void put(char c) { *to++ = c; }
  void repeat(char c, uint64_t count) {
    for (; count != 0; --count)
      *to++ = c;
  }
  void write(const char *text, uint64_t count) {
    for (; count != 0; --count)
      *to++ = *text++;
  }
};

enum class notation { decimal, hexadecimal };

/// Writes the number, whose digits are known, after its sign.
[[gnu::noinline]] std::to_chars_result write(char *first, char *last, bool negative, notation style,
                                             const decimal::layout &text, const char *digits) {
  const uint64_t length =
      negative + (style == notation::hexadecimal ? decimal::hex_layout_length(text)
                                                 : decimal::layout_length(text));
  if (static_cast<uint64_t>(last - first) < length)
    return {last, std::errc::value_too_large};
  memory_sink sink{first};
  if (negative)
    sink.put('-');
  if (style == notation::hexadecimal)
    decimal::write_hex_layout(text, digits, false, sink);
  else
    decimal::write_layout(text, digits, false, sink);
  return {sink.to, std::errc()};
}

/// What is no number.
template <class Float>
std::to_chars_result write_special(char *first, char *last, const decimal::binary &parts) {
  constexpr uint64_t quiet = uint64_t{1} << (decimal::format_of<Float>::mantissa_bits - 2);
  const uint64_t fraction = parts.mantissa & (2 * quiet - 1);
  const char *text = parts.infinite                        ? "inf"
                     : parts.negative && fraction == quiet ? "nan(ind)"
                     : fraction & quiet                    ? "nan"
                                                           : "nan(snan)";
  const auto size = static_cast<std::ptrdiff_t>(__builtin_strlen(text));
  if (last - first < size + parts.negative)
    return {last, std::errc::value_too_large};
  memory_sink sink{first};
  if (parts.negative)
    sink.put('-');
  sink.write(text, size);
  return {sink.to, std::errc()};
}

template <class Float> bool is_special(const decimal::binary &parts) {
  return parts.infinite || parts.nan;
}

/// Digits and layout of the fewest digits that read back the same: as `scientific`, or as `fixed`,
/// or as what `choose` says for a count of digits and the first one's power of ten.
template <class Float, class Choose>
std::to_chars_result write_shortest(char *first, char *last, Float value, Choose choose) {
  const decimal::binary parts = decimal::decompose(value);
  if (is_special<Float>(parts))
    return write_special<Float>(first, last, parts);
  char digits[decimal::max_digits];
  int exponent;
  unsigned count = decimal::shortest_digits(value, digits, exponent);
  const int shown = count ? static_cast<int>(count) : 1;
  decimal::layout text{choose(shown, exponent), false, exponent, 0, count};
  if (text.scientific) {
    text.precision = shown - 1;
  } else if (exponent >= shown) {
    // An integer is written exactly where zeros would stand for digits of it.
    text.count = decimal::fixed_digits(value, false, 0, digits, text.exponent);
  } else {
    text.precision = shown - 1 - exponent;
  }
  text.point = text.precision > 0;
  return write(first, last, parts.negative, notation::decimal, text, digits);
}

/// The shorter one; fixed where both are as long.
bool scientific_is_shorter(int count, int exponent) {
  const int scientific = count + (count > 1) + (exponent <= -100 || exponent >= 100 ? 5 : 4);
  const int fixed = exponent < 0            ? 1 - exponent + count
                    : exponent + 1 >= count ? exponent + 1
                                            : count + 1;
  return scientific < fixed;
}

template <class Float> std::to_chars_result write_plain(char *first, char *last, Float value) {
  return write_shortest(first, last, value, scientific_is_shorter);
}

template <class Float>
std::to_chars_result write_hexadecimal(char *first, char *last, Float value, int precision) {
  const decimal::binary parts = decimal::decompose(value);
  if (is_special<Float>(parts))
    return write_special<Float>(first, last, parts);
  char digits[16];
  const decimal::layout text = decimal::make_hex_layout(value, precision, false, digits);
  return write(first, last, parts.negative, notation::hexadecimal, text, digits);
}

template <class Float>
std::to_chars_result write_formatted(char *first, char *last, Float value,
                                     std::chars_format format) {
  switch (format) {
  case std::chars_format::hex:
    return write_hexadecimal(first, last, value, -1);
  case std::chars_format::scientific:
    return write_shortest(first, last, value, [](int, int) { return true; });
  case std::chars_format::fixed:
    return write_shortest(first, last, value, [](int, int) { return false; });
  default:
    return write_shortest(first, last, value,
                          [](int, int exponent) { return exponent < -4 || exponent >= 6; });
  }
}

template <class Float>
std::to_chars_result write_precise(char *first, char *last, Float value, std::chars_format format,
                                   int precision) {
  if (format == std::chars_format::hex) // all digits where the precision is negative
    return write_hexadecimal(first, last, value,
                             precision < 0 ? sizeof(Float) == 4 ? 6 : 13 : precision);
  const decimal::binary parts = decimal::decompose(value);
  if (is_special<Float>(parts))
    return write_special<Float>(first, last, parts);
  const char style = format == std::chars_format::scientific ? 'e'
                     : format == std::chars_format::fixed    ? 'f'
                                                             : 'g';
  char digits[decimal::max_digits];
  const decimal::layout text = decimal::make_layout(value, style, precision, false, digits);
  return write(first, last, parts.negative, notation::decimal, text, digits);
}

} // namespace

namespace std {
inline namespace __1 {

to_chars_result to_chars(char *first, char *last, float value) {
  return write_plain(first, last, value);
}
to_chars_result to_chars(char *first, char *last, double value) {
  return write_plain(first, last, value);
}
to_chars_result to_chars(char *first, char *last, long double value) {
  return write_plain(first, last, static_cast<double>(value));
}

to_chars_result to_chars(char *first, char *last, float value, chars_format format) {
  return write_formatted(first, last, value, format);
}
to_chars_result to_chars(char *first, char *last, double value, chars_format format) {
  return write_formatted(first, last, value, format);
}
to_chars_result to_chars(char *first, char *last, long double value, chars_format format) {
  return write_formatted(first, last, static_cast<double>(value), format);
}

to_chars_result to_chars(char *first, char *last, float value, chars_format format, int precision) {
  return write_precise(first, last, value, format, precision);
}
to_chars_result to_chars(char *first, char *last, double value, chars_format format,
                         int precision) {
  return write_precise(first, last, value, format, precision);
}
to_chars_result to_chars(char *first, char *last, long double value, chars_format format,
                         int precision) {
  return write_precise(first, last, static_cast<double>(value), format, precision);
}

template <class Float>
__from_chars_result<Float> __from_chars_floating_point([[clang::noescape]] const char *first,
                                                       [[clang::noescape]] const char *last,
                                                       chars_format format) {
  Float value = 0;
  const auto read = decimal::parse_float<Float>(first, last, static_cast<int>(format), value);
  if (read.end == first)
    return {0, 0, errc::invalid_argument};
  const bool out_of_range =
      read.range == decimal::parse_range::overflow || read.range == decimal::parse_range::underflow;
  return {value, read.end - first, out_of_range ? errc::result_out_of_range : errc()};
}

template __from_chars_result<float> __from_chars_floating_point([[clang::noescape]] const char *,
                                                                [[clang::noescape]] const char *,
                                                                chars_format);
template __from_chars_result<double> __from_chars_floating_point([[clang::noescape]] const char *,
                                                                 [[clang::noescape]] const char *,
                                                                 chars_format);

} // namespace __1
} // namespace std
