// <cassert>, <cerrno>, <cstdarg> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <assert.h>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdlib>
#include <errno.h>
#include <stdarg.h>

#include "Inputs/header_test.hpp"

static long total(int count, ...) {
  va_list arguments, again;
  va_start(arguments, count);
  va_copy(again, arguments);
  long sum = 0;
  for (int k = 0; k < count; ++k)
    sum += k % 2 ? static_cast<long>(va_arg(arguments, double)) : va_arg(arguments, int);
  sum = sum * 10 + va_arg(again, int);
  va_end(again);
  va_end(arguments);
  return sum;
}

static std::uint64_t check(unsigned i) {
  hasher h;
  assert(i < 64);
  h.add(total(4, static_cast<int>(i), 2.0, 3, 4.0)).add(total(1, 5));
  errno = 0;
  std::strtol("99999999999999999999", nullptr, 10);
  h.add(errno).add(errno == ERANGE);
  errno = static_cast<int>(i);
  return h.add(errno).add(ENOENT).add(EILSEQ).value();
}
