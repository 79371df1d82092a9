//===- trigonometric.cpp - sin, cos, tan ------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The angle is reduced to within pi/4 of a multiple of pi/2: with pi/2 in three
// parts for small angles, with the bits of 2/pi that matter for large ones.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

using word = unsigned long;
using double_word = unsigned __int128;

/// A fraction of a quarter circle, from -1/2 to 1/2, and how many whole quarters there are besides.
struct large_angle {
  word high, low;
  bool negative;
  unsigned quadrant;
};

/// For x >= 2^12, with the bits of a double.
[[gnu::noinline]] large_angle reduce_large(word bits) {
  const word mantissa = (bits & mantissa_mask<double>) | (word(1) << 52);
  const int exponent = static_cast<int>(bits >> 52) - format<double>::bias - mantissa_bits<double>;
  // The mantissa times the bits of 2/pi from that of weight 2 (with the exponent) on: bits before
  // add whole circles.
  const unsigned start = static_cast<unsigned>(exponent + 62);
  const word *words = two_over_pi_words + start / 64;
  const unsigned shift = start % 64;
  word w[3];
#pragma clang loop unroll(full)
  for (int i = 0; i != 3; ++i)
    w[i] = shift ? words[i] << shift | words[i + 1] >> (64 - shift) : words[i];
  const double_word p2 = static_cast<double_word>(mantissa) * w[2];
  const double_word p1 = static_cast<double_word>(mantissa) * w[1] + static_cast<word>(p2 >> 64);
  const word p0 = mantissa * w[0] + static_cast<word>(p1 >> 64);
  const word middle = static_cast<word>(p1), last = static_cast<word>(p2);
  large_angle result = {p0 << 2 | middle >> 62, middle << 2 | last >> 62, false,
                        static_cast<unsigned>(p0 >> 62)};
  if (result.high >> 63) {
    result.high = ~result.high;
    result.low = ~result.low;
    result.negative = true;
    ++result.quadrant;
  }
  return result;
}

template <class T> reduced_angle<T> from_large(T x) {
  const large_angle large = reduce_large(to_bits<double>(magnitude(x)));
  const int zeros = large.high ? __builtin_clzl(large.high) : 63;
  const word high = zeros ? large.high << zeros | large.low >> (64 - zeros) : large.high;
  const word low = large.low << zeros;
  constexpr int digits = format<T>::digits, rest = 64 - digits;
  pair<T> fraction = {static_cast<T>(high >> rest), T(0)};
  const word next = high << digits | low >> rest;
  fraction.high *= power_of_two<T>(-digits - zeros);
  fraction.low = static_cast<T>(next >> rest) * power_of_two<T>(-2 * digits - zeros);
  pair<T> angle = multiply(half_pi<T>, fraction);
  unsigned quadrant = large.quadrant;
  if (large.negative)
    angle = negate(angle);
  if (x < 0) {
    angle = negate(angle);
    quadrant = 0 - quadrant;
  }
  return {angle, quadrant & 3};
}

} // namespace

template <class T> reduced_angle<T> reduce_angle(T x) {
  const T a = magnitude(x);
  if (a <= quarter_pi<T>.high)
    return {{x, T(0)}, 0};
  if (!(a < (sizeof(T) == 4 ? T(8192) : T(1e9))))
    return from_large(x);
  const T n = nearest(x * two_over_pi<T>.high);
  const pair<T> most = exact_product(n, half_pi<T>.high), more = exact_product(n, half_pi<T>.low);
  const pair<T> first = exact_sum(x, -most.high);
  const pair<T> second = exact_sum(first.high, -most.low);
  const pair<T> third = exact_sum(second.high, -more.high);
  const T rest = fused(n, -half_pi_rest<T>, -more.low) + (first.low + second.low + third.low);
  return {fast_sum(third.high, rest), static_cast<unsigned>(static_cast<int>(n)) & 3};
}
template reduced_angle<float> reduce_angle(float);
template reduced_angle<double> reduce_angle(double);

namespace {

template <class T> sine_cosine<T> sin_cos(T x) {
  const reduced_angle<T> r = reduce_angle(x);
  T s = sin_within(r.angle).high, c = cos_within(r.angle).high;
  if (r.quadrant & 1) {
    const T swap = s;
    s = c;
    c = -swap;
  }
  return r.quadrant & 2 ? sine_cosine<T>{-s, -c} : sine_cosine<T>{s, c};
}

template <class T> T sin(T x) {
  if (!is_finite(x))
    return not_a_number<T>;
  if (magnitude(x) < power_of_two<T>(-format<T>::digits / 2 - 1))
    return x;
  const reduced_angle<T> r = reduce_angle(x);
  const T result = r.quadrant & 1 ? cos_within(r.angle).high : sin_within(r.angle).high;
  return r.quadrant & 2 ? -result : result;
}

template <class T> T cos(T x) {
  if (!is_finite(x))
    return not_a_number<T>;
  const reduced_angle<T> r = reduce_angle(x);
  const T result = r.quadrant & 1 ? sin_within(r.angle).high : cos_within(r.angle).high;
  return r.quadrant + 1 & 2 ? -result : result;
}

template <class T> T tan(T x) {
  if (!is_finite(x))
    return not_a_number<T>;
  if (magnitude(x) < power_of_two<T>(-format<T>::digits / 2 - 1))
    return x;
  const reduced_angle<T> r = reduce_angle(x);
  const pair<T> s = sin_within(r.angle), c = cos_within(r.angle);
  return r.quadrant & 1 ? -divide(c, s).high : divide(s, c).high;
}

template <class T> sine_cosine<T> sin_cos_of(T x) {
  if (!is_finite(x))
    return {not_a_number<T>, not_a_number<T>};
  sine_cosine<T> both = sin_cos(x);
  if (magnitude(x) < power_of_two<T>(-format<T>::digits / 2 - 1))
    both.sine = x;
  return both;
}

template <class T> sine_cosine<T> sin_cos_pi_of(T x) {
  if (!is_finite(x))
    return {not_a_number<T>, not_a_number<T>};
  if (magnitude(x) >= power_of_two<T>(format<T>::digits - 2)) // fmod(x, 2) decides
    return {with_sign(T(0), x), is_odd(x) ? T(-1) : T(1)};
  return sin_cos_pi(x);
}

} // namespace

extern "C" {
GPUC_MATH_1(sin, sin)
GPUC_MATH_1(cos, cos)
GPUC_MATH_1(tan, tan)
void sincos(double x, double *s, double *c) {
  const sine_cosine<double> both = sin_cos_of(x);
  *s = both.sine;
  *c = both.cosine;
}
void sincosf(float x, float *s, float *c) {
  const sine_cosine<float> both = sin_cos_of(x);
  *s = both.sine;
  *c = both.cosine;
}
GPUC_MATH_LONG(void sincosl(double x, double *s, double *c) { sincos(x, s, c); })
// What the intrinsics become (lib/Transforms/MathLibrary.cpp).
sine_cosine<double> __gpuc_sincos(double x) { return sin_cos_of(x); }
sine_cosine<float> __gpuc_sincosf(float x) { return sin_cos_of(x); }
sine_cosine<double> __gpuc_sincospi(double x) { return sin_cos_pi_of(x); }
sine_cosine<float> __gpuc_sincospif(float x) { return sin_cos_pi_of(x); }
}

} // namespace gpuc_math
