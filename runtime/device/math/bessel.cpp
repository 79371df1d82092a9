//===- bessel.cpp - Bessel functions ----------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Polynomials up to 8; beyond, Hankel's form: the amplitude sqrt(2 / (pi x))
// times P cos - Q sin of the angle, with P and Q polynomials of 1 / x^2.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

/// P and x * Q of Hankel's form for order 0 or 1, and the centres' polynomials.
template <class T, int Order> struct tables;
template <class T> struct tables<T, 0> {
  static T p(T z) { return horner(z, j0_p<T>); }
  static T q(T z) { return horner(z, j0_q<T>); }
  static T j(T x) {
    return x < 4   ? horner(x - 3, j0_at_3<T>)
           : x < 6 ? horner(x - 5, j0_at_5<T>)
                   : horner(x - 7, j0_at_7<T>);
  }
  static T y(T x) {
    return x < 4   ? horner(x - 3, y0_at_3<T>)
           : x < 6 ? horner(x - 5, y0_at_5<T>)
                   : horner(x - 7, y0_at_7<T>);
  }
};
template <class T> struct tables<T, 1> {
  static T p(T z) { return horner(z, j1_p<T>); }
  static T q(T z) { return horner(z, j1_q<T>); }
  static T j(T x) {
    return x < 4   ? horner(x - 3, j1_at_3<T>)
           : x < 6 ? horner(x - 5, j1_at_5<T>)
                   : horner(x - 7, j1_at_7<T>);
  }
  static T y(T x) {
    return x < 4   ? horner(x - 3, y1_at_3<T>)
           : x < 6 ? horner(x - 5, y1_at_5<T>)
                   : horner(x - 7, y1_at_7<T>);
  }
};

/// J and Y of order 0 or 1 for x >= 8.
template <class T> struct both { T j, y; };
template <class T, int Order> both<T> far(T x) {
  // The angle x - pi/4 - Order * pi/2, reduced.
  const reduced_angle<T> r = reduce_angle(x);
  const pair<T> angle = add(r.angle, negate(quarter_pi<T>)); // from -pi/2 to 0
  unsigned quadrant = r.quadrant - Order;
  pair<T> within = angle;
  if (angle.high < -quarter_pi<T>.high) {
    within = add(half_pi<T>, angle);
    --quadrant;
  }
  T s = sin_within(within).high, c = cos_within(within).high;
  if (quadrant & 1) {
    const T swap = s;
    s = c;
    c = -swap;
  }
  if (quadrant & 2) {
    s = -s;
    c = -c;
  }
  const T reciprocal = 1 / x, z = reciprocal * reciprocal;
  const T p = tables<T, Order>::p(z), q = reciprocal * tables<T, Order>::q(z);
  const T amplitude = square_root(two_over_pi<T>.high * reciprocal);
  return {amplitude * fused(p, c, -q * s), amplitude * fused(p, s, q * c)};
}

template <class T> T j0(T x) {
  x = magnitude(x);
  if (is_nan(x))
    return x;
  if (x == infinity<T>)
    return 0;
  if (x < 2)
    return fused(x * x, horner(x * x, j0_small<T>), T(1));
  return x < 8 ? tables<T, 0>::j(x) : far<T, 0>(x).j;
}

template <class T> T j1(T x) {
  const T a = magnitude(x);
  if (is_nan(x))
    return x;
  if (a == infinity<T>)
    return with_sign(T(0), x);
  if (a < 2)
    return x * horner(x * x, j1_small<T>);
  const T result = a < 8 ? tables<T, 1>::j(a) : far<T, 1>(a).j;
  return x < 0 ? -result : result;
}

/// For the functions of the second kind: at 0, below, at infinity, and for a NaN.
template <class T> T second_kind_of_special(T x) {
  if (x == 0)
    return -infinity<T>;
  return x < 0 ? not_a_number<T> : x == infinity<T> ? T(0) : x;
}

template <class T> T y0(T x) {
  if (!(x > 0 && x < infinity<T>))
    return second_kind_of_special(x);
  if (x < 2) {
    const T j = fused(x * x, horner(x * x, j0_small<T>), T(1));
    return fused(two_over_pi<T>.high * j, log_pair(x).high, horner(x * x, y0_small<T>));
  }
  return x < 8 ? tables<T, 0>::y(x) : far<T, 0>(x).y;
}

template <class T> T y1(T x) {
  if (!(x > 0 && x < infinity<T>))
    return second_kind_of_special(x);
  if (x < 2) {
    const T j = horner(x * x, j1_small<T>);
    const T logarithm = two_over_pi<T>.high * log_pair(x).high;
    return fused(x, fused(logarithm, j, horner(x * x, y1_small<T>)), -two_over_pi<T>.high / x);
  }
  return x < 8 ? tables<T, 1>::y(x) : far<T, 1>(x).y;
}

template <class T> T jn(int n, T x) {
  if (is_nan(x))
    return x;
  bool negative = false;
  if (n < 0) {
    negative = n & 1;
    n = -n;
  }
  if (is_negative(x) && (n & 1))
    negative = !negative;
  const T a = magnitude(x);
  T result;
  if (n == 0) {
    result = j0(a);
  } else if (n == 1) {
    result = j1(a);
  } else if (a == 0 || a == infinity<T>) {
    result = 0;
  } else if (static_cast<T>(n) <= a) { // upwards, where that is stable
    T before = j0(a);
    result = j1(a);
    for (int i = 1; i != n; ++i) {
      const T next = result * (2 * static_cast<T>(i) / a) - before;
      before = result;
      result = next;
    }
  } else {
    // Downwards from where the values are nothing (Miller's method), and scaled by the greater of
    // J0 and J1.
    const int start = 2 * ((n + static_cast<int>(square_root(static_cast<T>(60) * n)) + 8) / 2);
    constexpr T large = power_of_two<T>(format<T>::max_exponent / 2), small = 1 / large;
    T above = 0, current = 1;
    result = 0;
    for (int i = start; i > 0; --i) {
      const T below = 2 * static_cast<T>(i) / a * current - above;
      above = current;
      current = below;
      if (magnitude(current) > large) {
        current *= small;
        above *= small;
        result *= small;
      }
      if (i - 1 == n)
        result = current;
    }
    const T zero = j0(a), one = j1(a);
    result *= magnitude(zero) > magnitude(one) ? zero / current : one / above;
  }
  return negative ? -result : result;
}

template <class T> T yn(int n, T x) {
  if (!(x > 0 && x < infinity<T>))
    return second_kind_of_special(x);
  bool negative = false;
  if (n < 0) {
    negative = n & 1;
    n = -n;
  }
  if (n == 0)
    return y0(x);
  T before = y0(x), result = y1(x);
  for (int i = 1; i < n && result != -infinity<T>; ++i) {
    const T next = 2 * static_cast<T>(i) / x * result - before;
    before = result;
    result = next;
  }
  return negative ? -result : result;
}

} // namespace

extern "C" {
GPUC_MATH_1(j0, j0)
GPUC_MATH_1(j1, j1)
GPUC_MATH_1(y0, y0)
GPUC_MATH_1(y1, y1)
double jn(int n, double x) { return jn<double>(n, x); }
float jnf(int n, float x) { return jn<float>(n, x); }
GPUC_MATH_LONG(double jnl(int n, double x) { return jn<double>(n, x); })
double yn(int n, double x) { return yn<double>(n, x); }
float ynf(int n, float x) { return yn<float>(n, x); }
GPUC_MATH_LONG(double ynl(int n, double x) { return yn<double>(n, x); })
}

} // namespace gpuc_math
