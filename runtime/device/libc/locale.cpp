//===- locale.cpp - <locale.h> and <langinfo.h> -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one locale, "C", whose multibyte characters are UTF-8.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include "ctype_table.hpp"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>

using namespace gpuc::libc;

namespace {

constinit char name[] = "C";
constinit char point[] = ".", nothing[] = "";

constinit __locale_struct c_locale = {
    {},
    class_table.entries + 128,
    lower_table.entries + 128,
    upper_table.entries + 128,
    {name, name, name, name, name, name, name, name, name, name, name, name, name}};

constinit lconv conventions = {point,    nothing,  nothing,  nothing,  nothing,  nothing,
                               nothing,  nothing,  nothing,  nothing,  CHAR_MAX, CHAR_MAX,
                               CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
                               CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX};

bool known(const char *wanted) {
  static constexpr const char *names[] = {"", "C", "POSIX", "C.UTF-8", "C.utf8"};
  for (const char *known : names) {
    unsigned i = 0;
    while (wanted[i] && wanted[i] == known[i])
      ++i;
    if (wanted[i] == known[i])
      return true;
  }
  return false;
}

/// Entry `index` of texts that are each ended by a zero.
char *entry(const char *texts, unsigned index) {
  for (; index; --index)
    texts += length(texts) + 1;
  return const_cast<char *>(texts);
}

} // namespace

extern "C" {

WEAK char *setlocale(int category, const char *wanted) noexcept {
  if (category < 0 || category > LC_IDENTIFICATION || (wanted && !known(wanted)))
    return nullptr;
  return name;
}

WEAK lconv *localeconv() noexcept { return &conventions; }

WEAK locale_t newlocale(int, const char *wanted, locale_t) noexcept {
  if (known(wanted))
    return &c_locale;
  errno = ENOENT;
  return nullptr;
}
WEAK locale_t duplocale(locale_t) noexcept { return &c_locale; }
WEAK void freelocale(locale_t) noexcept {}
WEAK locale_t uselocale(locale_t) noexcept { return &c_locale; }
WEAK locale_t __newlocale(int mask, const char *wanted, locale_t base) noexcept {
  return newlocale(mask, wanted, base);
}
WEAK locale_t __duplocale(locale_t) noexcept { return &c_locale; }
WEAK void __freelocale(locale_t) noexcept {}
WEAK locale_t __uselocale(locale_t) noexcept { return &c_locale; }

WEAK_COLD char *nl_langinfo(nl_item item) noexcept {
  if (item >= ABDAY_1 && item <= ABDAY_7)
    return entry("Sun\0Mon\0Tue\0Wed\0Thu\0Fri\0Sat", static_cast<unsigned>(item - ABDAY_1));
  if (item >= DAY_1 && item <= DAY_7)
    return entry("Sunday\0Monday\0Tuesday\0Wednesday\0Thursday\0Friday\0Saturday",
                 static_cast<unsigned>(item - DAY_1));
  if (item >= ABMON_1 && item <= ABMON_12)
    return entry("Jan\0Feb\0Mar\0Apr\0May\0Jun\0Jul\0Aug\0Sep\0Oct\0Nov\0Dec",
                 static_cast<unsigned>(item - ABMON_1));
  if (item >= MON_1 && item <= MON_12)
    return entry("January\0February\0March\0April\0May\0June\0July\0August\0September\0October\0"
                 "November\0December",
                 static_cast<unsigned>(item - MON_1));
  const char *text = "";
  switch (item) {
  case CODESET:
    text = "UTF-8";
    break;
  case RADIXCHAR:
    text = ".";
    break;
  case AM_STR:
    text = "AM";
    break;
  case PM_STR:
    text = "PM";
    break;
  case D_T_FMT:
    text = "%a %b %e %H:%M:%S %Y";
    break;
  case D_FMT:
    text = "%m/%d/%y";
    break;
  case T_FMT:
    text = "%H:%M:%S";
    break;
  case T_FMT_AMPM:
    text = "%I:%M:%S %p";
    break;
  case YESEXPR:
    text = "^[yY]";
    break;
  case NOEXPR:
    text = "^[nN]";
    break;
  case CRNCYSTR:
    text = "-";
    break;
  default:
    break;
  }
  return const_cast<char *>(text);
}
WEAK char *nl_langinfo_l(nl_item item, locale_t) { return nl_langinfo(item); }
WEAK char *__nl_langinfo_l(nl_item item, locale_t) { return nl_langinfo(item); }

} // extern "C"
