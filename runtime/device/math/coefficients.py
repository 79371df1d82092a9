#!/usr/bin/env python3
# Makes coefficients.hpp: polynomials for the device library's maths, fitted at Chebyshev nodes with
# mpmath (https://mpmath.org), and constants in two parts.
#
#   python3 coefficients.py > coefficients.hpp
#
# Prints to standard error each polynomial's greatest error, in bits below 1 (of the function that
# is fitted, which the code multiplies by something small where it matters).

import sys
from mpmath import *

mp.prec = 600
tiny = mpf(10) ** -40


def part(value, bits):
    """`value` rounded to so many significant bits."""
    saved = mp.prec
    mp.prec = bits
    rounded = +mpf(value)
    mp.prec = saved
    return rounded


def literal(value, bits):
    rounded = part(value, bits)
    text = float(rounded).hex()
    return text + ("f" if bits == 24 else "")


def pair(name, value):
    for bits, suffix, number in ((53, "<double>", "double"), (24, "<float>", "float")):
        high = part(value, bits)
        low = part(value - high, bits)
        rest = value - high - low
        print(f"template <> inline constexpr pair<{number}> {name}{suffix} = "
              f"{{{literal(high, bits)}, {literal(low, bits)}}};")
        print(f"template <> inline constexpr {number} {name}_rest{suffix} = {literal(rest, bits)};")


def fit(name, function, interval, doubles, floats):
    """Coefficients from the highest power down, as Horner's rule takes them."""
    for bits, terms, number in ((53, doubles, "double"), (24, floats, "float")):
        if not terms:
            continue
        saved = mp.prec
        mp.prec = 600
        polynomial, error = chebyfit(function, interval, terms, error=True)
        mp.prec = saved
        print(f"{name:14} {number:7} {terms:3} terms: {nstr(log(error, 2), 4)}", file=sys.stderr)
        values = ", ".join(literal(c, bits) for c in polynomial)
        print(f"template <> inline constexpr {number} {name}<{number}>[] = {{{values}}};")


def odd(f):
    """(f(x) - x) / x**3 as a function of x**2."""
    def g(z):
        if z < tiny:
            z = tiny
        x = sqrt(z)
        return (f(x) - x) / (x * z)
    return g


def away_from_zero(f):
    return lambda x: f(x if abs(x) > tiny else tiny)


def scaled_erfcx(t):
    x = erfc_centre * (1 + t) / (1 - t)
    return exp(x * x) * erfc(x) * (1 + 2 * x)


erfc_centre = mpf(4)


def reciprocal_gamma(u):
    u = mpf(u)
    if abs(u) < tiny or abs(u - 1) < tiny:
        u += tiny
    return (1 / gamma(1 + u) - 1) / (u * (u - 1))


def stirling(z):
    if z < mpf(10) ** -8:
        z = mpf(10) ** -8
    x = 1 / sqrt(z)
    return (loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2) * x


def hankel(order, odd_part):
    def f(z):
        if z < mpf(10) ** -8:
            z = mpf(10) ** -8
        x = 1 / sqrt(z)
        angle = x - pi / 4 - order * pi / 2
        j, y = besselj(order, x), bessely(order, x)
        scale = sqrt(pi * x / 2)
        if odd_part:
            return scale * (y * cos(angle) - j * sin(angle)) * x
        return scale * (j * cos(angle) + y * sin(angle))
    return f


def y0_rest(z):
    x = sqrt(z if z > tiny else tiny)
    return bessely(0, x) - 2 / pi * log(x) * besselj(0, x)


def y1_rest(z):
    x = sqrt(z if z > tiny else tiny)
    return (bessely(1, x) - 2 / pi * (log(x) * besselj(1, x) - 1 / x)) / x


print("""//===- coefficients.hpp - Polynomials and constants -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made by coefficients.py, which says what each is.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_MATH_COEFFICIENTS_HPP
#define GPUC_DEVICE_MATH_COEFFICIENTS_HPP

// clang-format off
namespace gpuc_math {

template <class T> struct pair {
  T high, low;
};
""")

constants = [("ln2", log(2)), ("log2e", 1 / log(2)), ("log10e", 1 / log(10)), ("ln10", log(10)),
             ("log10_2", log(2) / log(10)), ("log2_10", log(10) / log(2)), ("half_pi", pi / 2),
             ("quarter_pi", pi / 4), ("pi", pi), ("two_over_pi", 2 / pi),
             ("two_over_sqrt_pi", 2 / sqrt(pi)), ("half_log_two_pi", log(2 * pi) / 2),
             ("two_thirds", mpf(2) / 3)]
