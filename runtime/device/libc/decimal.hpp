//===- decimal.hpp - Binary floating point and its text ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact conversion between float and double and their decimal and hexadecimal
// text, for printf, strtod, std::to_chars and std::from_chars. Nothing is
// allocated, and all of it is constexpr. In short:
//
//   make_layout, layout_length, write_layout   printf's %e %f %g
//   make_hex_layout, ...                       printf's %a
//   fixed_digits                               digits at a given place, rounded
//   shortest_digits                            the fewest that read back the same
//   parse_float                                text to the nearest float or double
//
// All results are rounded to nearest, ties to even, from the exact value. Exact
// values come from `expansion`, which yields a number's decimal digits in groups
// of nine from big integers in local arrays; these are as long as the number
// needs, so that numbers of everyday size are quick.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_DECIMAL_HPP
#define GPUC_DEVICE_LIBC_DECIMAL_HPP

#include <stdint.h>

#ifdef __GPUC_DEVICE__
// Size comes before speed on devices, where code is compiled when it is loaded.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace gpuc::decimal {

/// A value is mantissa * 2^exponent.
struct binary {
  uint64_t mantissa;
  int exponent;
  bool negative;
  bool infinite, nan;
};

template <class Float> struct format_of;
template <> struct format_of<double> {
  using bits = uint64_t;
  static constexpr int mantissa_bits = 53, minimum_exponent = -1074, maximum_biased = 2047;
};
template <> struct format_of<float> {
  using bits = uint32_t;
  static constexpr int mantissa_bits = 24, minimum_exponent = -149, maximum_biased = 255;
};

template <class Float> constexpr binary decompose(Float value) {
  using format = format_of<Float>;
  using bits_t = typename format::bits;
  const bits_t bits = __builtin_bit_cast(bits_t, value);
  constexpr bits_t hidden = bits_t{1} << (format::mantissa_bits - 1);
  const bits_t fraction = bits & (hidden - 1);
  const int biased = static_cast<int>(bits >> (format::mantissa_bits - 1)) & format::maximum_biased;
  binary result{fraction, format::minimum_exponent, (bits >> (sizeof(Float) * 8 - 1)) != 0, false,
                false};
  if (biased == format::maximum_biased) {
    result.infinite = fraction == 0;
    result.nan = fraction != 0;
  } else if (biased != 0) {
    result.mantissa |= hidden;
    result.exponent += biased - 1;
  }
  return result;
}

/// The decimal digits of mantissa * 2^exponent, exactly, in groups of nine from the first group
/// that is not zero, or from the units where the number is zero. For exponents from -1080 to 980.
class expansion {
public:
  constexpr expansion(uint64_t mantissa, int exponent) {
    uint64_t integer = 0;
    if (exponent >= 0)
      split_integer(mantissa, static_cast<unsigned>(exponent));
    else {
      const unsigned bits = static_cast<unsigned>(-exponent);
      integer = bits < 64 ? mantissa >> bits : 0;
      const uint64_t fraction = bits < 64 ? mantissa - (integer << bits) : mantissa;
      for (; integer; integer /= billion)
        groups_[count_++] = static_cast<uint32_t>(integer % billion);
      set_fraction(fraction, bits);
    }
    position_ = 9 * static_cast<int>(count_);
    do
      advance();
    while (group_ == 0 && !exhausted());
    if (group_ == 0)
      position_ = 0;
  }

  /// The present group, and the power of ten of its last digit.
  constexpr uint32_t group() const { return group_; }
  constexpr int position() const { return position_; }

