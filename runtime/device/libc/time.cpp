//===- time.cpp - <time.h>: clocks and calendar -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clocks, sleep and the time zone are the host's.
//
//===----------------------------------------------------------------------===//

#include "calendar.hpp"
#include "internal.hpp"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

using namespace gpuc::libc;
using namespace gpu::detail;

namespace {

constexpr int64_t second = 1000000000; // nanoseconds

int64_t nanoseconds_of(int32_t clock) { return call(call_clock, &clock, sizeof clock); }

int64_t sleep_for(const timespec &time) {
  const int64_t nanoseconds = time.tv_sec * second + time.tv_nsec;
  return call(call_sleep, &nanoseconds, sizeof nanoseconds);
}

bool valid(const timespec &time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < second;
}

tm *thread_time() {
  GPUC_THREAD_LOCAL static tm time;
  return &time;
}

/// "Sun Sep 16 01:03:52 1973\n".
char *write_date(const tm *time, char *to) {
  const auto name = [&](const char *names, int index, int count) {
    for (int i = 0; i < 3; ++i)
      *to++ = index >= 0 && index < count ? names[index * 3 + i] : '?';
  };
  const auto number = [&](int value, char padding) {
    *to++ = value >= 10 ? static_cast<char>('0' + value / 10 % 10) : padding;
    *to++ = static_cast<char>('0' + value % 10);
  };
  char *const begin = to;
  name("SunMonTueWedThuFriSat", time->tm_wday, 7);
  *to++ = ' ';
  name("JanFebMarAprMayJunJulAugSepOctNovDec", time->tm_mon, 12);
  *to++ = ' ';
  number(time->tm_mday, ' ');
  *to++ = ' ';
  number(time->tm_hour, '0');
  *to++ = ':';
  number(time->tm_min, '0');
  *to++ = ':';
  number(time->tm_sec, '0');
  *to++ = ' ';
  int64_t year = int64_t{time->tm_year} + 1900;
  if (year < 0) {
    *to++ = '-';
    year = -year;
  }
  int64_t power = 1;
  while (year / power >= 10)
    power *= 10;
  for (; power; power /= 10)
    *to++ = static_cast<char>('0' + year / power % 10);
  *to++ = '\n';
  *to = 0;
  return begin;
}

} // namespace

extern "C" {

// Clocks.

WEAK_COLD int clock_gettime(clockid_t clock, timespec *to) noexcept {
  const int64_t now = nanoseconds_of(clock);
  if (now < 0)
    return static_cast<int>(result_of(now));
  *to = {now / second, now % second};
  return 0;
}
WEAK_COLD int clock_getres(clockid_t clock, timespec *to) noexcept {
  const int64_t now = nanoseconds_of(clock);
  if (now < 0)
    return static_cast<int>(result_of(now));
  if (to)
    *to = {0, 1};
  return 0;
}
WEAK_COLD int timespec_get(timespec *to, int base) noexcept {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}
WEAK_COLD time_t time(time_t *to) noexcept {
  const int64_t now = nanoseconds_of(CLOCK_REALTIME);
  const time_t seconds = now < 0 ? -1 : now / second;
  if (to)
    *to = seconds;
  return seconds;
}
WEAK_COLD int gettimeofday(timeval *to, void *) noexcept {
  timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) < 0)
    return -1;
  *to = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
/// The processor time of the host's process.
WEAK_COLD clock_t clock() noexcept {
  const int64_t now = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
  return now < 0 ? -1 : now / (second / CLOCKS_PER_SEC);
}
WEAK double difftime(time_t later, time_t earlier) noexcept {
  return later < earlier ? -static_cast<double>(earlier - later)
                         : static_cast<double>(later - earlier);
}

// Sleep.

