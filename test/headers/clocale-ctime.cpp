// <clocale>, <ctime> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <clocale>
#include <ctime>
#include <locale.h>
#include <time.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  h.add(std::setlocale(LC_ALL, nullptr)).add(std::localeconv()->decimal_point);
  h.add(std::setlocale(LC_NUMERIC, "no_such locale") == nullptr);
  const std::time_t moment = 1700000000 + std::time_t(i) * 12345678;
  const std::tm parts = *std::gmtime(&moment);
  char text[80];
  h.add(std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a %b %U %p %%", &parts)).add(text);
  h.add(std::asctime(&parts)).add(parts.tm_yday).add(parts.tm_wday);
  h.add_exact(std::difftime(moment, 1700000000)).add(std::time(nullptr) > 1600000000);
  std::timespec now{};
  h.add(std::timespec_get(&now, TIME_UTC)).add(now.tv_sec > 1600000000);
  return h.add(std::clock() != static_cast<std::clock_t>(-1)).add(CLOCKS_PER_SEC).value();
}