  /// Goes to the next nine digits; after the last ones there are zeros.
  constexpr void advance() {
    position_ -= 9;
    if (count_) {
      group_ = groups_[--count_];
      return;
    }
    uint64_t carry = 0;
    for (unsigned i = low_; i < high_; ++i) {
      carry += uint64_t{limbs_[i]} * billion;
      limbs_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    while (low_ < high_ && limbs_[low_] == 0)
      ++low_;
    group_ = static_cast<uint32_t>(carry);
  }

  /// Whether all digits after the present group are zero.
  constexpr bool exhausted() const {
    for (unsigned i = 0; i < count_; ++i)
      if (groups_[i])
        return false;
    return low_ == high_;
  }

private:
  static constexpr uint32_t billion = 1000000000;

  constexpr void split_integer(uint64_t mantissa, unsigned shift) {
    unsigned size = shift / 32;
    for (unsigned i = 0; i < size; ++i)
      limbs_[i] = 0;
    const unsigned bits = shift % 32;
    limbs_[size++] = static_cast<uint32_t>(mantissa << bits);
    limbs_[size++] = static_cast<uint32_t>(mantissa >> (32 - bits));
    limbs_[size++] = bits ? static_cast<uint32_t>(mantissa >> 32 >> (32 - bits)) : 0;
    for (;;) {
      while (size && limbs_[size - 1] == 0)
        --size;
      if (size == 0)
        break;
      uint64_t rest = 0;
      for (unsigned i = size; i-- > 0;) {
        rest = rest << 32 | limbs_[i];
        limbs_[i] = static_cast<uint32_t>(rest / billion);
        rest %= billion;
      }
      groups_[count_++] = static_cast<uint32_t>(rest);
    }
  }

  /// fraction * 2^-bits: the limbs are its digits to the base 2^32, the first at `high_ - 1`.
  constexpr void set_fraction(uint64_t fraction, unsigned bits) {
    high_ = (bits + 31) / 32;
    const unsigned shift = high_ * 32 - bits;
    const uint32_t words[3] = {static_cast<uint32_t>(fraction << shift),
                               static_cast<uint32_t>(fraction >> (32 - shift)),
                               shift ? static_cast<uint32_t>(fraction >> 32 >> (32 - shift)) : 0};
    for (unsigned i = 0; i < high_; ++i)
      limbs_[i] = i < 3 ? words[i] : 0;
    while (low_ < high_ && limbs_[low_] == 0)
      ++low_;
  }

  uint32_t groups_[36]; ///< groups before the point, the last one first
  uint32_t limbs_[36];
  unsigned count_ = 0, low_ = 0, high_ = 0;
  uint32_t group_ = 0;
  int position_ = 0;
};

/// Room for what `fixed_digits` writes: a double has at most 767 digits that are not zeros at an
/// end.
inline constexpr unsigned max_digits = 784;

/// Writes the nine digits of a group.
constexpr void split_group(uint32_t group, char *digits) {
  for (int i = 8; i >= 0; --i) {
    digits[i] = static_cast<char>('0' + group % 10);
    group /= 10;
  }
}

/// The digits of |value|, rounded to `precision` digits after the first (`scientific`) or after the
/// decimal point. Writes them, without zeros at the end, to `digits` (room for `max_digits`), sets
/// `exponent10` to the power of ten of the first one, and returns how many they are; 0 for a zero.
/// `precision` may be negative for digits before the point. For finite values.
[[gnu::noinline]] constexpr unsigned fixed_digits(double value, bool scientific, int precision,
                                                  char *digits, int &exponent10) {
  exponent10 = 0;
  const binary parts = decompose(value);
  if (parts.mantissa == 0)
    return 0;
  expansion source(parts.mantissa, parts.exponent);
  split_group(source.group(), digits);
  unsigned zeros = 0;
  while (digits[zeros] == '0')
    ++zeros;
  unsigned count = 9 - zeros;
  for (unsigned i = 0; i < count; ++i)
    digits[i] = digits[i + zeros];
  exponent10 = source.position() + static_cast<int>(count) - 1;
  // In 64 bits: the precision may be any int.
  const int64_t wanted = int64_t{precision} + 1 + (scientific ? 0 : exponent10);
  if (wanted < 0)
    return exponent10 = 0, 0;
  while (static_cast<int64_t>(count) <= wanted && !source.exhausted()) {
    source.advance();
    split_group(source.group(), digits + count);
    count += 9;
  }
  if (static_cast<int64_t>(count) > wanted) {
    const unsigned kept = static_cast<unsigned>(wanted);
    bool up = digits[kept] > '5';
    if (digits[kept] == '5') {
      up = !source.exhausted() || (kept != 0 && digits[kept - 1] % 2 != 0);
      for (unsigned i = kept + 1; !up && i < count; ++i)
        up = digits[i] != '0';
    }
    count = kept;
    if (up) {
      while (count && digits[count - 1] == '9')
        --count;
      if (count)
        ++digits[count - 1];
      else {
        digits[count++] = '1';
        ++exponent10;
      }
    }
  }
  while (count && digits[count - 1] == '0')
    --count;
  if (count == 0)
    exponent10 = 0;
  return count;
}

/// How printf writes a number: what `write_layout` needs besides the digits.
struct layout {
  bool scientific;
  bool point;     ///< written also where no digit follows it
  int exponent;   ///< power of ten of the first digit; of two for hexadecimals
  int precision;  ///< digits after the point
  unsigned count; ///< digits there are; others are zeros
};

/// The layout of |value| for the conversion `style`, 'e', 'f' or 'g', with `precision` (-1: 6), and
/// with printf's flag `#`. Writes digits as `fixed_digits` does.
constexpr layout make_layout(double value, char style, int precision, bool alternative,
                             char *digits) {
  if (precision < 0)
    precision = 6;
  layout result{style == 'e', alternative || precision > 0, 0, precision, 0};
  if (style != 'g') {
    result.count =
        fixed_digits(value, result.scientific, result.precision, digits, result.exponent);
    return result;
  }
  if (precision == 0)
    precision = 1;
  result.count = fixed_digits(value, true, precision - 1, digits, result.exponent);
  result.scientific = result.exponent < -4 || result.exponent >= precision;
  int shown = alternative ? precision : static_cast<int>(result.count ? result.count : 1);
  result.precision = shown - 1 - (result.scientific ? 0 : result.exponent);
  if (result.precision < 0)
    result.precision = 0;
  result.point = alternative || result.precision > 0;
  return result;
}

/// The characters that `write_layout` writes.
constexpr uint64_t layout_length(const layout &text) {
  uint64_t length = 1 + static_cast<uint64_t>(text.precision) + (text.point ? 1 : 0);
  if (text.scientific)
    length += text.exponent <= -100 || text.exponent >= 100 ? 5 : 4;
  else if (text.exponent > 0)
    length += static_cast<uint64_t>(text.exponent);
  return length;
}

/// Writes a number without its sign to `sink`, which has `put(char)`, `repeat(char, uint64_t)` and
/// `write(const char *, uint64_t)`.
template <class Sink>
constexpr void write_layout(const layout &text, const char *digits, bool upper_case, Sink &sink) {
  uint64_t count = text.count;
  // Digits first, at least one before the point.
  const uint64_t before = text.scientific      ? 1
                          : text.exponent >= 0 ? static_cast<uint64_t>(text.exponent) + 1
                                               : 0;
  if (before == 0)
    sink.put('0');
  const uint64_t taken = before < count ? before : count;
  sink.write(digits, taken);
  sink.repeat('0', before - taken);
  digits += taken;
  count -= taken;
  if (text.point)
    sink.put('.');
  uint64_t left = static_cast<uint64_t>(text.precision);
  if (before == 0 && count) {
    const uint64_t zeros = static_cast<uint64_t>(-text.exponent - 1);
    sink.repeat('0', zeros < left ? zeros : left);
    left -= zeros < left ? zeros : left;
  }
  if (count > left)
    count = left;
  sink.write(digits, count);
  sink.repeat('0', left - count);
  if (text.scientific) {
    sink.put(upper_case ? 'E' : 'e');
    sink.put(text.exponent < 0 ? '-' : '+');
    const unsigned exponent =
        static_cast<unsigned>(text.exponent < 0 ? -text.exponent : text.exponent);
    if (exponent >= 100)
      sink.put(static_cast<char>('0' + exponent / 100));
    sink.put(static_cast<char>('0' + exponent / 10 % 10));
    sink.put(static_cast<char>('0' + exponent % 10));
  }
}

/// The layout of |value| as printf's %a: "1.8p+1" without "0x", in lower case; a negative precision
/// stands for the digits that it takes. Writes the hexadecimal digits, the first of which is 0 or 1
/// (2 after rounding), to `digits`; they are 14 at most.
template <class Float>
constexpr layout make_hex_layout(Float value, int precision, bool alternative, char *digits) {
  using format = format_of<Float>;
  const binary parts = decompose(value);
  // Digits after the point; a float's 23 bits fill the sixth but for its last bit.
  constexpr int most = (format::mantissa_bits - 1 + 3) / 4;
  uint64_t mantissa = parts.mantissa << (most * 4 - (format::mantissa_bits - 1));
  if (precision >= 0 && precision < most) {
    const int dropped = (most - precision) * 4;
    const uint64_t half = uint64_t{1} << (dropped - 1), rest = mantissa & (2 * half - 1);
    mantissa -= rest;
    if (rest > half || (rest == half && mantissa >> dropped & 1))
      mantissa += 2 * half;
  }
  layout result{true, false, 0, precision, 0};
  if (parts.mantissa)
    result.exponent = parts.exponent + format::mantissa_bits - 1;
  for (int i = most; i >= 0; --i) {
    const unsigned digit = mantissa >> (i * 4) & 15;
    digits[result.count++] = static_cast<char>(digit < 10 ? '0' + digit : 'a' + digit - 10);
  }
  while (result.count > 1 && digits[result.count - 1] == '0')
    --result.count;
  if (precision < 0)
    result.precision = static_cast<int>(result.count) - 1;
  result.point = alternative || result.precision > 0;
  return result;
}

constexpr uint64_t hex_layout_length(const layout &text) {
  uint64_t length = 1 + static_cast<uint64_t>(text.precision) + (text.point ? 1 : 0) + 3;
  for (int rest = text.exponent / 10; rest != 0; rest /= 10)
    ++length;
  return length;
}

template <class Sink>
constexpr void write_hex_layout(const layout &text, const char *digits, bool upper_case,
                                Sink &sink) {
  for (unsigned i = 0; i < text.count; ++i) {
    const char digit = digits[i];
    sink.put(upper_case && digit >= 'a' ? static_cast<char>(digit - 'a' + 'A') : digit);
    if (i == 0 && text.point)
      sink.put('.');
  }
  if (static_cast<uint64_t>(text.precision) + 1 > text.count)
    sink.repeat('0', static_cast<uint64_t>(text.precision) + 1 - text.count);
  sink.put(upper_case ? 'P' : 'p');
  sink.put(text.exponent < 0 ? '-' : '+');
  unsigned exponent = static_cast<unsigned>(text.exponent < 0 ? -text.exponent : text.exponent);
  for (unsigned power = 1000; power; power /= 10)
    if (exponent >= power || power == 1)
      sink.put(static_cast<char>('0' + exponent / power % 10));
}

/// The first 27 digits of a number from the power of ten 10^(position + 26) on.
struct leading_digits {
  char digits[27];
  unsigned end; ///< after the last digit that is not zero; 28 where one follows

