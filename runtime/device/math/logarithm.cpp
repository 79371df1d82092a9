//===- logarithm.cpp - Logarithms and powers --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logarithms, the inverse hyperbolic functions, and pow: all from log_parts.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

/// What a logarithm is where its argument is not positive and finite; `x` may be no other.
template <class T> T log_of_special(T x) {
  if (x == 0)
    return -infinity<T>;
  return x < 0 ? not_a_number<T> : x;
}
template <class T> bool is_special(T x) { return !(x > 0 && x < infinity<T>); }

template <class T> T log(T x) {
  if (is_special(x))
    return log_of_special(x);
  return log_pair(x).high;
}

template <class T> T log2(T x) {
  if (is_special(x))
    return log_of_special(x);
  const log_result<T> parts = log_parts(x);
  return add(pair<T>{parts.exponent, T(0)}, multiply(parts.mantissa, log2e<T>)).high;
}

template <class T> T log10(T x) {
  if (is_special(x))
    return log_of_special(x);
  const log_result<T> parts = log_parts(x);
  return add(multiply(log10_2<T>, parts.exponent), multiply(parts.mantissa, log10e<T>)).high;
}

/// log(1 + y)
template <class T> pair<T> log1p_pair(pair<T> y) {
  const pair<T> sum = exact_sum(T(1), y.high);
  return log_pair(sum.high, sum.low + y.low);
}

template <class T> constexpr T tiny = power_of_two<T>(-format<T>::digits - 1);
/// Above it 1 is nothing beside the square.
template <class T> constexpr T huge = power_of_two<T>(format<T>::digits / 2 + 2);

template <class T> T log1p(T x) {
  if (magnitude(x) < tiny<T>)
    return x;
  if (!(x > -1 && x < infinity<T>))
    return x == -1 ? -infinity<T> : x < -1 ? not_a_number<T> : x;
  return log1p_pair(pair<T>{x, T(0)}).high;
}

template <class T> T asinh(T x) {
  const T a = magnitude(x);
  if (a < tiny<T> || !is_finite(x))
    return x;
  if (a > huge<T>)
    return with_sign(add(log_pair(a), ln2<T>).high, x);
  // asinh(a) = log1p(a + a^2 / (1 + sqrt(1 + a^2)))
  const pair<T> square = exact_product(a, a);
  const pair<T> above_one = square.high > 1 ? add(square, T(1)) : add(pair<T>{T(1), T(0)}, square);
  const pair<T> root = square_root(above_one);
  const pair<T> rest = divide(square, add(root, T(1)));
  return with_sign(log1p_pair(add(pair<T>{a, T(0)}, rest)).high, x);
}

template <class T> T acosh(T x) {
  if (!(x >= 1))
    return not_a_number<T>;
  if (x == infinity<T>)
    return x;
  if (x > huge<T>)
    return add(log_pair(x), ln2<T>).high;
  // acosh(1 + t) = log1p(t + sqrt(t * (t + 2)))
  const T t = x - 1;
  if (t == 0)
    return 0;
  const pair<T> root = square_root(multiply(exact_sum(x, T(1)), t));
  return log1p_pair(add(root, t)).high;
}

template <class T> T atanh(T x) {
  const T a = magnitude(x);
  if (!(a < 1))
    return a == 1 ? with_sign(infinity<T>, x) : not_a_number<T>;
  if (a < tiny<T>)
    return x;
  // atanh(a) = log1p(2a / (1 - a)) / 2
  const pair<T> quotient = divide(pair<T>{2 * a, T(0)}, exact_sum(T(1), -a));
  return with_sign(log1p_pair(quotient).high * T(0.5), x);
}

template <class T> T pow(T x, T y) {
  if (x == 1 || y == 0)
    return 1;
  if (is_nan(x) || is_nan(y))
    return not_a_number<T>;
  const T a = magnitude(x);
  if (is_infinite(y))
    return a == 1 ? T(1) : (a > 1) == (y > 0) ? infinity<T> : T(0);
  const bool negative = is_negative(x) && is_odd(y);
  auto signed_result = [&](T result) { return negative ? -result : result; };
  if (a == 0 || a == infinity<T>)
    return signed_result((a == 0) == (y < 0) ? infinity<T> : T(0));
  if (x < 0 && !is_integer(y))
    return not_a_number<T>;
  const pair<T> logarithm = log_pair(a);
  constexpr T limit = sizeof(T) == 4 ? 110 : 750;
  const T power = y * logarithm.high;
  if (!(magnitude(power) < limit))
    return signed_result(power > 0 ? infinity<T> : T(0));
  const T low = fused(y, logarithm.high, -power) + y * logarithm.low;
  const scaled_pair<T> parts = exp_parts(power, low);
  return signed_result(scale(parts.number.high + parts.number.low, parts.exponent));
}

/// By squaring, as `x * x * …` would be.
template <class T> T integer_power(T x, int n) {
  unsigned left = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  T result = 1;
  for (; left; left >>= 1, x *= x)
    if (left & 1)
      result *= x;
  return n < 0 ? 1 / result : result;
}

} // namespace

extern "C" {
GPUC_MATH_1(log, log)
GPUC_MATH_1(log2, log2)
GPUC_MATH_1(log10, log10)
GPUC_MATH_1(log1p, log1p)
GPUC_MATH_1(asinh, asinh)
GPUC_MATH_1(acosh, acosh)
GPUC_MATH_1(atanh, atanh)
GPUC_MATH_2(pow, pow)
double __gpuc_powi(double x, int n) { return integer_power(x, n); }
float __gpuc_powif(float x, int n) { return integer_power(x, n); }
double __powidf2(double x, int n) { return integer_power(x, n); }
float __powisf2(float x, int n) { return integer_power(x, n); }
}

} // namespace gpuc_math
