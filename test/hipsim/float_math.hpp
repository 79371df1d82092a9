//===- float_math.hpp - What floating-point instructions compute --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_FLOAT_MATH_HPP
#define GPUC_TEST_HIPSIM_FLOAT_MATH_HPP

#include "types.hpp"

#include <cmath>
#include <limits>

namespace hipsim {

/// The result of the operation with one rounding.
inline f32 fused(f32 a, f32 b, f32 c) { return std::fma(a, b, c); }
inline f64 fused(f64 a, f64 b, f64 c) { return std::fma(a, b, c); }
/// The product is exact in double; the sum is rounded to odd there, so that rounding to half after
/// it is right.
inline f16 fused(f16 a, f16 b, f16 c) {
  const f64 product = static_cast<f64>(a) * static_cast<f64>(b), addend = static_cast<f64>(c);
  f64 sum = product + addend;
  if (!std::isfinite(sum))
    return static_cast<f16>(sum);
  const f64 part = sum - product;
  const f64 error = (product - (sum - part)) + (addend - part);
  if (error != 0 && (std::bit_cast<u64>(sum) & 1) == 0)
    sum = std::nextafter(
        sum, (error > 0) == (sum > 0) || sum == 0
                 ? std::copysign(std::numeric_limits<f64>::infinity(), sum == 0 ? error : sum)
                 : 0.0);
  return static_cast<f16>(sum);
}

/// IEEE minNum and maxNum: a number wins against NaN; minus zero is less than plus zero.
template <class T> T min_number(T a, T b) {
  if (a != a)
    return b;
  if (b != b)
    return a;
  if (a == b)
    return std::signbit(static_cast<f64>(a)) ? a : b;
  return a < b ? a : b;
}
template <class T> T max_number(T a, T b) {
  if (a != a)
    return b;
  if (b != b)
    return a;
  if (a == b)
    return std::signbit(static_cast<f64>(a)) ? b : a;
  return a > b ? a : b;
}

/// To an integer type, clamped; NaN becomes zero.
template <class I, class T> I to_integer(T value) {
  const f64 v = static_cast<f64>(value);
  if (v != v)
    return 0;
  if (v <= static_cast<f64>(std::numeric_limits<I>::min()))
    return std::numeric_limits<I>::min();
  if (v >= static_cast<f64>(std::numeric_limits<I>::max()))
    return std::numeric_limits<I>::max();
  return static_cast<I>(v);
}

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_FLOAT_MATH_HPP
