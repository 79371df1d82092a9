//===- calendar.hpp - Days and dates ----------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Gregorian calendar. Years are counted from March, so that the leap day ends
// them; 400 of them have 146097 days.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_CALENDAR_HPP
#define GPUC_DEVICE_LIBC_CALENDAR_HPP

#include <limits.h>
#include <stdint.h>
#include <time.h>

namespace gpuc::libc {

constexpr bool is_leap(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/// Division that rounds down.
constexpr int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Days from 1970-01-01; `month` is 0 to 11, `day` any number.
constexpr int64_t days_of(int64_t year, int month, int64_t day) {
  const int64_t from_march = month < 2 ? month + 10 : month - 2;
  if (month < 2)
    --year;
  const int64_t century = floor_div(year, 400), rest = year - century * 400;
  return century * 146097 + rest * 365 + rest / 4 - rest / 100 + (153 * from_march + 2) / 5 + day -
         1 - 719468;
}

/// Seconds from 1970-01-01 00:00 for a time whose fields may be out of their ranges.
constexpr int64_t seconds_of(const tm &time) {
  const int64_t years = floor_div(time.tm_mon, 12);
  const int64_t days = days_of(int64_t{time.tm_year} + 1900 + years,
                               static_cast<int>(time.tm_mon - years * 12), time.tm_mday);
  return ((days * 24 + time.tm_hour) * 60 + time.tm_min) * 60 + time.tm_sec;
}

/// Sets all of `to`, in UTC; false where the year is too large.
constexpr bool civil_time(int64_t seconds, tm &to) {
  const int64_t days = floor_div(seconds, 86400);
  const int clock = static_cast<int>(seconds - days * 86400);
  const int64_t shifted = days + 719468; // from 0000-03-01
  const int64_t century = floor_div(shifted, 146097);
  const int64_t day = shifted - century * 146097;
  const int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const int64_t day_of_year = day - (365 * year + year / 4 - year / 100); // from March
  const int64_t from_march = (5 * day_of_year + 2) / 153;
  const int month = static_cast<int>(from_march < 10 ? from_march + 2 : from_march - 10);
  const int64_t full_year = year + century * 400 + (month < 2);
  if (full_year - 1900 > INT_MAX || full_year - 1900 < INT_MIN)
    return false;
  to = {};
  to.tm_year = static_cast<int>(full_year - 1900);
  to.tm_mon = month;
  to.tm_mday = static_cast<int>(day_of_year - (153 * from_march + 2) / 5 + 1);
  to.tm_hour = clock / 3600;
  to.tm_min = clock / 60 % 60;
  to.tm_sec = clock % 60;
  to.tm_yday = static_cast<int>(days - days_of(full_year, 0, 1));
  to.tm_wday = static_cast<int>(days - floor_div(days - 3, 7) * 7 - 3 + 7) % 7;
  return true;
}

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_CALENDAR_HPP
