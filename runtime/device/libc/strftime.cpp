//===- strftime.cpp - <time.h>: formatted times -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "calendar.hpp"
#include "internal.hpp"

#include <locale.h>
#include <time.h>
#include <wchar.h>

using namespace gpuc::libc;

#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

namespace {

constexpr const char *day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                     "Thursday", "Friday", "Saturday"};
constexpr const char *month_names[] = {"January",   "February", "March",    "April",
                                       "May",       "June",     "July",     "August",
                                       "September", "October",  "November", "December"};

/// The year and week of ISO 8601.
struct iso_week {
  int64_t year;
  int week;

  explicit iso_week(const tm &time) : year(int64_t{time.tm_year} + 1900), week(0) {
    const int monday = (time.tm_wday + 6) % 7; // days since it
    week = (time.tm_yday - monday + 10) / 7;
    if (week == 0)
      week = weeks(--year);
    else if (week > weeks(year)) {
      ++year;
      week = 1;
    }
  }

private:
  /// A year has 53 weeks where it begins or ends on a Thursday.
  static int weeks(int64_t year) {
    const int64_t first = days_of(year, 0, 1), weekday = first + 4 - floor_div(first + 4, 7) * 7;
    return weekday == 4 || (weekday == 3 && is_leap(year)) ? 53 : 52;
  }
};

template <class Char> class time_writer {
public:
  time_writer(Char *to, size_t room) : to_(to), room_(room) {}

  void write(const Char *format, const tm &time) {
    for (; *format; ++format)
      if (*format != '%')
        put(*format);
      else if (!(format = convert(format + 1, time)))
        return;
  }

  /// strftime's result.
  size_t finish() {
    if (count_ >= room_)
      return 0;
    to_[count_] = 0;
    return count_;
  }

private:
  void put(Char c) {
    if (count_ < room_)
      to_[count_] = c;
    ++count_;
  }

  // Flags and width of the conversion.
  char padding_ = 0; ///< '-', '_' or '0' where it was given
  bool upper_ = false, swap_ = false;
  unsigned width_ = 0;

  void text(const char *text) {
    const unsigned size = length(text);
    for (unsigned i = size; i < width_; ++i)
      put(padding_ == '0' ? '0' : ' ');
    for (; *text; ++text)
      put(static_cast<Char>(upper_ ? to_upper(*text) : swap_ ? to_lower(*text) : *text));
  }

  void number(int64_t value, unsigned digits, char padding = '0') {
    char text[24];
    unsigned size = 0;
    uint64_t rest = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    do
      text[size++] = static_cast<char>('0' + rest % 10);
    while (rest /= 10);
    if (padding_)
      padding = padding_ == '_' ? ' ' : padding_;
    unsigned width = width_ ? width_ : digits;
    if (padding == '-') {
      width = width_;
      padding = ' ';
    }
    const unsigned used = size + (value < 0);
    if (value < 0 && padding == '0')
      put('-');
    for (unsigned i = used; i < width; ++i)
      put(static_cast<Char>(padding));
    if (value < 0 && padding != '0')
      put('-');
    while (size)
      put(static_cast<Char>(text[--size]));
  }

  void name(const char *const *names, int index, int count, bool whole) {
    if (index < 0 || index >= count)
      return text("?");
    if (whole)
      return text(names[index]);
    const char *const full = names[index];
    const char part[] = {full[0], full[1], full[2], 0};
    text(part);
  }

  void part(const char *format, const tm &time) {
    // Formats of formats keep no flags but the case.
    const bool upper = upper_;
    for (; *format; ++format) {
      padding_ = 0;
      width_ = 0;
      upper_ = upper;
      if (*format == '%')
        one(*++format, time);
      else
        put(static_cast<Char>(*format));
    }
  }

  void zone(const tm &time) {
    if (time.tm_isdst < 0)
      return;
    const int64_t offset = time.tm_gmtoff / 60;
    put(time.tm_gmtoff < 0 ? '-' : '+');
    const int64_t minutes = offset < 0 ? -offset : offset;
    number(minutes / 60 * 100 + minutes % 60, 4);
  }

  const Char *convert(const Char *p, const tm &time) {
    padding_ = 0;
    upper_ = swap_ = false;
    width_ = 0;
    const Char *begin = p;
    for (;; ++p) {
      if (*p == '-' || *p == '_' || *p == '0')
        padding_ = static_cast<char>(*p);
      else if (*p == '^')
        upper_ = true;
      else if (*p == '#')
        swap_ = true;
      else
        break;
    }
    for (; *p >= '0' && *p <= '9'; ++p)
      width_ = width_ * 10 + static_cast<unsigned>(*p - '0');
    if (*p == 'E' || *p == 'O')
      ++p;
    if (!*p) { // no conversion: as it stands
      for (put('%'); begin != p; ++begin)
        put(*begin);
      return nullptr;
    }
    one(static_cast<char>(*p), time);
    return p;
  }

  void one(char conversion, const tm &time) {
    const int64_t year = int64_t{time.tm_year} + 1900;
    const int hour12 = time.tm_hour % 12 == 0 ? 12 : time.tm_hour % 12;
    switch (conversion) {
    case 'a':
    case 'A':
      upper_ |= swap_;
      return name(day_names, time.tm_wday, 7, conversion == 'A');
    case 'b':
    case 'h':
    case 'B':
      upper_ |= swap_;
      return name(month_names, time.tm_mon, 12, conversion == 'B');
    case 'c':
      return part("%a %b %e %H:%M:%S %Y", time);
    case 'C':
      return number(floor_div(year, 100), 2);
    case 'd':
      return number(time.tm_mday, 2);
    case 'D':
    case 'x':
      return part("%m/%d/%y", time);
    case 'e':
      return number(time.tm_mday, 2, ' ');
    case 'F':
      return part("%Y-%m-%d", time);
    case 'g':
      return number(iso_week(time).year - floor_div(iso_week(time).year, 100) * 100, 2);
    case 'G':
      return number(iso_week(time).year, 1);
    case 'H':
      return number(time.tm_hour, 2);
    case 'I':
      return number(hour12, 2);
    case 'j':
      return number(time.tm_yday + 1, 3);
    case 'k':
      return number(time.tm_hour, 2, ' ');
    case 'l':
      return number(hour12, 2, ' ');
    case 'm':
      return number(time.tm_mon + 1, 2);
    case 'M':
      return number(time.tm_min, 2);
    case 'n':
      return put('\n');
    case 'p':
      return text(time.tm_hour >= 12 ? "PM" : "AM");
    case 'P':
      return text(time.tm_hour >= 12 ? "pm" : "am");
    case 'r':
      return part("%I:%M:%S %p", time);
    case 'R':
      return part("%H:%M", time);
    case 's': {
      tm copy = time;
      return number(mktime(&copy), 1);
    }
    case 'S':
      return number(time.tm_sec, 2);
    case 't':
      return put('\t');
    case 'T':
    case 'X':
      return part("%H:%M:%S", time);
    case 'u':
      return number(time.tm_wday == 0 ? 7 : time.tm_wday, 1);
    case 'U':
      return number((time.tm_yday + 7 - time.tm_wday) / 7, 2);
    case 'V':
      return number(iso_week(time).week, 2);
    case 'w':
      return number(time.tm_wday, 1);
    case 'W':
      return number((time.tm_yday + 7 - (time.tm_wday + 6) % 7) / 7, 2);
    case 'y':
      return number(year - floor_div(year, 100) * 100, 2);
    case 'Y':
      return number(year, 1);
    case 'z':
      return zone(time);
    case 'Z':
      return text(time.tm_zone ? time.tm_zone : "");
    case '+':
      return part("%a %b %e %H:%M:%S %Z %Y", time);
    case '%':
      return put('%');
    default:
      put('%');
      return put(static_cast<Char>(conversion));
    }
  }

  Char *to_;
  size_t room_, count_ = 0;
};

