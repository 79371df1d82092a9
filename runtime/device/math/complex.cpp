//===- complex.cpp - Complex functions --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// <complex.h>, and the products and quotients of complex numbers that the
// compiler calls. The inverse functions take Kahan's formulas (Branch Cuts for
// Complex Elementary Functions, 1987); infinities and NaNs are those of C's
// Annex G.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

extern "C" {
#define DECLARE_1(name)                                                                            \
  double name(double);                                                                             \
  float name##f(float);
#define DECLARE_2(name)                                                                            \
  double name(double, double);                                                                     \
  float name##f(float, float);
DECLARE_1(exp)
DECLARE_1(log)
DECLARE_1(log1p)
DECLARE_1(asinh)
DECLARE_1(sinh)
DECLARE_1(cosh)
DECLARE_1(tan)
DECLARE_2(atan2)
DECLARE_2(hypot)
void sincos(double, double *, double *);
void sincosf(float, float *, float *);
}

namespace gpuc_math {
namespace {

// The functions of both types under one name.
#define OVERLOAD_1(name)                                                                           \
  double real_##name(double x) { return ::name(x); }                                               \
  float real_##name(float x) { return ::name##f(x); }
#define OVERLOAD_2(name)                                                                           \
  double real_##name(double x, double y) { return ::name(x, y); }                                  \
  float real_##name(float x, float y) { return ::name##f(x, y); }
OVERLOAD_1(exp)
OVERLOAD_1(log)
OVERLOAD_1(log1p)
OVERLOAD_1(asinh)
OVERLOAD_1(sinh)
OVERLOAD_1(cosh)
OVERLOAD_1(tan)
OVERLOAD_2(atan2)
OVERLOAD_2(hypot)
void real_sincos(double x, double &s, double &c) { ::sincos(x, &s, &c); }
void real_sincos(float x, float &s, float &c) { ::sincosf(x, &s, &c); }

template <class T> struct complex { T re, im; };

template <class T> complex<T> times_i(complex<T> z) { return {-z.im, z.re}; }
template <class T> complex<T> over_i(complex<T> z) { return {z.im, -z.re}; }

/// a * b - c * d with one rounding, nearly.
template <class T> T difference_of_products(T a, T b, T c, T d) {
  const T product = c * d;
  return fused(a, b, -product) + fused(-c, d, product);
}

/// 1 or 0 with the sign of x: what an infinite part stands for in a product.
template <class T> T boxed(T x) { return with_sign(is_infinite(x) ? T(1) : T(0), x); }
template <class T> T zero_for_nan(T x) { return is_nan(x) ? with_sign(T(0), x) : x; }

template <class T> complex<T> product(T a, T b, T c, T d) {
  const T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  complex<T> result = {ac - bd, ad + bc};
  if (!is_nan(result.re) || !is_nan(result.im))
    return result;
  // An infinity times what is not 0 is an infinity.
  bool again = false;
  if (is_infinite(a) || is_infinite(b)) {
    a = boxed(a), b = boxed(b), c = zero_for_nan(c), d = zero_for_nan(d);
    again = true;
  }
  if (is_infinite(c) || is_infinite(d)) {
    c = boxed(c), d = boxed(d), a = zero_for_nan(a), b = zero_for_nan(b);
    again = true;
  }
  if (!again && (is_infinite(ac) || is_infinite(bd) || is_infinite(ad) || is_infinite(bc))) {
    a = zero_for_nan(a), b = zero_for_nan(b), c = zero_for_nan(c), d = zero_for_nan(d);
    again = true;
  }
  return again ? complex<T>{infinity<T> * (a * c - b * d), infinity<T> * (a * d + b * c)} : result;
}

template <class T> complex<T> quotient(T a, T b, T c, T d) {
  const T largest = magnitude(c) > magnitude(d) ? magnitude(c) : magnitude(d);
  int exponent = 0;
  T scaled_c = c, scaled_d = d;
  if (largest != 0 && is_finite(largest)) {
    exponent = -exponent_of(largest);
    scaled_c = scale(c, exponent);
    scaled_d = scale(d, exponent);
  }
  const T denominator = fused(scaled_c, scaled_c, scaled_d * scaled_d);
  complex<T> result = {
      scale(difference_of_products(a, scaled_c, -b, scaled_d) / denominator, exponent),
      scale(difference_of_products(b, scaled_c, a, scaled_d) / denominator, exponent)};
  if (!is_nan(result.re) || !is_nan(result.im))
    return result;
  if (denominator == 0 && (!is_nan(a) || !is_nan(b)))
    return {with_sign(infinity<T>, c) * a, with_sign(infinity<T>, c) * b};
  if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {
    a = boxed(a), b = boxed(b);
    return {infinity<T> * (a * c + b * d), infinity<T> * (b * c - a * d)};
  }
  if ((is_infinite(c) || is_infinite(d)) && is_finite(a) && is_finite(b)) {
    c = boxed(c), d = boxed(d);
    return {0 * (a * c + b * d), 0 * (b * c - a * d)};
  }
  if (is_finite(a) && is_finite(b) && is_finite(c) && is_finite(d)) // a product overflowed
    return {scale((scale(a, -2) * scaled_c + scale(b, -2) * scaled_d) / denominator, exponent + 2),
            scale((scale(b, -2) * scaled_c - scale(a, -2) * scaled_d) / denominator, exponent + 2)};
  return result;
}

template <class T> complex<T> exp(complex<T> z) {
  if (z.im == 0)
    return {real_exp(z.re), z.im};
  if (!is_finite(z.im)) {
    if (z.re == -infinity<T>)
      return {T(0), with_sign(T(0), z.im)};
    return {z.re == infinity<T> ? infinity<T> : not_a_number<T>, not_a_number<T>};
  }
  if (z.re == -infinity<T> || z.re == infinity<T> || is_nan(z.re)) {
    T s, c;
    real_sincos(z.im, s, c);
    const T size = z.re < 0 ? T(0) : z.re;
    return {size * c, size * s};
  }
  T s, c;
  real_sincos(z.im, s, c);
  // In two steps, as e^re alone may overflow.
  constexpr T step = sizeof(T) == 4 ? 80 : 700;
  T rest = z.re;
  while (rest > step && rest < 3 * step) {
    const T factor = real_exp(step);
    s *= factor;
    c *= factor;
    rest -= step;
  }
  const T size = real_exp(rest);
  return {size * c, size * s};
}

/// log of the modulus.
template <class T> T log_modulus(complex<T> z) {
  const T size = real_hypot(z.re, z.im);
  if (!(size > T(0.5) && size < T(3)))
    return size == 0 || is_finite(size) || is_nan(size) || is_infinite(z.re) || is_infinite(z.im)
               ? real_log(size)
               : real_log(real_hypot(z.re * T(0.5), z.im * T(0.5))) + ln2<T>.high;
  // log1p(re^2 + im^2 - 1) / 2, without what cancels.
  T a = magnitude(z.re), b = magnitude(z.im);
  if (a < b) {
    const T swap = a;
    a = b;
    b = swap;
  }
  const pair<T> squares = add(add(exact_product(a, a), T(-1)), exact_product(b, b));
  return real_log1p(squares.high) * T(0.5);
}

template <class T> complex<T> log(complex<T> z) { return {log_modulus(z), real_atan2(z.im, z.re)}; }

template <class T> complex<T> log10(complex<T> z) {
  const complex<T> natural = log(z);
  return {natural.re * log10e<T>.high, natural.im * log10e<T>.high};
}

template <class T> complex<T> sqrt(complex<T> z) {
  if (z.re == 0 && z.im == 0)
    return {T(0), z.im};
  if (is_infinite(z.im))
    return {infinity<T>, z.im};
  if (is_infinite(z.re)) {
    if (z.re > 0)
      return {z.re, is_nan(z.im) ? z.im : with_sign(T(0), z.im)};
    return {is_nan(z.im) ? z.im : T(0), with_sign(infinity<T>, z.im)};
  }
  if (is_nan(z.re) || is_nan(z.im))
    return {not_a_number<T>, not_a_number<T>};
  // Scaled by a power of 4, so that nothing overflows or loses its last places.
  const int size = exponent_of(magnitude(z.re) > magnitude(z.im) ? z.re : z.im);
  const int half = size / 2;
  const T re = scale(z.re, -2 * half), im = scale(z.im, -2 * half);
  const T root = square_root((magnitude(re) + real_hypot(re, im)) * T(0.5));
  const T other = im / (2 * root);
  if (re >= 0)
    return {scale(root, half), scale(other, half)};
  return {scale(magnitude(other), half), with_sign(scale(root, half), z.im)};
}

template <class T> complex<T> pow(complex<T> x, complex<T> y) {
  if (y.re == 0 && y.im == 0)
    return {T(1), T(0)};
  if (x.re == 0 && x.im == 0)
    return y.re > 0 ? complex<T>{T(0), T(0)} : complex<T>{not_a_number<T>, not_a_number<T>};
  const complex<T> l = log(x);
  return exp(product(y.re, y.im, l.re, l.im));
}

template <class T> complex<T> sinh(complex<T> z) {
  if (z.im == 0)
    return {real_sinh(z.re), z.im};
  if (!is_finite(z.im))
    return {z.re == 0 || is_infinite(z.re) ? z.re : not_a_number<T>, not_a_number<T>};
  constexpr T large = sizeof(T) == 4 ? 80 : 700;
  if (magnitude(z.re) > large && is_finite(z.re)) {
    const complex<T> power = exp(complex<T>{magnitude(z.re) - ln2<T>.high, z.im});
    return {z.re < 0 ? -power.re : power.re, power.im};
  }
  T s, c;
  real_sincos(z.im, s, c);
  return {real_sinh(z.re) * c, real_cosh(z.re) * s};
}

template <class T> complex<T> cosh(complex<T> z) {
  if (z.im == 0 || z.re == 0) {
    T s = z.im, c = 1;
    if (z.im != 0)
      real_sincos(z.im, s, c);
    const T zero = with_sign(T(0), z.re) * with_sign(T(1), is_nan(s) ? T(1) : s);
    if (z.im == 0)
      return {real_cosh(z.re),
              z.re == 0 || is_nan(z.re) ? zero : with_sign(T(0), z.re) * with_sign(T(1), z.im)};
    return {c, zero};
  }
  if (!is_finite(z.im))
    return {is_infinite(z.re) ? infinity<T> : not_a_number<T>, not_a_number<T>};
  constexpr T large = sizeof(T) == 4 ? 80 : 700;
  if (magnitude(z.re) > large && is_finite(z.re)) {
    const complex<T> power = exp(complex<T>{magnitude(z.re) - ln2<T>.high, z.im});
    return {power.re, z.re < 0 ? -power.im : power.im};
  }
  T s, c;
  real_sincos(z.im, s, c);
  return {real_cosh(z.re) * c, real_sinh(z.re) * s};
}

template <class T> complex<T> tanh(complex<T> z) {
  constexpr T large = sizeof(T) == 4 ? 12 : 24;
  if (is_infinite(z.re) || magnitude(z.re) > large) {
    if (!is_finite(z.im))
      return is_infinite(z.re) ? complex<T>{with_sign(T(1), z.re), with_sign(T(0), z.im)}
                               : complex<T>{not_a_number<T>, not_a_number<T>};
    T s, c;
    real_sincos(z.im, s, c);
    // 4 sin cos e^(-2 |re|)
    return {with_sign(T(1), z.re), 4 * s * c * real_exp(-2 * magnitude(z.re))};
  }
  if (is_nan(z.re))
    return {z.re, z.im == 0 ? z.im : z.re};
  if (!is_finite(z.im))
    return {z.re == 0 ? z.re : not_a_number<T>, not_a_number<T>};
  // With t = tan(im), s = sinh(re): (s cosh(re) (1 + t^2) + i t) / (1 + s^2 (1 + t^2))
  const T t = real_tan(z.im), s = real_sinh(z.re), beta = fused(t, t, T(1));
  const T rho = square_root(fused(s, s, T(1)));
  if (is_infinite(beta))
    return {rho / s, 1 / t};
  const T denominator = fused(beta * s, s, T(1));
  return {beta * rho * s / denominator, t / denominator};
}

template <class T> constexpr T far_away = power_of_two<T>(format<T>::max_exponent / 2 - 10);

/// sqrt(1 - z) and sqrt(1 + z).
template <class T> struct roots { complex<T> minus, plus; };
template <class T> roots<T> roots_around_one(complex<T> z) {
  return {sqrt(complex<T>{1 - z.re, -z.im}), sqrt(complex<T>{1 + z.re, z.im})};
}
template <class T> bool is_far(complex<T> z) {
  return magnitude(z.re) > far_away<T> || magnitude(z.im) > far_away<T>;
}

template <class T> complex<T> asin(complex<T> z) {
  if (is_nan(z.re) || is_nan(z.im)) {
    if (is_infinite(z.re) || is_infinite(z.im))
      return is_infinite(z.im) ? complex<T>{z.re, z.im} : complex<T>{z.im, infinity<T>};
    if (z.re == 0)
      return {z.re, z.im};
    return {not_a_number<T>, not_a_number<T>};
  }
  if (is_far(z))
    return {real_atan2(z.re, magnitude(z.im)), with_sign(log_modulus(z) + ln2<T>.high, z.im)};
  const roots<T> r = roots_around_one(z);
  return {
      real_atan2(z.re, difference_of_products(r.minus.re, r.plus.re, r.minus.im, r.plus.im)),
      with_sign(real_asinh(difference_of_products(r.minus.re, r.plus.im, r.minus.im, r.plus.re)),
                z.im)};
}

template <class T> complex<T> acos(complex<T> z) {
  if (is_nan(z.re) || is_nan(z.im)) {
    if (is_infinite(z.re) || is_infinite(z.im))
      return {not_a_number<T>, is_infinite(z.im) ? -z.im : infinity<T>};
    if (z.re == 0)
      return {half_pi<T>.high, z.im};
    return {not_a_number<T>, not_a_number<T>};
  }
  if (is_far(z))
    return {real_atan2(magnitude(z.im), z.re), with_sign(log_modulus(z) + ln2<T>.high, -z.im)};
  const roots<T> r = roots_around_one(z);
  return {
      2 * real_atan2(r.minus.re, r.plus.re),
      with_sign(real_asinh(difference_of_products(r.plus.re, r.minus.im, r.plus.im, r.minus.re)),
                -z.im)};
}

template <class T> complex<T> asinh(complex<T> z) { return over_i(asin(times_i(z))); }

template <class T> complex<T> acosh(complex<T> z) {
  const complex<T> angle = acos(z);
  // The result's real part is not negative.
  return is_negative(z.im) ? complex<T>{magnitude(angle.im), -angle.re}
                           : complex<T>{magnitude(angle.im), angle.re};
}

template <class T> complex<T> atanh(complex<T> z) {
  if (is_far(z) || is_nan(z.re) || is_nan(z.im)) {
    if (is_nan(z.im) && !is_infinite(z.re))
      return {z.re == 0 ? z.re : z.im, z.im};
    if (is_nan(z.im))
      return {with_sign(T(0), z.re), z.im};
    if (is_nan(z.re) && !is_infinite(z.im))
      return {z.re, z.re};
    // re / |z|^2, scaled so that the square does not overflow
    const T half = is_infinite(z.re) || is_infinite(z.im)
                       ? T(0)
                       : z.re / real_hypot(z.re, z.im) / real_hypot(z.re, z.im);
    return {with_sign(half, z.re), with_sign(half_pi<T>.high, z.im)};
  }
  const T x = magnitude(z.re), y = z.im, below = 1 - x;
  const T distance = fused(below, below, y * y);
  T re = real_log1p(4 * x / distance) * T(0.25);
  if (distance == 0) // at 1, or so near that the square is nothing
    re = y == 0 ? infinity<T> : (ln2<T>.high - real_log(magnitude(y))) * T(0.5);
  const T im = real_atan2(2 * y, difference_of_products(below, 1 + x, y, y)) * T(0.5);
  return {with_sign(re, z.re), im};
}

template <class T> complex<T> atan(complex<T> z) { return over_i(atanh(times_i(z))); }
template <class T> complex<T> sin(complex<T> z) { return over_i(sinh(times_i(z))); }
template <class T> complex<T> cos(complex<T> z) { return cosh(times_i(z)); }
template <class T> complex<T> tan(complex<T> z) { return over_i(tanh(times_i(z))); }
template <class T> complex<T> proj(complex<T> z) {
  return is_infinite(z.re) || is_infinite(z.im) ? complex<T>{infinity<T>, with_sign(T(0), z.im)}
                                                : z;
}
template <class T> complex<T> conj(complex<T> z) { return {z.re, -z.im}; }

template <class T, class C> complex<T> from_c(C z) {
  return {static_cast<T>(__real__ z), static_cast<T>(__imag__ z)};
}
template <class C, class T> C to_c(complex<T> z) {
  C result;
  __real__ result = z.re;
  __imag__ result = z.im;
  return result;
}

} // namespace

#define COMPLEX_1(T, f, N, name)                                                                   \
  _Complex T c##name##f(_Complex T z) { return to_c<_Complex T>(name(from_c<N>(z))); }
#define FUNCTIONS(T, f, N)                                                                         \
  COMPLEX_1(T, f, N, exp)                                                                          \
  COMPLEX_1(T, f, N, log)                                                                          \
  COMPLEX_1(T, f, N, log10)                                                                        \
  COMPLEX_1(T, f, N, sqrt)                                                                         \
  COMPLEX_1(T, f, N, sin)                                                                          \
  COMPLEX_1(T, f, N, cos)                                                                          \
  COMPLEX_1(T, f, N, tan)                                                                          \
  COMPLEX_1(T, f, N, asin)                                                                         \
  COMPLEX_1(T, f, N, acos)                                                                         \
  COMPLEX_1(T, f, N, atan)                                                                         \
  COMPLEX_1(T, f, N, sinh)                                                                         \
  COMPLEX_1(T, f, N, cosh)                                                                         \
  COMPLEX_1(T, f, N, tanh)                                                                         \
  COMPLEX_1(T, f, N, asinh)                                                                        \
  COMPLEX_1(T, f, N, acosh)                                                                        \
  COMPLEX_1(T, f, N, atanh)                                                                        \
  COMPLEX_1(T, f, N, proj)                                                                         \
  _Complex T conj##f(_Complex T z) { return to_c<_Complex T>(conj(from_c<N>(z))); }                \
  _Complex T cpow##f(_Complex T x, _Complex T y) {                                                 \
    return to_c<_Complex T>(pow(from_c<N>(x), from_c<N>(y)));                                      \
  }                                                                                                \
  T cabs##f(_Complex T z) {                                                                        \
    const complex<N> parts = from_c<N>(z);                                                         \
    return real_hypot(parts.re, parts.im);                                                         \
  }                                                                                                \
  T carg##f(_Complex T z) {                                                                        \
    const complex<N> parts = from_c<N>(z);                                                         \
    return real_atan2(parts.im, parts.re);                                                         \
  }                                                                                                \
  T creal##f(_Complex T z) { return __real__ z; }                                                  \
  T cimag##f(_Complex T z) { return __imag__ z; }

extern "C" {
FUNCTIONS(double, , double)
FUNCTIONS(float, f, float)
GPUC_MATH_LONG(FUNCTIONS(double, l, double))
_Complex double __muldc3(double a, double b, double c, double d) {
  return to_c<_Complex double>(product(a, b, c, d));
}
_Complex float __mulsc3(float a, float b, float c, float d) {
  return to_c<_Complex float>(product(a, b, c, d));
}
_Complex double __divdc3(double a, double b, double c, double d) {
  return to_c<_Complex double>(quotient(a, b, c, d));
}
_Complex float __divsc3(float a, float b, float c, float d) {
  return to_c<_Complex float>(quotient(a, b, c, d));
}
}

} // namespace gpuc_math