  constexpr leading_digits(uint64_t mantissa, int exponent, int position) : digits{}, end(0) {
    expansion source(mantissa, exponent);
    bool exhausted = mantissa == 0;
    for (unsigned group = 0; group < 3; ++group, position -= 9) {
      const bool here = !exhausted && source.position() == position;
      split_group(here ? source.group() : 0, digits + group * 9);
      if (here) {
        exhausted = source.exhausted();
        source.advance();
      }
    }
    end = exhausted ? 27 : 28;
    if (exhausted)
      while (end && digits[end - 1] == '0')
        --end;
  }
};

/// The fewest decimal digits that read back as |value|, and of those the nearest to it: the number
/// is the result * 10^exponent10. 0 for a zero. For finite values.
template <class Float>
[[gnu::noinline]] constexpr uint64_t shortest_decimal(Float value, int &exponent10) {
  using format = format_of<Float>;
  const binary parts = decompose(value);
  exponent10 = 0;
  if (parts.mantissa == 0)
    return 0;
  // Half-way to the neighbours; the one below is nearer where the exponent changes.
  const bool near_below = parts.mantissa == uint64_t{1} << (format::mantissa_bits - 1) &&
                          parts.exponent != format::minimum_exponent;
  const bool closed = parts.mantissa % 2 == 0;
  const uint64_t middle = parts.mantissa * 4;
  const int position = expansion(middle + 2, parts.exponent - 2).position();
  const leading_digits high(middle + 2, parts.exponent - 2, position);
  const leading_digits low(middle - (near_below ? 1 : 2), parts.exponent - 2, position);
  const leading_digits exact(middle, parts.exponent - 2, position);
  uint64_t highest = 0, lowest = 0, nearest = 0;
  for (unsigned i = 0; i < 26; ++i) {
    highest = highest * 10 + static_cast<unsigned>(high.digits[i] - '0');
    lowest = lowest * 10 + static_cast<unsigned>(low.digits[i] - '0');
    nearest = nearest * 10 + static_cast<unsigned>(exact.digits[i] - '0');
    const uint64_t most = highest - (!closed && high.end <= i + 1 ? 1 : 0);
    const uint64_t least = lowest + (closed && low.end <= i + 1 ? 0 : 1);
    if (least > most)
      continue;
    const char next = exact.digits[i + 1];
    uint64_t result = nearest;
    if (next > '5' || (next == '5' && (exact.end > i + 2 || nearest % 2 != 0)))
      ++result;
    result = result < least ? least : result > most ? most : result;
    exponent10 = position + 8 - static_cast<int>(i);
    return result;
  }
  return 0; // not reached: 17 digits are enough
}

/// As digits: writes them to `digits` (room for 17), sets `exponent10` to the power of ten of the
/// first, and returns how many they are; 0 for a zero.
template <class Float>
constexpr unsigned shortest_digits(Float value, char *digits, int &exponent10) {
  uint64_t decimal = shortest_decimal(value, exponent10);
  unsigned count = 0;
  for (uint64_t rest = decimal; rest; rest /= 10)
    ++count;
  for (unsigned i = count; i-- > 0; decimal /= 10)
    digits[i] = static_cast<char>('0' + decimal % 10);
  if (count)
    exponent10 += static_cast<int>(count) - 1;
  return count;
}

// Reading.

/// What `parse_float` accepts; the first two are bits.
enum parse_format : int {
  parse_scientific = 1, ///< an exponent must follow
  parse_fixed = 2,      ///< an exponent is no part of the number
  parse_general = 3,    ///< an exponent may follow
  parse_hex = 4,        ///< hexadecimal digits without "0x"; an exponent may follow
};

enum class parse_range : unsigned char {
  good,
  overflow,  ///< the value is an infinity
  underflow, ///< the value is a zero that the text is not
  denormal,  ///< the value is denormal and not exactly the text's
};

template <class Char> struct parse_result {
  const Char *end; ///< the beginning where there is no number
  parse_range range;
};

/// What a text of decimal digits says.
template <class Char> struct decimal_text {
  const Char *first = nullptr; ///< the first digit that is not zero
  const Char *last = nullptr;  ///< after the last digit or point
  uint64_t head = 0;           ///< the first 19 digits at most
  int64_t exponent = 0;        ///< of ten, for `head`
  int64_t first_exponent = 0;  ///< of ten, for the first digit
  bool tail = false;           ///< digits follow that `head` has not
};

/// -1, 0 or 1 as the text is less than, equal to or greater than mantissa * 2^exponent, exactly.
template <class Char>
[[gnu::noinline]] constexpr int compare(const decimal_text<Char> &text, uint64_t mantissa,
                                        int exponent) {
  if (mantissa == 0)
    return 1;
  expansion source(mantissa, exponent);
  char digits[9];
  split_group(source.group(), digits);
  unsigned i = 0;
  while (digits[i] == '0')
    ++i;
  const int64_t first_exponent = source.position() + 8 - static_cast<int>(i);
  if (text.first_exponent != first_exponent)
    return text.first_exponent < first_exponent ? -1 : 1;
  const Char *p = text.first;
  for (;;) {
    if (i == 9) {
      if (source.exhausted()) {
        for (; p != text.last; ++p)
          if (*p != '0' && *p != '.')
            return 1;
        return 0;
      }
      source.advance();
      split_group(source.group(), digits);
      i = 0;
    }
    while (p != text.last && *p == '.')
      ++p;
    const int digit = p != text.last ? static_cast<int>(*p++) : '0';
    if (digit != digits[i])
      return digit < digits[i] ? -1 : 1;
    ++i;
  }
}

/// The upper half of a product, and the upper bits of the lower half for normalising.
struct product {
  uint64_t high, low;
  constexpr product(uint64_t a, uint64_t b) : high(0), low(0) {
    __extension__ using wide = unsigned __int128;
    const wide result = static_cast<wide>(a) * b;
    high = static_cast<uint64_t>(result >> 64);
    low = static_cast<uint64_t>(result);
  }
};

/// floor(log2(10^exponent)), for exponents to 1000.
constexpr int binary_exponent_of_ten(int exponent) { return (exponent * 217706) >> 16; }

/// The first 64 bits of 10^(27 * (i - 13)), rounded.
inline constexpr uint64_t large_powers[] = {
    0x8049a4ac0c5811ae, 0xcf42894a5dce35ea, 0xa76c582338ed2622, 0x873e4f75e2224e68,
    0xda7f5bf590966849, 0xb080392cc4349ded, 0x8e938662882af53e, 0xe65829b3046b0afa,
    0xba121a4650e4ddec, 0x964e858c91ba2655, 0xf2d56790ab41c2a3, 0xc428d05aa4751e4d,
    0x9e74d1b791e07e48, 0x8000000000000000, 0xcecb8f27f4200f3a, 0xa70c3c40a64e6c52,
    0x86f0ac99b4e8dafd, 0xda01ee641a708dea, 0xb01ae745b101e9e4, 0x8e41ade9fbebc27d,
    0xe5d3ef282a242e82, 0xb9a74a0637ce2ee1, 0x95f83d0a1fb69cd9, 0xf24a01a73cf2dcd0,
    0xc3b8358109e84f07, 0x9e19db92b4e31ba9};
/// The first 64 bits of 10^i: exact.
inline constexpr uint64_t small_powers[] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
    0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
    0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
    0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8};