template <class Char>
size_t format_time(Char *to, size_t room, const Char *format, const tm &time) {
  time_writer<Char> writer(to, room);
  writer.write(format, time);
  return writer.finish();
}

} // namespace

extern "C" {

WEAK_COLD size_t strftime(char *to, size_t room, const char *format, const tm *time) noexcept {
  return format_time(to, room, format, *time);
}
WEAK_COLD size_t strftime_l(char *to, size_t room, const char *format, const tm *time,
                            locale_t) noexcept {
  return format_time(to, room, format, *time);
}
WEAK_COLD size_t __strftime_l(char *to, size_t room, const char *format, const tm *time,
                              locale_t) noexcept {
  return format_time(to, room, format, *time);
}
WEAK_COLD size_t wcsftime(wchar_t *to, size_t room, const wchar_t *format,
                          const tm *time) noexcept {
  return format_time(to, room, format, *time);
}
WEAK_COLD size_t wcsftime_l(wchar_t *to, size_t room, const wchar_t *format, const tm *time,
                            locale_t) noexcept {
  return format_time(to, room, format, *time);
}
WEAK_COLD size_t __wcsftime_l(wchar_t *to, size_t room, const wchar_t *format, const tm *time,
                              locale_t) noexcept {
  return format_time(to, room, format, *time);
}

} // extern "C"

#pragma clang attribute pop
