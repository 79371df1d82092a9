// <cinttypes>, <cstdlib> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cinttypes>
#include <cstdlib>
#include <cstring>
#include <inttypes.h>
#include <stdlib.h>

#include "Inputs/header_test.hpp"

static int by_value(const void *a, const void *b) {
  return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

static std::uint64_t check(unsigned i) {
  hasher h;
  char *end = nullptr;
  char text[64];
  std::snprintf(text, sizeof text, "%" PRId64 " %" PRIx32 " %" PRIuMAX, std::int64_t(i) << 33, i,
                std::uintmax_t(7));
  h.add(text).add(std::strtoimax("-0x7f!", &end, 16)).add(*end).add(std::imaxabs(-5));
  h.add(imaxdiv(100 + i, 7).rem).add(std::strtoumax("77", nullptr, 8));
  h.add(std::atoi(" 42x")).add(std::atol("-7")).add(std::strtoul("zz", &end, 36)).add(*end);
  h.add_exact(std::strtod("1.25e2rest", &end)).add(end).add_exact(std::atof("0.1"));
  h.add_exact(std::strtof("0x1p-3", nullptr)).add(std::strtoll("0b", &end, 0)).add(end);
  h.add(std::abs(-3)).add(std::labs(-4L)).add(std::div(17, -5).quot).add(lldiv(-17, 5).rem);
  int values[40], key = 6;
  for (int k = 0; k < 40; ++k)
    values[k] = k * 6 * static_cast<int>(i + 1) % 45;
  std::qsort(values, 40, sizeof *values, by_value);
  for (int v : values)
    h.add(v);
  const void *found = std::bsearch(&key, values, 40, sizeof *values, by_value);
  h.add(found ? *static_cast<const int *>(found) : -1);
  char *bytes = static_cast<char *>(std::calloc(i + 4, 1));
  bytes = static_cast<char *>(std::realloc(bytes, 1000));
  h.add(bytes[3]);
  std::free(bytes);
  void *aligned = std::aligned_alloc(256, 512);
  h.add(reinterpret_cast<std::uintptr_t>(aligned) % 256);
  free(aligned);
  const char *path = std::getenv("PATH");
  h.add(path && *path).add(std::getenv("GPUC_NO_SUCH_VARIABLE") == nullptr);
  wchar_t wide[8];
  h.add(std::mbstowcs(wide, "abc", 8)).add(wide[2]).add(std::wcstombs(text, L"xyz", 10)).add(text);
  return h.add(std::mblen("a", 1)).add(RAND_MAX).add(EXIT_FAILURE).value();
}