/// The value of mantissa * 2^(its exponent); the mantissa has at most the format's bits, or is a
/// power of two above them. Overflow becomes an infinity.
template <class Float> constexpr Float compose(uint64_t mantissa, int exponent, bool negative) {
  using format = format_of<Float>;
  using bits_t = typename format::bits;
  constexpr uint64_t hidden = uint64_t{1} << (format::mantissa_bits - 1);
  if (mantissa == 2 * hidden) {
    mantissa = hidden;
    ++exponent;
  }
  int64_t biased = int64_t{exponent} - format::minimum_exponent;
  if (mantissa >= hidden) {
    ++biased;
    mantissa -= hidden;
  } else
    biased = 0;
  if (biased >= format::maximum_biased) {
    biased = format::maximum_biased;
    mantissa = 0;
  }
  bits_t bits =
      static_cast<bits_t>(static_cast<uint64_t>(biased) << (format::mantissa_bits - 1) | mantissa);
  if (negative)
    bits |= bits_t{1} << (sizeof(Float) * 8 - 1);
  return __builtin_bit_cast(Float, bits);
}

/// A mantissa of 64 bits, the first of which is set, cut to those of a format: `value` * 2^exponent
/// and what is cut off.
struct cut_mantissa {
  uint64_t value;
  int exponent;
  int shift; ///< how many bits were cut off; 66 for any number more
  uint64_t rest;