polynomials = "exp_tail exp2_tail sinh_tail tanh_tail log_tail sin_tail cos_tail atan_tail " \
              "asin_tail erf_tail erfcx_scaled gamma_rest stirling_rest j0_small j1_small y0_small " \
              "y1_small j0_p j0_q j1_p j1_q".split()
pieces = [f"{f}{n}_at_{c}" for f in "jy" for n in (0, 1) for c in (3, 5, 7)]
for name, _ in constants:
    print(f"template <class T> inline constexpr pair<T> {name} = {{}};")
    print(f"template <class T> inline constexpr T {name}_rest = 0;")
for name in polynomials + pieces:
    print(f"template <class T> inline constexpr T {name}[1] = {{}};")
print()
for name, value in constants:
    pair(name, value)
print(f"inline constexpr double erfc_centre = {literal(erfc_centre, 53)};")
print("""
/// The bits of 2/pi behind the binary point, 64 a word; words of zero before them.""")
words = 22
mp.prec = 64 * words + 64
digits = int(floor(2 / pi * mpf(2) ** (64 * words)))
mp.prec = 600
tiny = mpf(10) ** -40
table = ["0x0u"] + [hex((digits >> (64 * (words - 1 - i))) & (2 ** 64 - 1)) + "u"
                    for i in range(words)]
print("inline constexpr unsigned long two_over_pi_words[] = {" + ", ".join(table) + "};\n")

r = log(2) / 2 * mpf("1.01")
fit("exp_tail", away_from_zero(lambda x: (expm1(x) - x) / (x * x)), [-r, r], 11, 6)
fit("exp2_tail", away_from_zero(lambda x: (mpf(2) ** x - 1 - x * log(2)) / (x * x)),
    [-0.501, 0.501], 11, 6)
fit("sinh_tail", odd(sinh), [0, 1], 8, 4)
fit("tanh_tail", odd(tanh), [0, mpf("0.3025")], 12, 6)


def log_rest(z):
    z = max(z, tiny)
    s = sqrt(z)
    return (2 * atanh(s) - 2 * s - 2 * s ** 3 / 3) / s ** 5


fit("log_tail", log_rest, [0, mpf("0.0296")], 7, 3)
quadrant = (pi / 4 * mpf("1.001")) ** 2
fit("sin_tail", odd(sin), [0, quadrant], 7, 4)


def cos_rest(z):
    z = max(z, tiny)
    return (cos(sqrt(z)) - 1 + z / 2) / z ** 2


fit("cos_tail", cos_rest, [0, quadrant], 7, 4)
fit("atan_tail", odd(atan), [0, mpf("0.1717")], 12, 5)
fit("asin_tail", odd(asin), [0, mpf("0.2501")], 13, 6)


def erf_rest(z):
    z = max(z, tiny)
    x = sqrt(z)
    return (erf(x) / x - 2 / sqrt(pi)) / z


fit("erf_tail", erf_rest, [0, mpf("0.5626")], 11, 6)
low, high = mpf("0.49"), mpf("27.5")
fit("erfcx_scaled", scaled_erfcx,
    [(low - erfc_centre) / (low + erfc_centre), (high - erfc_centre) / (high + erfc_centre)], 24, 12)
fit("gamma_rest", reciprocal_gamma, [0, 1], 16, 8)
fit("stirling_rest", stirling, [0, mpf("0.01")], 8, 3)

fit("j0_small", away_from_zero(lambda z: (besselj(0, sqrt(z)) - 1) / z), [0, 4], 11, 6)
fit("j1_small", away_from_zero(lambda z: besselj(1, sqrt(z)) / sqrt(z)), [0, 4], 12, 7)
fit("y0_small", y0_rest, [0, 4], 12, 7)
fit("y1_small", y1_rest, [0, 4], 12, 7)
for order in (0, 1):
    for centre in (3, 5, 7):
        fit(f"j{order}_at_{centre}", lambda t: besselj(order, t + centre), [-1, 1], 16, 9)
        fit(f"y{order}_at_{centre}", lambda t: bessely(order, t + centre), [-1, 1], 25, 11)
    fit(f"j{order}_p", hankel(order, False), [0, mpf(1) / 64], 13, 5)
    fit(f"j{order}_q", hankel(order, True), [0, mpf(1) / 64], 13, 5)
print("""
} // namespace gpuc_math
// clang-format on

#endif // GPUC_DEVICE_MATH_COEFFICIENTS_HPP""")
