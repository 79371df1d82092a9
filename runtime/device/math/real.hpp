//===- real.hpp - What the device library's maths is made of ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits of numbers, polynomials, and numbers in two parts. Everything is written
// once for float and double: a float function uses floats only, since many GPUs
// have few units for doubles.
//
// Compiled with -ffp-contract=off: the order of operations is what makes the
// parts exact. Products that may fuse say so.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_MATH_REAL_HPP
#define GPUC_DEVICE_MATH_REAL_HPP

#include "coefficients.hpp"

/// Defines `name` for double and long double, and `name` with an `f` for float, by a template.
#define GPUC_MATH_1(name, body)                                                                    \
  double name(double x) { return body<double>(x); }                                                \
  float name##f(float x) { return body<float>(x); }                                                \
  GPUC_MATH_LONG(double name##l(double x) { return body<double>(x); })
#define GPUC_MATH_2(name, body)                                                                    \
  double name(double x, double y) { return body<double>(x, y); }                                   \
  float name##f(float x, float y) { return body<float>(x, y); }                                    \
  GPUC_MATH_LONG(double name##l(double x, double y) { return body<double>(x, y); })

/// On GPUs `long double` is `double`; the host, for which the tests compile this, has it wider.
#if defined(__GPUC_TARGET_NVPTX__) || defined(__GPUC_TARGET_AMDGPU__)
#define GPUC_MATH_LONG(definition) definition
#else
#define GPUC_MATH_LONG(definition)
#endif

namespace gpuc_math {

template <class T> struct format;
template <> struct format<float> {
  using bits = unsigned;
  using signed_bits = int;
  static constexpr int digits = 24, bias = 127, max_exponent = 128;
  static constexpr float max = 0x1.fffffep127f, min = 0x1p-126f;
  static constexpr float infinity = __builtin_inff(), nan = __builtin_nanf("");
};
template <> struct format<double> {
  using bits = unsigned long;
  using signed_bits = long;
  static constexpr int digits = 53, bias = 1023, max_exponent = 1024;
  static constexpr double max = 0x1.fffffffffffffp1023, min = 0x1p-1022;
  static constexpr double infinity = __builtin_inf(), nan = __builtin_nan("");
};
template <class T> using bits_of = typename format<T>::bits;

template <class T> inline constexpr int mantissa_bits = format<T>::digits - 1;
template <class T> inline constexpr bits_of<T> sign_mask = bits_of<T>(1) << (sizeof(T) * 8 - 1);
template <class T>
inline constexpr bits_of<T> mantissa_mask = (bits_of<T>(1) << mantissa_bits<T>)-1;
template <class T> inline constexpr bits_of<T> exponent_mask = ~sign_mask<T> & ~mantissa_mask<T>;
template <class T> inline constexpr T infinity = format<T>::infinity;
template <class T> inline constexpr T not_a_number = format<T>::nan;

template <class T> constexpr bits_of<T> to_bits(T x) { return __builtin_bit_cast(bits_of<T>, x); }
template <class T> constexpr T from_bits(bits_of<T> x) { return __builtin_bit_cast(T, x); }

template <class T> constexpr bool is_nan(T x) { return x != x; }
template <class T> constexpr bool is_infinite(T x) {
  return (to_bits(x) & ~sign_mask<T>) == exponent_mask<T>;
}
template <class T> constexpr bool is_finite(T x) {
  return (to_bits(x) & exponent_mask<T>) != exponent_mask<T>;
}
template <class T> constexpr bool is_negative(T x) { return (to_bits(x) & sign_mask<T>) != 0; }
template <class T> constexpr T magnitude(T x) { return from_bits<T>(to_bits(x) & ~sign_mask<T>); }
template <class T> constexpr T with_sign(T x, T sign) {
  return from_bits<T>((to_bits(x) & ~sign_mask<T>) | (to_bits(sign) & sign_mask<T>));
}

inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double square_root(double x) { return __builtin_sqrt(x); }
inline float square_root(float x) { return __builtin_sqrtf(x); }
inline double nearest(double x) { return __builtin_rint(x); }
inline float nearest(float x) { return __builtin_rintf(x); }
inline double truncated(double x) { return __builtin_trunc(x); }
inline float truncated(float x) { return __builtin_truncf(x); }
inline double rounded_down(double x) { return __builtin_floor(x); }
inline float rounded_down(float x) { return __builtin_floorf(x); }

/// The polynomial with these coefficients, the highest power's first.
template <class T, unsigned long N> constexpr T horner(T x, const T (&coefficients)[N]) {
  T sum = coefficients[0];
#pragma clang loop unroll(full)
  for (unsigned long i = 1; i != N; ++i)
    sum = fused(sum, x, coefficients[i]);
  return sum;
}

/// 2 to the power of n, which must be a normal number.
template <class T> constexpr T power_of_two(int n) {
  return from_bits<T>(static_cast<bits_of<T>>(n + format<T>::bias) << mantissa_bits<T>);
}

/// x * 2^n for any n, rounded once.
template <class T> constexpr T scale(T x, int n) {
  constexpr int top = format<T>::bias, bottom = 1 - format<T>::bias + format<T>::digits;
  if (n > top) {
    x *= power_of_two<T>(top);
    n -= top;
    if (n > top) {
      x *= power_of_two<T>(top);
      n -= top;
      if (n > top)
        n = top;
    }
  } else if (n < 1 - format<T>::bias) {
    // The steps before the last stay clear of numbers without leading one.
    x *= power_of_two<T>(1 - format<T>::bias) * power_of_two<T>(format<T>::digits);
    n += -bottom;
    if (n < 1 - format<T>::bias) {
      x *= power_of_two<T>(1 - format<T>::bias) * power_of_two<T>(format<T>::digits);
      n += -bottom;
      if (n < 1 - format<T>::bias)
        n = 1 - format<T>::bias;
    }
  }
  return x * power_of_two<T>(n);
}

/// The exponent of a finite x that is not 0, as if it were normal.
template <class T> constexpr int exponent_of(T x) {
  const bits_of<T> bits = to_bits(x) & ~sign_mask<T>;
  const int exponent = static_cast<int>(bits >> mantissa_bits<T>);
  if (exponent)
    return exponent - format<T>::bias;
  if constexpr (sizeof(T) == 8)
    return 63 - __builtin_clzl(bits) - format<T>::bias + 1 - mantissa_bits<T>;
  else
    return 31 - __builtin_clz(bits) - format<T>::bias + 1 - mantissa_bits<T>;
}

// Sums and products in two parts: `high` is the rounded result, `low` what is missing.

/// |a| >= |b|, or a is 0.
template <class T> constexpr pair<T> fast_sum(T a, T b) {
  const T sum = a + b;
  return {sum, b - (sum - a)};
}
template <class T> constexpr pair<T> exact_sum(T a, T b) {
  const T sum = a + b, other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}
template <class T> constexpr pair<T> exact_product(T a, T b) {
  const T product = a * b;
  return {product, fused(a, b, -product)};
}

/// |a.high| >= |b.high|, or nearly.
template <class T> constexpr pair<T> add(pair<T> a, pair<T> b) {
  const pair<T> sum = exact_sum(a.high, b.high);
  return fast_sum(sum.high, sum.low + (a.low + b.low));
}
template <class T> constexpr pair<T> add(pair<T> a, T b) {
  const pair<T> sum = exact_sum(a.high, b);
  return fast_sum(sum.high, sum.low + a.low);
}
template <class T> constexpr pair<T> multiply(pair<T> a, pair<T> b) {
  const pair<T> product = exact_product(a.high, b.high);
  return fast_sum(product.high, product.low + fused(a.high, b.low, a.low * b.high));
}
template <class T> constexpr pair<T> multiply(pair<T> a, T b) {
  const pair<T> product = exact_product(a.high, b);
  return fast_sum(product.high, fused(a.low, b, product.low));
}
template <class T> constexpr pair<T> negate(pair<T> a) { return {-a.high, -a.low}; }

/// a / b; both within a range where neither 1 / b nor a / b is denormal or infinite.
template <class T> constexpr pair<T> divide(pair<T> a, pair<T> b) {
  const T reciprocal = T(1) / b.high, quotient = a.high * reciprocal;
  const T rest = fused(-quotient, b.high, a.high) + (a.low - quotient * b.low);
  return fast_sum(quotient, rest * reciprocal);
}
template <class T> constexpr pair<T> square_root(pair<T> a) {
  const T root = square_root(a.high);
  return fast_sum(root, (fused(-root, root, a.high) + a.low) / (2 * root));
}

// Parts of the functions that others are made of.

/// e^(x.high + x.low) as number * 2^exponent, the number in [0.7, 1.42].
template <class T> struct scaled_pair {
  pair<T> number;
  int exponent;
};
template <class T> constexpr scaled_pair<T> exp_parts(T x, T low = 0) {
  const T n = nearest(x * log2e<T>.high);
  T r = fused(n, -ln2<T>.high, x); // exact, or next to it
  const T correction = fused(n, -ln2<T>.low, low);
  const pair<T> reduced = exact_sum(r, correction);
  r = reduced.high;
  const T square = r * r;
  const T rest = fused(square, horner(r, exp_tail<T>), reduced.low);
  const pair<T> part = fast_sum(r, rest);
  pair<T> sum = fast_sum(T(1), part.high);
  sum.low += part.low;
  return {sum, static_cast<int>(n)};
}

/// The natural logarithm of x.high + x.low, which is positive and finite, to about one and a half
/// times the digits of T: as a pair, and k * ln 2 apart.
template <class T> struct log_result {
  pair<T> mantissa; ///< the logarithm of a number in [0.7, 1.42]
  T exponent;       ///< k
};
template <class T> constexpr log_result<T> log_parts(T x, T low = 0) {
  int k = 0;
  if (x < format<T>::min) {
    x *= power_of_two<T>(format<T>::digits);
    low *= power_of_two<T>(format<T>::digits);
    k = -format<T>::digits;
  }
  // The mantissa from sqrt(1/2) to sqrt(2).
  constexpr bits_of<T> root_half = to_bits(T(0.70710678118654752440));
  const bits_of<T> bits = to_bits(x);
  const auto difference = static_cast<typename format<T>::signed_bits>(bits - root_half);
  const int shift = static_cast<int>(difference >> mantissa_bits<T>);
  const T m = from_bits<T>(bits - (static_cast<bits_of<T>>(shift) << mantissa_bits<T>));
  // 2^-shift in two steps: shift may be as large as the greatest exponent.
  const T m_low = low * power_of_two<T>(-(shift / 2)) * power_of_two<T>(-(shift - shift / 2));
  const pair<T> above = fast_sum(m - 1, m_low);
  pair<T> sum = fast_sum(T(1), m);
  if (m > 1)
    sum = fast_sum(m, T(1));
  sum.low += m_low;
  const pair<T> s = divide(above, sum);
  const T high_square = s.high * s.high;
  const pair<T> square =
      fast_sum(high_square, fused(s.high, s.high, -high_square) + 2 * s.high * s.low);
  const pair<T> cube = multiply(s, square);
  const T tail = cube.high * square.high * horner(square.high, log_tail<T>);
  pair<T> result = multiply(cube, two_thirds<T>);
  result = add(pair<T>{2 * s.high, 2 * s.low}, result);
  return {fast_sum(result.high, result.low + tail), static_cast<T>(k + shift)};
}
template <class T> constexpr pair<T> log_pair(T x, T low = 0) {
  const log_result<T> parts = log_parts(x, low);
  const T k = parts.exponent;
  pair<T> scaled = exact_product(k, ln2<T>.high);
  scaled.low = fused(k, ln2<T>.low, scaled.low);
  return add(scaled, parts.mantissa);
}

/// Whether y is an integer, and whether odd; |y| is finite.
template <class T> constexpr bool is_integer(T y) { return truncated(y) == y; }
template <class T> constexpr bool is_odd(T y) {
  return is_integer(y) && magnitude(y) < power_of_two<T>(format<T>::digits) &&
         truncated(y * T(0.5)) != y * T(0.5);
}

/// x in quarters of the circle and the angle that is left, within pi/4.
template <class T> struct reduced_angle {
  pair<T> angle;
  unsigned quadrant;
};
template <class T> reduced_angle<T> reduce_angle(T x);

/// sin and cos of an angle within pi/4.
template <class T> constexpr pair<T> sin_within(pair<T> r) {
  const T z = r.high * r.high;
  return fast_sum(r.high,
                  fused(z * r.high, horner(z, sin_tail<T>), fused(r.low, -z * T(0.5), r.low)));
}
template <class T> constexpr pair<T> cos_within(pair<T> r) {
  const T z = r.high * r.high, half = z * T(0.5);
  const T one = 1 - half;
  // The rest of z matters only behind the last place of 1.
  const T z_low = fused(r.high, r.high, -z);
  return fast_sum(one, ((1 - one) - half) + fused(z * z, horner(z, cos_tail<T>),
                                                  -fused(r.high, r.low, z_low * T(0.5))));
}
template <class T> struct sine_cosine { T sine, cosine; };
template <class T> struct fraction_and_whole { T fraction, whole; };
/// sin and cos of pi * x for |x| < 2^(digits - 1).
template <class T> constexpr sine_cosine<T> sin_cos_pi(T x) {
  const T n = nearest(2 * x);
  const T rest = fused(n, T(-0.5), x);
  const pair<T> r = multiply(pi<T>, rest);
  const T s = sin_within(r).high, c = cos_within(r).high;
  // n / 4's remainder without a conversion that could overflow.
  const int quadrant = static_cast<int>(n - 4 * rounded_down(n * T(0.25)));
  switch (quadrant) {
  case 0:
    return {s, c};
  case 1:
    return {c, -s};
  case 2:
    return {-s, -c};
  default:
    return {-c, s};
  }
}

} // namespace gpuc_math

#endif // GPUC_DEVICE_MATH_REAL_HPP
