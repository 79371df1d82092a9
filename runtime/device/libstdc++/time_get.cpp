//===- time_get.cpp - Times that were read ----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <ctime>
#include <locale>

namespace std {

namespace {

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/// Days of a year before its months, and the year's.
int days_before(int month, int year) {
  constexpr int days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
  return days[month] + (month > 1 && is_leap(year));
}

/// Sunday is 0.
int weekday_of_new_year(int year) {
  const int past = year - 1;
  return (1 + past % 400 * 365 + past % 400 / 4 - past % 400 / 100) % 7;
}

} // namespace

/// Works out what the fields that were read say of the others.
void __time_get_state::_M_finalize_state(tm *time) {
  if (_M_have_I && _M_is_pm)
    time->tm_hour += 12;
  if (_M_have_century)
    time->tm_year = (_M_want_century ? time->tm_year % 100 : 0) + (_M_century - 19) * 100;

  const int year = time->tm_year + 1900;
  const auto set_date = [&] {
    int month = 11;
    while (month > 0 && days_before(month, year) > time->tm_yday)
      --month;
    time->tm_mon = month;
    time->tm_mday = time->tm_yday - days_before(month, year) + 1;
  };
  const bool has_date = _M_have_mon && _M_have_mday;
  if (_M_want_xday && !_M_have_wday) {
    if (!has_date && _M_have_yday)
      set_date();
    const int day = days_before(time->tm_mon, year) + time->tm_mday - 1;
    time->tm_wday = (weekday_of_new_year(year) + day + 7) % 7; // a missing day is -1
  }
  if (_M_want_xday && !_M_have_yday && (has_date || !_M_have_wday))
    time->tm_yday = days_before(time->tm_mon, year) + time->tm_mday - 1;

  if ((_M_have_uweek || _M_have_wweek) && _M_have_wday && !has_date && !_M_have_yday) {
    // The first day of week 1 is the year's first Sunday or Monday.
    const int first = _M_have_uweek ? 0 : 1;
    const int before = (7 + first - weekday_of_new_year(year)) % 7;
    const int into = (time->tm_wday - first + 7) % 7;
    time->tm_yday = before + (static_cast<int>(_M_week_no) - 1) * 7 + into;
    set_date();
  }
}

} // namespace std
