// Durations, dates and times of day.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <array>
#include <chrono>
#include <iomanip>
#include <sstream>
#include <string>

using namespace std::chrono;

static std::string text_of(year_month_day date) {
  std::ostringstream out;
  out << std::setfill('0') << static_cast<int>(date.year()) << '-' << std::setw(2)
      << static_cast<unsigned>(date.month()) << '-' << std::setw(2)
      << static_cast<unsigned>(date.day());
  return out.str();
}

static std::string report(unsigned thread) {
  static constexpr std::array<const char *, 7> names{"Sun", "Mon", "Tue", "Wed",
                                                     "Thu", "Fri", "Sat"};
  std::ostringstream out;
  const sys_days start = 2023y / December / 25;
  for (unsigned k = 0; k < 4; ++k) {
    const sys_days day = start + days(k * 23 + thread * 11);
    const year_month_day date(day);
    out << text_of(date) << ' ' << names[weekday(day).c_encoding()] << ' '
        << (date.year().is_leap() ? "leap" : "common") << ", next month ";
    year_month_day later = date + months(1);
    if (!later.ok())
      later = later.year() / later.month() / last;
    out << text_of(later) << ", day " << (day - sys_days(date.year() / January / 1)).count() + 1
        << '\n';
  }
  const sys_days payday = 2024y / (thread % 12 + 1) / Friday[last];
  out << "last Friday " << text_of(payday) << ", thanksgiving "
      << text_of(sys_days(2024y / November / Thursday[4])) << '\n';
  const auto moment = sys_days(2024y / 2 / 28) + hours(20) + minutes(thread * 37) + 12345ms;
  const hh_mm_ss time(moment - floor<days>(moment));
  out << text_of(floor<days>(moment)) << ' ' << time.hours().count() << ':'
      << time.minutes().count() << ':' << time.seconds().count() << '.' << time.subseconds().count()
      << ' ' << (is_pm(time.hours()) ? "pm" : "am") << ' ' << make12(time.hours()).count() << '\n';
  const milliseconds span = 90min + 1500ms * thread;
  out << floor<seconds>(span).count() << ' ' << round<minutes>(span).count() << ' '
      << duration<double, std::ratio<3600>>(span).count() << ' ' << abs(-span).count() << ' '
      << (span % 7s).count() << ' ' << duration_cast<nanoseconds>(span).count();
  return out.str();
}
