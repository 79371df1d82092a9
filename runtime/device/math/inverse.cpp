//===- inverse.cpp - asin, acos, atan, and roots ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inverse trigonometric functions, cube roots and distances.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

/// atan(y / x) for 0 <= y <= x, of which x is normal and no more than 2^100 away from 1.
template <class T> pair<T> atan_below_one(pair<T> y, pair<T> x) {
  const bool above = y.high > T(0.41421356237309503) * x.high;
  if (above) { // atan(y / x) = pi/4 + atan((y - x) / (y + x))
    const pair<T> difference = add(x, negate(y)), sum = add(x, y);
    y = negate(difference);
    x = sum;
  }
  const pair<T> q = divide(y, x);
  const T z = q.high * q.high;
  const T rest = fused(z * q.high, horner(z, atan_tail<T>), q.low);
  if (!above)
    return fast_sum(q.high, rest);
  const pair<T> sum = exact_sum(quarter_pi<T>.high, q.high);
  return fast_sum(sum.high, sum.low + (rest + quarter_pi<T>.low));
}

template <class T> T atan(T x) {
  const T a = magnitude(x);
  if (is_nan(x) || a < power_of_two<T>(-format<T>::digits / 2 - 1))
    return x;
  if (a > power_of_two<T>(format<T>::digits + 2))
    return with_sign(half_pi<T>.high, x);
  if (a <= 1)
    return with_sign(atan_below_one<T>({a, T(0)}, {T(1), T(0)}).high, x);
  const pair<T> rest = atan_below_one<T>({T(1), T(0)}, {a, T(0)});
  return with_sign(add(half_pi<T>, negate(rest)).high, x);
}

template <class T> T atan2(T y, T x) {
  if (is_nan(x) || is_nan(y))
    return not_a_number<T>;
  T a = magnitude(y), b = magnitude(x);
  pair<T> angle;
  if (a == 0 || b == infinity<T>) {
    angle = {T(0), T(0)};
    if (a == infinity<T>)
      angle = quarter_pi<T>;
  } else if (b == 0 || a == infinity<T>) {
    angle = half_pi<T>;
  } else {
    const int ea = exponent_of(a), eb = exponent_of(b);
    if (ea - eb > 2 * format<T>::digits) {
      angle = half_pi<T>;
    } else if (eb - ea > 2 * format<T>::digits) {
      if (!is_negative(x)) // may be denormal
        return with_sign(a / b, y);
      angle = {T(0), T(0)};
    } else {
      const int larger = ea > eb ? ea : eb;
      a = scale(a, -larger);
      b = scale(b, -larger);
      angle = a <= b ? atan_below_one<T>({a, T(0)}, {b, T(0)})
                     : add(half_pi<T>, negate(atan_below_one<T>({b, T(0)}, {a, T(0)})));
    }
  }
  if (is_negative(x))
    angle = add(pi<T>, negate(angle));
  return with_sign(angle.high, y);
}

/// asin(sqrt(z)) for the pair of numbers (sqrt(z), z) with z <= 1/4.
template <class T> pair<T> asin_within(pair<T> root, T z) {
  return fast_sum(root.high, fused(z * root.high, horner(z, asin_tail<T>), root.low));
}

/// asin(sqrt((1 - a) / 2)), which is acos(a) / 2, for 1/2 <= a <= 1.
template <class T> pair<T> half_acos(T a) {
  const T z = (1 - a) * T(0.5);
  if (z == 0)
    return {T(0), T(0)};
  return asin_within(square_root(pair<T>{z, T(0)}), z);
}

template <class T> T asin(T x) {
  const T a = magnitude(x);
  if (!(a <= 1))
    return not_a_number<T>;
  if (a <= T(0.5)) {
    if (a < power_of_two<T>(-format<T>::digits / 2 - 1))
      return x;
    return asin_within(pair<T>{x, T(0)}, x * x).high;
  }
  const pair<T> half = half_acos(a);
  return with_sign(add(half_pi<T>, pair<T>{-2 * half.high, -2 * half.low}).high, x);
}

template <class T> T acos(T x) {
  const T a = magnitude(x);
  if (!(a <= 1))
    return not_a_number<T>;
  if (a <= T(0.5))
    return add(half_pi<T>, negate(asin_within(pair<T>{x, T(0)}, x * x))).high;
  pair<T> angle = half_acos(a);
  angle = {2 * angle.high, 2 * angle.low};
  return x < 0 ? add(pi<T>, negate(angle)).high : angle.high;
}

template <class T> T cbrt(T x) {
  if (x == 0 || !is_finite(x))
    return x;
  const int exponent = exponent_of(x);
  const int third = (exponent + 3 * 1024) / 3 - 1024;
  const T m = scale(magnitude(x), -3 * third); // from 1 to 8
  // A third of the bits is a third of the logarithm, nearly; then two steps of Halley's method.
  const float single = static_cast<float>(m);
  float guess = from_bits<float>(to_bits(single) / 3 + 0x2a514067u);
#pragma clang loop unroll(full)
  for (int i = 0; i != 2; ++i) {
    const float cube = guess * guess * guess;
    guess *= (cube + 2 * single) / (2 * cube + single);
  }
  T y = guess;
  if constexpr (sizeof(T) == 8) {
    const T cube = y * y * y;
    y += y * (m - cube) / (2 * cube + m);
  }
  const pair<T> square = exact_product(y, y);
  const pair<T> cube = multiply(square, y);
  y += ((m - cube.high) - cube.low) / (3 * square.high);
  return with_sign(scale(y, third), x);
}

template <class T> T hypot(T x, T y) {
  x = magnitude(x);
  y = magnitude(y);
  if (x == infinity<T> || y == infinity<T>)
    return infinity<T>;
  if (is_nan(x) || is_nan(y))
    return not_a_number<T>;
  const T a = x > y ? x : y, b = x > y ? y : x;
  if (b <= a * power_of_two<T>(-format<T>::digits - 2))
    return a + b;
  const int exponent = exponent_of(a);
  const T scaled_a = scale(a, -exponent), scaled_b = scale(b, -exponent);
  const pair<T> sum = add(exact_product(scaled_a, scaled_a), exact_product(scaled_b, scaled_b));
  return scale(square_root(sum).high, exponent);
}

} // namespace

extern "C" {
GPUC_MATH_1(asin, asin)
GPUC_MATH_1(acos, acos)
GPUC_MATH_1(atan, atan)
GPUC_MATH_2(atan2, atan2)
GPUC_MATH_1(cbrt, cbrt)
GPUC_MATH_2(hypot, hypot)
double sqrt(double x) { return square_root(x); }
float sqrtf(float x) { return square_root(x); }
GPUC_MATH_LONG(double sqrtl(double x) { return square_root(x); })
}

} // namespace gpuc_math