  template <class Float> static constexpr cut_mantissa make(uint64_t mantissa, int64_t exponent) {
    using format = format_of<Float>;
    int64_t shift = 64 - format::mantissa_bits;
    if (exponent + shift < format::minimum_exponent)
      shift = format::minimum_exponent - exponent;
    if (shift > 66)
      shift = 66;
    cut_mantissa result{0, static_cast<int>(exponent + shift), static_cast<int>(shift), mantissa};
    if (shift < 64) {
      result.value = mantissa >> shift;
      result.rest = mantissa - (result.value << shift);
    }
    return result;
  }
};

/// The nearest value to a text's.
template <class Float, class Char>
[[gnu::noinline]] constexpr parse_range nearest(const decimal_text<Char> &text, bool negative,
                                                Float &value) {
  using format = format_of<Float>;
  value = negative ? -Float(0) : Float(0);
  if (text.head == 0)
    return parse_range::good;
  if (text.first_exponent > 309) {
    value = compose<Float>(uint64_t{1} << (format::mantissa_bits - 1), 2000, negative);
    return parse_range::overflow;
  }
  if (text.first_exponent < -326)
    return parse_range::underflow;

  // Three roundings of less than a unit each, doubled where the product is normalised after them;
  // and what the head leaves out, of which it has 60 bits before the shift.
  uint64_t error = text.tail ? 64 : 8;
  const int exponent10 = static_cast<int>(text.exponent);
  const int power = exponent10 + 13 * 27;
  const unsigned large = static_cast<unsigned>(power) / 27,
                 small = static_cast<unsigned>(power) % 27;
  const int zeros = __builtin_clzll(text.head);
  const product first(text.head << zeros, small_powers[small]);
  uint64_t mantissa = first.high;
  int exponent = 64 - zeros + binary_exponent_of_ten(static_cast<int>(small)) - 63;
  uint64_t below = first.low;
  if (!(mantissa >> 63)) {
    mantissa = mantissa << 1 | below >> 63;
    below <<= 1;
    --exponent;
  }
  if (large == 13 && below == 0 && !text.tail)
    error = 0; // an integer of 64 bits
  else {
    const product second(mantissa, large_powers[large]);
    mantissa = second.high;
    exponent += 64 + binary_exponent_of_ten((static_cast<int>(large) - 13) * 27) - 63;
    if (!(mantissa >> 63)) {
      mantissa = mantissa << 1 | second.low >> 63;
      --exponent;
    }
  }

  cut_mantissa cut = cut_mantissa::make<Float>(mantissa, exponent);
  if (cut.shift == 66)
    return parse_range::underflow;
  bool up = false;
  if (cut.shift < 64) {
    const uint64_t half = uint64_t{1} << (cut.shift - 1);
    const uint64_t distance = cut.rest > half ? cut.rest - half : half - cut.rest;
    up = cut.rest > half || (cut.rest == half && cut.value % 2 != 0);
    if (distance <= error && error != 0) {
      const int order = compare(text, cut.value * 2 + 1, cut.exponent - 1);
      up = order > 0 || (order == 0 && cut.value % 2 != 0);
    }
  } else
    up = compare(text, 1, cut.exponent - 1) > 0;
  if (up)
    ++cut.value;
  value = compose<Float>(cut.value, cut.exponent, negative);
  if (cut.value == 0)
    return parse_range::underflow;
  const binary result = decompose(value);
  if (result.infinite)
    return parse_range::overflow;
  if (!(result.mantissa >> (format::mantissa_bits - 1)) &&
      compare(text, result.mantissa, result.exponent) != 0)
    return parse_range::denormal;
  return parse_range::good;
}

