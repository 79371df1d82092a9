//===- exponential.cpp - exp and its relations ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers of e, 2 and 10, and the hyperbolic functions: the argument is reduced
// to within half a power of two, where a polynomial serves, and the result
// scaled.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

/// Beyond these the results are infinite, or 0, or -1.
template <class T> constexpr T exp_limit = sizeof(T) == 4 ? 104 : 746;

template <class T> T exp(T x) {
  if (is_nan(x))
    return x;
  if (x > exp_limit<T>)
    return infinity<T>;
  if (x < -exp_limit<T>)
    return 0;
  const scaled_pair<T> parts = exp_parts(x);
  return scale(parts.number.high + parts.number.low, parts.exponent);
}

template <class T> T exp2(T x) {
  if (is_nan(x))
    return x;
  if (x >= format<T>::max_exponent)
    return infinity<T>;
  if (x < -format<T>::bias - format<T>::digits - 1)
    return 0;
  const T n = nearest(x), r = x - n;
  const pair<T> linear = exact_product(r, ln2<T>.high);
  const T rest = fused(r * r, horner(r, exp2_tail<T>), fused(r, ln2<T>.low, linear.low));
  const pair<T> sum = fast_sum(T(1), linear.high);
  return scale(sum.high + (sum.low + rest), static_cast<int>(n));
}

template <class T> T exp10(T x) {
  if (is_nan(x))
    return x;
  constexpr T limit = sizeof(T) == 4 ? 46 : 325;
  if (x > limit)
    return infinity<T>;
  if (x < -limit)
    return 0;
  const pair<T> power = multiply(ln10<T>, x);
  const scaled_pair<T> parts = exp_parts(power.high, power.low);
  return scale(parts.number.high + parts.number.low, parts.exponent);
}

template <class T> T expm1(T x) {
  if (is_nan(x) || magnitude(x) < power_of_two<T>(-format<T>::digits - 1))
    return x;
  if (x > exp_limit<T>)
    return infinity<T>;
  if (x < -format<T>::digits)
    return -1;
  const T n = nearest(x * log2e<T>.high);
  const pair<T> r = exact_sum(fused(n, -ln2<T>.high, x), n * -ln2<T>.low);
  const T rest = fused(r.high * r.high, horner(r.high, exp_tail<T>), r.low);
  if (n == 0)
    return r.high + rest;
  if (n > format<T>::digits + 2) {
    const pair<T> sum = fast_sum(T(1), r.high);
    return scale(sum.high + (sum.low + rest), static_cast<int>(n));
  }
  const T power = power_of_two<T>(static_cast<int>(n));
  const pair<T> sum = exact_sum(power - 1, power * r.high);
  // Above, power - 1 may have been rounded.
  const T lost = n > format<T>::digits ? T(-1) - (power - 1 - power) : T(0);
  return sum.high + (sum.low + fused(power, rest, lost));
}

/// (e^x + sign * e^-x) / 2 for x >= 0.
template <class T> T half_sum(T x, T sign) {
  const scaled_pair<T> parts = exp_parts(x);
  if (parts.exponent > format<T>::digits)
    return scale(parts.number.high + parts.number.low, parts.exponent - 1);
  const T up = power_of_two<T>(parts.exponent - 1), down = power_of_two<T>(-parts.exponent - 1);
  const T reciprocal = T(1) / parts.number.high;
  const T error = fused(-reciprocal, parts.number.high, T(1)) - reciprocal * parts.number.low;
  const pair<T> sum = exact_sum(parts.number.high * up, sign * reciprocal * down);
  return sum.high + (sum.low + fused(parts.number.low, up, sign * reciprocal * error * down));
}

template <class T> T sinh(T x) {
  const T a = magnitude(x);
  if (a < 1) {
    const T z = x * x;
    return fused(z * x, horner(z, sinh_tail<T>), x);
  }
  if (!is_finite(x) || a > exp_limit<T>)
    return x * infinity<T>;
  return with_sign(half_sum(a, T(-1)), x);
}

template <class T> T cosh(T x) {
  const T a = magnitude(x);
  if (!is_finite(x) || a > exp_limit<T>)
    return a * infinity<T>;
  return half_sum(a, T(1));
}

template <class T> T tanh(T x) {
  const T a = magnitude(x);
  if (a < T(0.55)) {
    if (a < power_of_two<T>(-format<T>::digits))
      return x;
    const T z = x * x;
    return fused(z * x, horner(z, tanh_tail<T>), x);
  }
  if (is_nan(x))
    return x;
  if (a > (sizeof(T) == 4 ? 10 : 20))
    return with_sign(T(1), x);
  const scaled_pair<T> parts = exp_parts(2 * a);
  const T power = power_of_two<T>(parts.exponent);
  const pair<T> sum = add(pair<T>{parts.number.high * power, parts.number.low * power}, T(1));
  const pair<T> rest = divide(pair<T>{T(2), T(0)}, sum);
  return with_sign((1 - rest.high) - rest.low, x);
}

} // namespace

extern "C" {
GPUC_MATH_1(exp, exp)
GPUC_MATH_1(exp2, exp2)
GPUC_MATH_1(exp10, exp10)
GPUC_MATH_1(pow10, exp10)
GPUC_MATH_1(expm1, expm1)
GPUC_MATH_1(sinh, sinh)
GPUC_MATH_1(cosh, cosh)
GPUC_MATH_1(tanh, tanh)
}

} // namespace gpuc_math
