//===- integer.cpp - 128-bit integers and floating point --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions that NVPTX has no code for. Division of 128-bit integers is
// expanded by the compiler.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

using wide = __int128;
using unsigned_wide = unsigned __int128;

/// |x|, cut to an integer; x is finite and less than 2^128.
template <class T> unsigned_wide whole(T x) {
  const bits_of<T> bits = to_bits(x) & ~sign_mask<T>;
  const int exponent = static_cast<int>(bits >> mantissa_bits<T>) - format<T>::bias;
  if (exponent < 0)
    return 0;
  const unsigned_wide mantissa = (bits & mantissa_mask<T>) | (mantissa_mask<T> + 1);
  return exponent < mantissa_bits<T> ? mantissa >> (mantissa_bits<T> - exponent)
                                     : mantissa << (exponent - mantissa_bits<T>);
}

template <class T> wide to_signed(T x) {
  if (is_nan(x))
    return 0;
  if (magnitude(x) >= T(0x1p127))
    return static_cast<wide>((unsigned_wide(1) << 127) - (x > 0 ? 1 : 0));
  const unsigned_wide result = whole(x);
  return static_cast<wide>(x < 0 ? 0 - result : result);
}

template <class T> unsigned_wide to_unsigned(T x) {
  if (!(x > 0))
    return 0;
  return is_infinite(x) || x * T(0x1p-64) >= T(0x1p64) ? ~unsigned_wide(0) : whole(x);
}

template <class T> T from_unsigned(unsigned_wide x) {
  const auto high = static_cast<unsigned long>(x >> 64);
  if (high == 0)
    return static_cast<T>(static_cast<unsigned long>(x));
  // The leading 64 bits, of which the last stands for all that follow: rounded once.
  const int zeros = __builtin_clzl(high);
  const unsigned_wide shifted = x << zeros;
  const unsigned long leading =
      static_cast<unsigned long>(shifted >> 64) | (static_cast<unsigned long>(shifted) != 0);
  // 2^128 is infinite in float, which the largest integers round to.
  return static_cast<T>(leading) * power_of_two<T>(64 - zeros);
}

template <class T> T from_signed(wide x) {
  return x < 0 ? -from_unsigned<T>(0 - static_cast<unsigned_wide>(x))
               : from_unsigned<T>(static_cast<unsigned_wide>(x));
}

} // namespace

extern "C" {
wide __fixdfti(double x) { return to_signed(x); }
wide __fixsfti(float x) { return to_signed(x); }
unsigned_wide __fixunsdfti(double x) { return to_unsigned(x); }
unsigned_wide __fixunssfti(float x) { return to_unsigned(x); }
double __floattidf(wide x) { return from_signed<double>(x); }
float __floattisf(wide x) { return from_signed<float>(x); }
double __floatuntidf(unsigned_wide x) { return from_unsigned<double>(x); }
float __floatuntisf(unsigned_wide x) { return from_unsigned<float>(x); }
}

} // namespace gpuc_math