constexpr int digit_value(int c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

/// Reads "e" or "p" with a number, if a number follows; a huge one is cut off.
template <class Char>
constexpr const Char *parse_exponent(const Char *p, const Char *last, char letter, int64_t &value) {
  value = 0;
  if (p == last || (*p != static_cast<Char>(letter) && *p != static_cast<Char>(letter - 'a' + 'A')))
    return p;
  const Char *digits = p + 1;
  const bool negative = digits != last && *digits == '-';
  if (digits != last && (*digits == '-' || *digits == '+'))
    ++digits;
  if (digits == last || *digits < '0' || *digits > '9')
    return p;
  for (; digits != last && *digits >= '0' && *digits <= '9'; ++digits)
    if (value < INT64_C(100000000000000000))
      value = value * 10 + (*digits - '0');
  if (negative)
    value = -value;
  return digits;
}

template <class Float, class Char>
constexpr parse_result<Char> parse_decimal(const Char *first, const Char *last, int format,
                                           bool negative, Float &value) {
  decimal_text<Char> text;
  bool any = false, point = false;
  unsigned taken = 0;
  const Char *p = first;
  for (; p != last; ++p) {
    if (*p == '.' && !point) {
      point = true;
      continue;
    }
    if (*p < '0' || *p > '9')
      break;
    any = true;
    const unsigned digit = static_cast<unsigned>(*p - '0');
    if (!text.first && digit)
      text.first = p;
    if (text.first && taken < 19) {
      text.head = text.head * 10 + digit;
      ++taken;
      text.exponent -= point;
    } else if (text.first) {
      text.tail |= digit != 0;
      text.exponent += !point;
    } else
      text.exponent -= point;
  }
  if (!any)
    return {first, parse_range::good};
  text.last = p;
  if (format & parse_scientific) {
    int64_t exponent = 0;
    const Char *end = parse_exponent(p, last, 'e', exponent);
    if (end == p && !(format & parse_fixed))
      return {first, parse_range::good};
    text.exponent += exponent;
    p = end;
  }
  text.first_exponent = text.exponent + static_cast<int>(taken) - 1;
  return {p, nearest(text, negative, value)};
}

template <class Float, class Char>
constexpr parse_result<Char> parse_hexadecimal(const Char *first, const Char *last, bool negative,
                                               Float &value) {
  using format = format_of<Float>;
  uint64_t mantissa = 0;
  int64_t exponent = 0;
  bool any = false, point = false, sticky = false;
  const Char *p = first;
  for (; p != last; ++p) {
    if (*p == '.' && !point) {
      point = true;
      continue;
    }
    const int digit = digit_value(static_cast<int>(*p));
    if (digit >= 16)
      break;
    any = true;
    if (mantissa >> 60 == 0) {
      mantissa = mantissa << 4 | static_cast<unsigned>(digit);
      exponent -= point ? 4 : 0;
    } else {
      sticky |= digit != 0;
      exponent += point ? 0 : 4;
    }
  }
  if (!any)
    return {first, parse_range::good};
  int64_t written = 0;
  p = parse_exponent(p, last, 'p', written);
  exponent += written;
  value = negative ? -Float(0) : Float(0);
  if (mantissa == 0)
    return {p, parse_range::good};
  const int zeros = __builtin_clzll(mantissa);
  mantissa <<= zeros;
  exponent -= zeros;
  if (exponent > 2000) {
    value = compose<Float>(uint64_t{1} << (format::mantissa_bits - 1), 2000, negative);
    return {p, parse_range::overflow};
  }
  cut_mantissa cut = cut_mantissa::make<Float>(mantissa, exponent);
  if (cut.shift > 64)
    return {p, parse_range::underflow};
  const uint64_t half = uint64_t{1} << (cut.shift - 1);
  if (cut.rest > half || (cut.rest == half && (sticky || cut.value % 2 != 0)))
    ++cut.value;
  value = compose<Float>(cut.value, cut.exponent, negative);
  if (cut.value == 0)
    return {p, parse_range::underflow};
  const binary result = decompose(value);
  if (result.infinite)
    return {p, parse_range::overflow};
  if (!(result.mantissa >> (format::mantissa_bits - 1)) && (cut.rest || sticky))
    return {p, parse_range::denormal};
  return {p, parse_range::good};
}

/// Whether the text begins with `word`, in either case.
template <class Char>
constexpr bool begins_with(const Char *p, const Char *last, const char *word) {
  for (; *word; ++word, ++p)
    if (p == last || (*p != static_cast<Char>(*word) && *p != static_cast<Char>(*word - 'a' + 'A')))
      return false;
  return true;
}

/// Reads a number as std::from_chars does: an optional '-', then digits, "inf", "infinity", "nan"
/// or "nan(word)"; `format` is a `parse_format`. Sets `value` to the nearest value where there is a
/// number; also where it is out of range, as strtod does.
template <class Float, class Char>
constexpr parse_result<Char> parse_float(const Char *first, const Char *last, int format,
                                         Float &value) {
  const Char *p = first;
  const bool negative = p != last && *p == '-';
  p += negative;
  if (begins_with(p, last, "inf")) {
    value = compose<Float>(uint64_t{1} << (format_of<Float>::mantissa_bits - 1), 2000, negative);
    return {p + (begins_with(p, last, "infinity") ? 8 : 3), parse_range::good};
  }
  if (begins_with(p, last, "nan")) {
    using bits_t = typename format_of<Float>::bits;
    bits_t bits = static_cast<bits_t>(format_of<Float>::maximum_biased * 2 + 1)
                  << (format_of<Float>::mantissa_bits - 2);
    if (negative)
      bits |= bits_t{1} << (sizeof(Float) * 8 - 1);
    value = __builtin_bit_cast(Float, bits);
    p += 3;
    if (p != last && *p == '(') {
      const Char *q = p + 1;
      while (q != last && (*q == '_' || digit_value(static_cast<int>(*q)) < 36))
        ++q;
      if (q != last && *q == ')')
        p = q + 1;
    }
    return {p, parse_range::good};
  }
  parse_result<Char> result = format == parse_hex ? parse_hexadecimal(p, last, negative, value)
                                                  : parse_decimal(p, last, format, negative, value);
  if (result.end == p)
    result.end = first;
  return result;
}

/// The names of the two cases.
inline parse_result<char> parse_double(const char *first, const char *last, int format,
                                       double &value) {
  return parse_float(first, last, format, value);
}
inline parse_result<char> parse_float(const char *first, const char *last, int format,
                                      float &value) {
  return parse_float<float, char>(first, last, format, value);
}

} // namespace gpuc::decimal

#ifdef __GPUC_DEVICE__
#pragma clang attribute pop
#endif

#endif // GPUC_DEVICE_LIBC_DECIMAL_HPP
