//===- ctype.cpp - <ctype.h> and <wctype.h> ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The "C" locale: characters beyond ASCII, wide ones too, are of no class. The
// tables that glibc's headers and locale objects refer to are here as well.
//
//===----------------------------------------------------------------------===//

#include "ctype_table.hpp"
#include "internal.hpp"

#include <bits/types/locale_t.h>

using namespace gpuc::libc;

/// Defines a class's functions: of characters, wide characters, and with a locale.
#define CLASS(name, mask)                                                                          \
  WEAK int is##name(int c) noexcept { return in_class(c, mask); }                                  \
  WEAK int is##name##_l(int c, locale_t) noexcept { return in_class(c, mask); }                    \
  WEAK int __is##name##_l(int c, locale_t) noexcept { return in_class(c, mask); }                  \
  WEAK int isw##name(unsigned c) noexcept { return in_class(static_cast<int>(c), mask); }          \
  WEAK int isw##name##_l(unsigned c, locale_t) noexcept {                                          \
    return in_class(static_cast<int>(c), mask);                                                    \
  }                                                                                                \
  WEAK int __isw##name##_l(unsigned c, locale_t) noexcept {                                        \
    return in_class(static_cast<int>(c), mask);                                                    \
  }

namespace {

/// Not zero where it is; EOF and characters beyond ASCII are in none.
int in_class(int c, unsigned mask) {
  return static_cast<unsigned>(c) < 128 ? class_of(static_cast<unsigned>(c)) & mask : 0;
}

constexpr const char *class_names[] = {"upper", "lower", "alpha", "digit", "xdigit", "space",
                                       "print", "graph", "blank", "cntrl", "punct",  "alnum"};

bool equal(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

} // namespace

extern "C" {

CLASS(upper, class_upper)
CLASS(lower, class_lower)
CLASS(alpha, class_alpha)
CLASS(digit, class_digit)
CLASS(xdigit, class_xdigit)
CLASS(space, class_space)
CLASS(print, class_print)
CLASS(graph, class_graph)
CLASS(blank, class_blank)
CLASS(cntrl, class_cntrl)
CLASS(punct, class_punct)
CLASS(alnum, class_alnum)

WEAK int isascii(int c) noexcept { return static_cast<unsigned>(c) < 128; }
WEAK int toascii(int c) noexcept { return c & 127; }

WEAK int tolower(int c) noexcept { return to_lower(c); }
WEAK int toupper(int c) noexcept { return to_upper(c); }
WEAK int tolower_l(int c, locale_t) noexcept { return to_lower(c); }
WEAK int toupper_l(int c, locale_t) noexcept { return to_upper(c); }
WEAK int __tolower_l(int c, locale_t) noexcept { return to_lower(c); }
WEAK int __toupper_l(int c, locale_t) noexcept { return to_upper(c); }

WEAK unsigned towlower(unsigned c) noexcept { return to_lower(static_cast<int>(c)); }
WEAK unsigned towupper(unsigned c) noexcept { return to_upper(static_cast<int>(c)); }
WEAK unsigned towlower_l(unsigned c, locale_t) noexcept { return towlower(c); }
WEAK unsigned towupper_l(unsigned c, locale_t) noexcept { return towupper(c); }
WEAK unsigned __towlower_l(unsigned c, locale_t) noexcept { return towlower(c); }
WEAK unsigned __towupper_l(unsigned c, locale_t) noexcept { return towupper(c); }

/// A class is its bit of the table.
WEAK unsigned long wctype(const char *name) noexcept {
  for (unsigned i = 0; i < 12; ++i)
    if (equal(name, class_names[i]))
      return class_bit(i);
  return 0;
}
WEAK unsigned long wctype_l(const char *name, locale_t) noexcept { return wctype(name); }
WEAK unsigned long __wctype_l(const char *name, locale_t) noexcept { return wctype(name); }
WEAK int iswctype(unsigned c, unsigned long mask) noexcept {
  return in_class(static_cast<int>(c), static_cast<unsigned>(mask));
}
WEAK int iswctype_l(unsigned c, unsigned long mask, locale_t) noexcept { return iswctype(c, mask); }
WEAK int __iswctype_l(unsigned c, unsigned long mask, locale_t) noexcept {
  return iswctype(c, mask);
}

/// A transformation is one of the case tables.
WEAK const int *wctrans(const char *name) noexcept {
  return equal(name, "tolower")   ? lower_table.entries
         : equal(name, "toupper") ? upper_table.entries
                                  : nullptr;
}
WEAK const int *wctrans_l(const char *name, locale_t) noexcept { return wctrans(name); }
WEAK unsigned towctrans(unsigned c, const int *table) noexcept {
  return table == lower_table.entries   ? towlower(c)
         : table == upper_table.entries ? towupper(c)
                                        : c;
}
WEAK unsigned towctrans_l(unsigned c, const int *table, locale_t) noexcept {
  return towctrans(c, table);
}

// What glibc's macros read: tables for -128 to 255.

WEAK const unsigned short **__ctype_b_loc() noexcept {
  static const unsigned short *table = class_table.entries + 128;
  return &table;
}
WEAK const int **__ctype_tolower_loc() noexcept {
  static const int *table = lower_table.entries + 128;
  return &table;
}
WEAK const int **__ctype_toupper_loc() noexcept {
  static const int *table = upper_table.entries + 128;
  return &table;
}
WEAK size_t __ctype_get_mb_cur_max() noexcept { return 4; } // UTF-8

} // extern "C"
