//===- strto.cpp - Reading numbers ------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// strtol, strtod and atoi with their relatives, also for wide characters. The
// headers are not included: newer ones redirect the functions to those of C23
// (`__isoc23_`). `long` and `long long` are both int64_t.
//
//===----------------------------------------------------------------------===//

#include "number_text.hpp"

#include <bits/types/locale_t.h>

using namespace gpuc::libc;

/// Defines the functions of one integer type: narrow, wide, with a locale, and as in C23.
#define INTEGER(T, name, wide_name)                                                                \
  WEAK T name(const char *text, char **end, int base) noexcept {                                   \
    return read_integer<T>(text, end, base);                                                       \
  }                                                                                                \
  WEAK T __isoc23_##name(const char *text, char **end, int base) noexcept {                        \
    return read_integer<T>(text, end, base, true);                                                 \
  }                                                                                                \
  WEAK T name##_l(const char *text, char **end, int base, locale_t) noexcept {                     \
    return read_integer<T>(text, end, base);                                                       \
  }                                                                                                \
  WEAK T __isoc23_##name##_l(const char *text, char **end, int base, locale_t) noexcept {          \
    return read_integer<T>(text, end, base, true);                                                 \
  }                                                                                                \
  WEAK T wide_name(const wchar_t *text, wchar_t **end, int base) noexcept {                        \
    return read_integer<T>(text, end, base);                                                       \
  }                                                                                                \
  WEAK T __isoc23_##wide_name(const wchar_t *text, wchar_t **end, int base) noexcept {             \
    return read_integer<T>(text, end, base, true);                                                 \
  }                                                                                                \
  WEAK T wide_name##_l(const wchar_t *text, wchar_t **end, int base, locale_t) noexcept {          \
    return read_integer<T>(text, end, base);                                                       \
  }

/// Likewise for a floating type.
#define FLOATING(T, read_as, name, wide_name)                                                      \
  WEAK T name(const char *text, char **end) noexcept { return read_float<read_as>(text, end); }    \
  WEAK T name##_l(const char *text, char **end, locale_t) noexcept {                               \
    return read_float<read_as>(text, end);                                                         \
  }                                                                                                \
  WEAK T __##name##_l(const char *text, char **end, locale_t) noexcept {                           \
    return read_float<read_as>(text, end);                                                         \
  }                                                                                                \
  WEAK T wide_name(const wchar_t *text, wchar_t **end) noexcept {                                  \
    return read_float<read_as>(text, end);                                                         \
  }                                                                                                \
  WEAK T wide_name##_l(const wchar_t *text, wchar_t **end, locale_t) noexcept {                    \
    return read_float<read_as>(text, end);                                                         \
  }

extern "C" {

INTEGER(int64_t, strtol, wcstol)
INTEGER(int64_t, strtoll, wcstoll)
INTEGER(uint64_t, strtoul, wcstoul)
INTEGER(uint64_t, strtoull, wcstoull)
INTEGER(int64_t, strtoimax, wcstoimax)
INTEGER(uint64_t, strtoumax, wcstoumax)
INTEGER(int64_t, strtoq, wcstoq)
INTEGER(uint64_t, strtouq, wcstouq)

FLOATING(float, float, strtof, wcstof)
FLOATING(double, double, strtod, wcstod)
FLOATING(long double, double, strtold, wcstold)
FLOATING(float, float, strtof32, wcstof32)
FLOATING(double, double, strtof64, wcstof64)

WEAK int atoi(const char *text) noexcept {
  return static_cast<int>(read_integer<int64_t, char>(text, nullptr, 10));
}
WEAK long atol(const char *text) noexcept { return read_integer<int64_t, char>(text, nullptr, 10); }
WEAK long long atoll(const char *text) noexcept {
  return read_integer<int64_t, char>(text, nullptr, 10);
}
WEAK double atof(const char *text) noexcept { return read_float<double, char>(text, nullptr); }

} // extern "C"
