//===- gamma.cpp - tgamma and lgamma ----------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From 1 to 10 by the recurrence and 1 / gamma(1 + u) = 1 + u * (u - 1) * R(u)
// with a polynomial R; beyond by Stirling's series; below 0 by reflection.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"
#include "support.hpp"

namespace gpuc_math {

namespace {

/// 1 / gamma(1 + u) - 1 for 0 <= u <= 1.
template <class T> T reciprocal_gamma_rest(T u) { return u * (u - 1) * horner(u, gamma_rest<T>); }

/// log(gamma(x)) for x >= 10, not too near the largest number.
template <class T> pair<T> stirling(T x) {
  // (x - 1/2) * (log(x) - 1) + log(2 pi) / 2 - 1/2 + …
  const pair<T> factor = add(log_pair(x), T(-1));
  const pair<T> product = multiply(exact_sum(x, T(-0.5)), factor);
  const T reciprocal = 1 / x;
  const T rest = reciprocal * horner(reciprocal * reciprocal, stirling_rest<T>);
  return add(product, add(add(half_log_two_pi<T>, T(-0.5)), rest));
}

/// (x - 1) * (x - 2) * … down to between 1 and 2, for 1 <= x < 10, and what is left of x.
template <class T> struct falling_product {
  pair<T> product;
  T rest; ///< from 0 to 1
};
template <class T> falling_product<T> fall(T x) {
  falling_product<T> result = {{T(1), T(0)}, x - 1};
  while (result.rest >= 1) {
    result.product = multiply(result.product, result.rest);
    result.rest -= 1;
  }
  return result;
}

/// gamma(x) for x that is not tiny, below what overflows by far.
template <class T> scaled_pair<T> gamma_parts(T x) {
  if (x >= 10) {
    const pair<T> logarithm = stirling(x);
    return exp_parts(logarithm.high, logarithm.low);
  }
  if (x < 1) {
    const pair<T> reciprocal = fast_sum(T(1), reciprocal_gamma_rest(x));
    return {divide(pair<T>{T(1), T(0)}, multiply(reciprocal, x)), 0};
  }
  const falling_product<T> parts = fall(x);
  return {divide(parts.product, fast_sum(T(1), reciprocal_gamma_rest(parts.rest))), 0};
}

/// sin(pi * x) for 0 <= x < 2^digits, without sign.
template <class T> pair<T> sin_pi(T x) {
  T rest = x - rounded_down(x);
  if (rest > T(0.5))
    rest = 1 - rest;
  if (rest <= T(0.25))
    return sin_within(multiply(pi<T>, rest));
  return cos_within(multiply(pi<T>, T(0.5) - rest));
}

template <class T> T tgamma(T x) {
  constexpr T overflow = sizeof(T) == 4 ? T(35.05) : T(171.7);
  constexpr T underflow = sizeof(T) == 4 ? 44 : 186;
  if (is_nan(x) || x == infinity<T>)
    return x;
  const T a = magnitude(x);
  if (a < power_of_two<T>(-format<T>::digits - 4))
    return 1 / x;
  if (x > overflow)
    return infinity<T>;
  if (x > 0) {
    const scaled_pair<T> result = gamma_parts(x);
    return scale(result.number.high, result.exponent);
  }
  const T down = rounded_down(x);
  if (down == x || x == -infinity<T>)
    return not_a_number<T>;
  const T sign = is_odd(down) ? T(-1) : T(1);
  if (a > underflow)
    return sign * 0;
  // gamma(-a) = -pi / (a * sin(pi * a) * gamma(a))
  const scaled_pair<T> mirrored = gamma_parts(a);
  const pair<T> factor = multiply(sin_pi(a), a);
  const pair<T> result = divide(divide(pi<T>, mirrored.number), factor);
  return sign * scale(result.high, -mirrored.exponent);
}

/// log(1 + y)
template <class T> pair<T> log1p_pair(T y) {
  const pair<T> sum = exact_sum(T(1), y);
  return log_pair(sum.high, sum.low);
}

/// log(gamma(x)) for x > 0 that is not tiny.
template <class T> pair<T> log_gamma(T x) {
  if (x >= 10)
    return stirling(x);
  if (x < 1)
    return negate(add(log_pair(x), log1p_pair(reciprocal_gamma_rest(x))));
  const falling_product<T> parts = fall(x);
  const pair<T> rest = negate(log1p_pair(reciprocal_gamma_rest(parts.rest)));
  if (x < 2)
    return rest;
  return add(log_pair(parts.product.high, parts.product.low), rest);
}

template <class T> T lgamma(T x, int *sign) {
  *sign = 1;
  if (!is_finite(x))
    return is_nan(x) ? x : infinity<T>;
  const T a = magnitude(x);
  if (a == 0) {
    *sign = is_negative(x) ? -1 : 1;
    return infinity<T>;
  }
  constexpr T large = power_of_two<T>(format<T>::digits + 20);
  if (x < 0) {
    if (rounded_down(x) == x)
      return infinity<T>;
    if (is_odd(rounded_down(x)))
      *sign = -1;
  }
  if (a < power_of_two<T>(-format<T>::digits - 4))
    return -log_pair(a).high;
  if (x == 1 || x == 2)
    return 0;
  if (a > large) {
    const pair<T> factor = add(log_pair(a), T(-1));
    return a * factor.high; // to within a place: the rest is nothing beside it
  }
  if (x > 0)
    return log_gamma(x).high;
  const pair<T> reflected = divide(divide(pi<T>, sin_pi(a)), pair<T>{a, T(0)});
  return add(log_pair(reflected.high, reflected.low), negate(log_gamma(a))).high;
}

template <class T> T lgamma(T x) {
  int sign;
  return lgamma(x, &sign);
}

} // namespace

extern "C" {
GPUC_MATH_1(tgamma, tgamma)
GPUC_MATH_1(lgamma, lgamma)
GPUC_MATH_1(gamma, lgamma)
double lgamma_r(double x, int *sign) { return lgamma(x, sign); }
float lgammaf_r(float x, int *sign) { return lgamma(x, sign); }
GPUC_MATH_LONG(double lgammal_r(double x, int *sign) { return lgamma(x, sign); })

#if defined(__GPUC_TARGET_NVPTX__) || defined(__GPUC_TARGET_AMDGPU__)
GPUC_THREAD_LOCAL int signgam = 0;

/// What calls of `lgamma` and `gamma` become in programs that look at `signgam`
/// (lib/Transforms/MathLibrary.cpp).
double __gpuc_signed_lgamma(double x) { return lgamma(x, &signgam); }
float __gpuc_signed_lgammaf(float x) { return lgamma(x, &signgam); }
#endif
}

} // namespace gpuc_math
