//===- error.cpp - erf and erfc ---------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// erf is a polynomial up to 1; erfc(x) = exp(-x^2) / (1 + 2x) times a function
// that is close to 1, a polynomial of (x - 4) / (x + 4).
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

/// For |x| < 3/4.
template <class T> pair<T> erf_within(T x) {
  const T z = x * x;
  const pair<T> linear = multiply(two_over_sqrt_pi<T>, x);
  return fast_sum(linear.high, fused(z * x, horner(z, erf_tail<T>), linear.low));
}

/// For x >= 1/2, until the result is 0.
template <class T> scaled_pair<T> erfc_beyond(T x) {
  constexpr T centre = static_cast<T>(erfc_centre);
  const T t = divide(exact_sum(x, -centre), exact_sum(x, centre)).high;
  constexpr unsigned long last = sizeof(erfcx_scaled<T>) / sizeof(T) - 1;
  T sum = erfcx_scaled<T>[0];
#pragma clang loop unroll(full)
  for (unsigned long i = 1; i != last; ++i)
    sum = fused(sum, t, erfcx_scaled<T>[i]);
  const pair<T> product = exact_product(sum, t);
  pair<T> factor = fast_sum(erfcx_scaled<T>[last], product.high);
  factor.low += product.low;
  const pair<T> square = exact_product(x, x);
  const scaled_pair<T> power = exp_parts(-square.high, -square.low);
  return {multiply(power.number, divide(factor, exact_sum(T(1), 2 * x))), power.exponent};
}

/// Where erfc is 0 and erf 1.
template <class T> constexpr T erfc_limit = sizeof(T) == 4 ? T(10.1) : T(27.3);
template <class T> constexpr T erf_limit = sizeof(T) == 4 ? T(4) : T(6);

template <class T> pair<T> small_erfc(T x) {
  const scaled_pair<T> result = erfc_beyond(x);
  return {scale(result.number.high, result.exponent), scale(result.number.low, result.exponent)};
}

template <class T> T erf(T x) {
  const T a = magnitude(x);
  if (is_nan(x))
    return x;
  if (a < T(0.75)) {
    if (a < power_of_two<T>(-format<T>::digits)) // may be denormal, or -0
      return x == 0 ? x : fused(x, two_over_sqrt_pi<T>.high, x * two_over_sqrt_pi<T>.low);
    return erf_within(x).high;
  }
  if (a > erf_limit<T>)
    return with_sign(T(1), x);
  return with_sign(add(pair<T>{T(1), T(0)}, negate(small_erfc(a))).high, x);
}

template <class T> T erfc(T x) {
  if (is_nan(x))
    return x;
  if (magnitude(x) < T(0.5))
    return add(pair<T>{T(1), T(0)}, negate(erf_within(x))).high;
  if (x > erfc_limit<T>)
    return 0;
  if (x < -erf_limit<T>)
    return 2;
  if (x < 0)
    return add(pair<T>{T(2), T(0)}, negate(small_erfc(-x))).high;
  const scaled_pair<T> result = erfc_beyond(x);
  return scale(result.number.high, result.exponent);
}

} // namespace

extern "C" {
GPUC_MATH_1(erf, erf)
GPUC_MATH_1(erfc, erfc)
}

} // namespace gpuc_math
