//===- rounding.cpp - Rounding, parts of numbers, remainders ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact functions: to integers, neighbours, exponents and mantissas,
// remainders, minima and maxima, and the classes of numbers.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

template <class T> T round_away(T x) {
  const T whole = truncated(x);
  return with_sign(magnitude(x - whole) >= T(0.5) ? whole + with_sign(T(1), x) : whole, x);
}
template <class T> T round_even(T x) { return nearest(x); }
template <class T> T floor(T x) { return rounded_down(x); }
template <class T> T ceil(T x) { return -rounded_down(-x); }
template <class T> T trunc(T x) { return truncated(x); }

template <class T, class I> I to_integer(T x) { return static_cast<I>(x); }

template <class T> T logb(T x) {
  if (x == 0)
    return -infinity<T>;
  return is_finite(x) ? static_cast<T>(exponent_of(x)) : x * x;
}
template <class T> int ilogb(T x) {
  if (x == 0 || is_nan(x))
    return -__INT_MAX__ - 1;
  return is_finite(x) ? exponent_of(x) : __INT_MAX__;
}
template <class T> T significand(T x) {
  return x == 0 || !is_finite(x) ? x : scale(x, -exponent_of(x));
}
template <class T> T frexp(T x, int *exponent) {
  if (x == 0 || !is_finite(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = exponent_of(x) + 1;
  return scale(x, -*exponent);
}
template <class T> fraction_and_whole<T> split(T x) {
  const T whole = truncated(x);
  return {with_sign(is_infinite(x) ? T(0) : x - whole, x), whole};
}
template <class T> T scale_long(T x, long n) {
  return scale(x, static_cast<int>(n > 10000 ? 10000 : n < -10000 ? -10000 : n));
}
template <class T> T scalb(T x, T n) {
  if (is_nan(x) || is_nan(n))
    return not_a_number<T>;
  if (is_infinite(n))
    return n > 0 ? (x == 0 ? not_a_number<T> : x * n) : (is_infinite(x) ? not_a_number<T> : x / -n);
  return is_integer(n) ? scale_long(x, static_cast<long>(n > 1e4    ? 1e4
                                                         : n < -1e4 ? -1e4
                                                                    : n))
                       : not_a_number<T>;
}

template <class T> T next_up(T x) {
  if (is_nan(x) || x == infinity<T>)
    return x;
  if (x == 0)
    return from_bits<T>(1);
  return from_bits<T>(to_bits(x) + (x > 0 ? bits_of<T>(1) : ~bits_of<T>(0)));
}
template <class T> T next_down(T x) { return -next_up(-x); }
template <class T> T next_after(T x, T y) {
  if (is_nan(x) || is_nan(y))
    return not_a_number<T>;
  if (x == y)
    return y;
  const T next = x < y ? next_up(x) : next_down(x);
  return next == 0 ? with_sign(T(0), x) : next;
}
template <class T> T next_toward(T x, double y) {
  if (is_nan(x) || y != y)
    return not_a_number<T>;
  if (x == y)
    return static_cast<T>(y);
  const T next = x < y ? next_up(x) : next_down(x);
  return next == 0 ? with_sign(T(0), x) : next;
}

/// The remainder of a / b, for a >= 0 and b > 0, both finite, and the last bits of the quotient.
template <class T> T positive_remainder(T a, T b, unsigned &quotient) {
  quotient = 0;
  if (a < b)
    return a;
  // b * 2^shift is what is taken from a at first; each step ends below its multiple of b.
  constexpr int step = format<T>::digits - 3;
  const int distance = exponent_of(a) - exponent_of(b);
  int shift = distance < step ? 0 : distance - step + 1;
  for (;;) {
    const T multiple = scale(b, shift);
    if (a >= multiple) {
      T times = truncated(a / multiple); // at most one too much, or too little
      a = fused(-times, multiple, a);
      if (a < 0) {
        a += multiple;
        times -= 1;
      } else if (a >= multiple) {
        a -= multiple;
        times += 1;
      }
      if (shift < 8)
        quotient += static_cast<unsigned>(static_cast<unsigned long>(times)) << shift;
    }
    if (shift == 0 || a == 0)
      return a;
    shift = shift < step ? 0 : shift - step;
  }
}

template <class T> T fmod(T x, T y) {
  if (!is_finite(x) || is_nan(y) || y == 0)
    return not_a_number<T>;
  if (is_infinite(y))
    return x;
  unsigned quotient;
  return with_sign(positive_remainder(magnitude(x), magnitude(y), quotient), x);
}

template <class T> T remquo(T x, T y, int *quotient) {
  *quotient = 0;
  if (!is_finite(x) || is_nan(y) || y == 0)
    return not_a_number<T>;
  if (is_infinite(y))
    return x;
  const T b = magnitude(y);
  unsigned bits;
  T rest = positive_remainder(magnitude(x), b, bits);
  const T other = b - rest; // exact where it decides
  if (rest > other || (rest == other && (bits & 1))) {
    rest -= b;
    ++bits;
  }
  const int last = static_cast<int>(bits & 0x7);
  *quotient = is_negative(x) != is_negative(y) ? -last : last;
  if (rest == 0)
    return with_sign(T(0), x);
  return is_negative(x) ? -rest : rest;
}
template <class T> T remainder(T x, T y) {
  int quotient;
  return remquo(x, y, &quotient);
}

template <class T> T fdim(T x, T y) {
  if (is_nan(x) || is_nan(y))
    return not_a_number<T>;
  return x > y ? x - y : T(0);
}
template <class T> T fmax(T x, T y) {
  if (is_nan(x) || is_nan(y))
    return is_nan(x) ? y : x;
  return x > y || (x == y && is_negative(y)) ? x : y;
}
template <class T> T fmin(T x, T y) {
  if (is_nan(x) || is_nan(y))
    return is_nan(x) ? y : x;
  return x < y || (x == y && is_negative(x)) ? x : y;
}
template <class T> T maximum(T x, T y) {
  return is_nan(x) || is_nan(y) ? not_a_number<T> : fmax(x, y);
}
template <class T> T minimum(T x, T y) {
  return is_nan(x) || is_nan(y) ? not_a_number<T> : fmin(x, y);
}
template <class T> T max_magnitude(T x, T y) {
  const T a = magnitude(x), b = magnitude(y);
  return a > b ? x : b > a ? y : fmax(x, y);
}
template <class T> T min_magnitude(T x, T y) {
  const T a = magnitude(x), b = magnitude(y);
  return a < b ? x : b < a ? y : fmin(x, y);
}

/// The numbers of <math.h>'s FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL and FP_NORMAL.
template <class T> int classify(T x) {
  if (!is_finite(x))
    return is_nan(x) ? 0 : 1;
  if (x == 0)
    return 2;
  return magnitude(x) < format<T>::min ? 3 : 4;
}

template <class T> bool is_signaling(T x) {
  return is_nan(x) && !(to_bits(x) >> (mantissa_bits<T> - 1) & 1);
}

/// The payload that nan("…") gives: a decimal, octal or hexadecimal number, or none.
unsigned long payload(const char *text) {
  unsigned base = 10;
  if (*text == '0') {
    base = 8;
    if ((*++text | 32) == 'x') {
      base = 16;
      ++text;
    }
  }
  unsigned long value = 0;
  for (; *text; ++text) {
    const char lower = static_cast<char>(*text | 32);
    const unsigned digit = *text >= '0' && *text <= '9'   ? static_cast<unsigned>(*text - '0')
                           : lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a' + 10)
                                                          : 99;
    if (digit >= base)
      return 0;
    value = value * base + digit;
  }
  return value;
}
template <class T> T make_nan(const char *text) {
  return from_bits<T>(to_bits(not_a_number<T>) |
                      (static_cast<bits_of<T>>(payload(text)) & (mantissa_mask<T> >> 1)));
}

} // namespace

// The functions that take other arguments than numbers of one type, for each type.
#define FUNCTIONS(T, f, N)                                                                         \
  long lrint##f(T x) { return to_integer<N, long>(nearest(static_cast<N>(x))); }                   \
  long long llrint##f(T x) { return to_integer<N, long long>(nearest(static_cast<N>(x))); }        \
  long lround##f(T x) { return to_integer<N, long>(round_away(static_cast<N>(x))); }               \
  long long llround##f(T x) { return to_integer<N, long long>(round_away(static_cast<N>(x))); }    \
  int ilogb##f(T x) { return ilogb<N>(x); }                                                        \
  long llogb##f(T x) {                                                                             \
    const int exponent = ilogb<N>(x);                                                              \
    return exponent == -__INT_MAX__ - 1 ? -__LONG_MAX__ - 1                                        \
           : exponent == __INT_MAX__    ? __LONG_MAX__                                             \
                                        : exponent;                                                   \
  }                                                                                                \
  T frexp##f(T x, int *exponent) { return frexp<N>(x, exponent); }                                 \
  T modf##f(T x, T *whole) {                                                                       \
    const fraction_and_whole<N> parts = split<N>(x);                                               \
    *whole = parts.whole;                                                                          \
    return parts.fraction;                                                                         \
  }                                                                                                \
  T ldexp##f(T x, int n) { return scale<N>(x, n); }                                                \
  T scalbn##f(T x, int n) { return scale<N>(x, n); }                                               \
  T scalbln##f(T x, long n) { return scale_long<N>(x, n); }                                        \
  T nexttoward##f(T x, double y) { return next_toward<N>(x, y); }                                  \
  T remquo##f(T x, T y, int *quotient) { return remquo<N>(x, y, quotient); }                       \
  T fma##f(T x, T y, T z) { return fused(x, y, z); }                                               \
  T nan##f(const char *text) { return make_nan<N>(text); }                                         \
  int __fpclassify##f(T x) { return classify<N>(x); }                                              \
  int __signbit##f(T x) { return is_negative<N>(x); }                                              \
  int __isinf##f(T x) { return is_infinite<N>(x) ? (x < 0 ? -1 : 1) : 0; }                         \
  int isinf##f(T x) { return is_infinite<N>(x) ? (x < 0 ? -1 : 1) : 0; }                           \
  int __isnan##f(T x) { return is_nan<N>(x); }                                                     \
  int isnan##f(T x) { return is_nan<N>(x); }                                                       \
  int __finite##f(T x) { return is_finite<N>(x); }                                                 \
  int finite##f(T x) { return is_finite<N>(x); }                                                   \
  int __issignaling##f(T x) { return is_signaling<N>(x); }                                         \
  int __iseqsig##f(T x, T y) { return x == y; }

