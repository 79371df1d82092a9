// <chrono> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <chrono>

#include "Inputs/header_test.hpp"

using namespace std::chrono;

static std::uint64_t check(unsigned i) {
  hasher h;
  const milliseconds time = hours(i) + 1234567ms - 5s;
  h.add(duration_cast<minutes>(time).count()).add(floor<seconds>(-time).count());
  h.add(ceil<hours>(time).count()).add(round<minutes>(time).count()).add((time % 1s).count());
  h.add_exact(duration<double>(time).count()).add(time > 20min);
  const hh_mm_ss parts(time);
  h.add(parts.hours().count()).add(parts.minutes().count()).add(parts.subseconds().count());
  const sys_days day = sys_days(2024y / February / 28) + days(i);
  const year_month_day date(day);
  h.add(static_cast<int>(date.year())).add(static_cast<unsigned>(date.month()));
  h.add(static_cast<unsigned>(date.day())).add(weekday(day).c_encoding()).add(date.ok());
  const year_month_day last = date.year() / date.month() / std::chrono::last;
  h.add((sys_days(last) - day).count()).add(date.year().is_leap()).add((2023y / May / 31).ok());
  const sys_days thursday = 2024y / November / Thursday[4];
  h.add((date + months(i)).month() == January).add(thursday.time_since_epoch().count());
  const auto start = steady_clock::now();
  const auto wall = system_clock::now();
  h.add(steady_clock::now() >= start).add(wall > sys_days(2020y / 1 / 1));
  h.add(system_clock::to_time_t(sys_days(1970y / 1 / 2)));
  return h.add(high_resolution_clock::now().time_since_epoch().count() > 0).value();
}