WEAK_COLD int nanosleep(const timespec *time, timespec *rest) {
  const int64_t result = valid(*time) ? sleep_for(*time) : -EINVAL;
  if (rest) // only now: it may be `time` itself
    *rest = {};
  return static_cast<int>(result_of(result));
}
WEAK_COLD int clock_nanosleep(clockid_t clock, int flags, const timespec *time, timespec *) {
  if (!valid(*time))
    return EINVAL;
  timespec wanted = *time;
  if (flags & TIMER_ABSTIME) {
    const int64_t now = nanoseconds_of(clock);
    if (now < 0)
      return static_cast<int>(-now);
    const int64_t left = time->tv_sec * second + time->tv_nsec - now;
    if (left <= 0)
      return 0;
    wanted = {left / second, left % second};
  }
  return static_cast<int>(-sleep_for(wanted));
}
WEAK_COLD int usleep(useconds_t microseconds) {
  return static_cast<int>(
      result_of(sleep_for({microseconds / 1000000, microseconds % 1000000 * 1000L})));
}
WEAK_COLD unsigned sleep(unsigned seconds) {
  return sleep_for({static_cast<time_t>(seconds), 0}) < 0 ? seconds : 0;
}

// The calendar.

WEAK_COLD tm *gmtime_r(const time_t *time, tm *to) noexcept {
  if (!civil_time(*time, *to)) {
    errno = EOVERFLOW;
    return nullptr;
  }
  to->tm_zone = "GMT";
  return to;
}
WEAK_COLD tm *gmtime(const time_t *time) noexcept { return gmtime_r(time, thread_time()); }

WEAK_COLD tm *localtime_r(const time_t *time, tm *to) noexcept {
  const int64_t seconds = *time;
  const int64_t answer =
      call(call_local_time, &seconds, sizeof seconds, nullptr, 0, to, sizeof *to);
  if (answer == -ENOSYS) // no host to ask
    return gmtime_r(time, to);
  if (answer < 0) {
    errno = static_cast<int>(-answer);
    return nullptr;
  }
  to->tm_zone = to->tm_gmtoff == 0 ? "UTC" : ""; // the name is in the host's memory
  return to;
}
WEAK_COLD tm *localtime(const time_t *time) noexcept { return localtime_r(time, thread_time()); }

WEAK_COLD time_t timegm(tm *time) noexcept {
  const time_t result = seconds_of(*time);
  gmtime_r(&result, time);
  return result;
}

/// The offset to UTC is that of the result, so that it takes some rounds to find.
WEAK_COLD time_t mktime(tm *time) noexcept {
  const int64_t wanted = seconds_of(*time);
  const int summer = time->tm_isdst;
  tm local;
  time_t result = wanted;
  int64_t offset = 0;
  for (int round = 0; round < 4; ++round) {
    result = wanted - offset;
    if (!localtime_r(&result, &local))
      return -1;
    if (local.tm_gmtoff == offset)
      break;
    offset = local.tm_gmtoff;
  }
  // The caller's clock says summer time where there is none, or the reverse.
  if (summer >= 0 && (summer > 0) != (local.tm_isdst > 0))
    for (int64_t shift = -3600; shift <= 3600; shift += 7200) {
      const time_t other = result + shift;
      tm there;
      if (localtime_r(&other, &there) && (there.tm_isdst > 0) == (summer > 0) &&
          other + there.tm_gmtoff == wanted) {
        result = other;
        local = there;
        break;
      }
    }
  *time = local;
  return result;
}
WEAK_COLD time_t timelocal(tm *time) noexcept { return mktime(time); }

WEAK_COLD char *asctime_r(const tm *time, char *to) noexcept { return write_date(time, to); }
WEAK_COLD char *asctime(const tm *time) noexcept {
  GPUC_THREAD_LOCAL static char text[40];
  return write_date(time, text);
}
WEAK_COLD char *ctime_r(const time_t *time, char *to) noexcept {
  tm local;
  return localtime_r(time, &local) ? write_date(&local, to) : nullptr;
}
WEAK_COLD char *ctime(const time_t *time) noexcept { return asctime(localtime(time)); }

WEAK void tzset() noexcept {}

} // extern "C"