template <class T> T absolute(T x) { return magnitude(x); }
template <class T> T copy_sign(T x, T y) { return with_sign(x, y); }

extern "C" {
GPUC_MATH_1(ceil, ceil)
GPUC_MATH_1(floor, floor)
GPUC_MATH_1(trunc, trunc)
GPUC_MATH_1(round, round_away)
GPUC_MATH_1(roundeven, round_even)
GPUC_MATH_1(rint, round_even)
GPUC_MATH_1(nearbyint, round_even)
GPUC_MATH_1(fabs, absolute)
GPUC_MATH_1(logb, logb)
GPUC_MATH_1(significand, significand)
GPUC_MATH_1(nextup, next_up)
GPUC_MATH_1(nextdown, next_down)
GPUC_MATH_2(copysign, copy_sign)
GPUC_MATH_2(nextafter, next_after)
GPUC_MATH_2(fmod, fmod)
GPUC_MATH_2(remainder, remainder)
GPUC_MATH_2(drem, remainder)
GPUC_MATH_2(fdim, fdim)
GPUC_MATH_2(fmax, fmax)
GPUC_MATH_2(fmin, fmin)
GPUC_MATH_2(fmaximum, maximum)
GPUC_MATH_2(fminimum, minimum)
GPUC_MATH_2(fmaximum_num, fmax)
GPUC_MATH_2(fminimum_num, fmin)
GPUC_MATH_2(fmaxmag, max_magnitude)
GPUC_MATH_2(fminmag, min_magnitude)
GPUC_MATH_2(scalb, scalb)
FUNCTIONS(double, , double)
FUNCTIONS(float, f, float)
GPUC_MATH_LONG(FUNCTIONS(double, l, double))
// What the intrinsics become (lib/Transforms/MathLibrary.cpp).
fraction_and_whole<double> __gpuc_modf(double x) { return split(x); }
fraction_and_whole<float> __gpuc_modff(float x) { return split(x); }
}

} // namespace gpuc_math
