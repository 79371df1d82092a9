// <cfloat>, <ciso646>, <climits>, <cstdalign>, <cstdbool>, <cstddef>,
// <cstdint> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cfloat>
#include <ciso646>
#include <climits>
#include <cstdalign>
#include <cstdbool>
#include <cstddef>
#include <cstdint>
#include <float.h>
#include <iso646.h>
#include <limits.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Inputs/header_test.hpp"

struct fields {
  char c;
  long l;
};

static std::uint64_t check(unsigned i) {
  hasher h;
  h.add(INT_MAX).add(LONG_MIN).add(UCHAR_MAX).add(CHAR_BIT).add(ULLONG_MAX).add_exact(DBL_MAX);
  h.add_exact(FLT_EPSILON).add(DBL_DIG).add(FLT_RADIX).add(offsetof(fields, l));
  h.add(INT64_C(1) << 40).add(UINT8_MAX).add(sizeof(std::max_align_t) >= alignof(long));
  h.add(sizeof(std::intmax_t)).add(std::int_fast8_t(3)).add(INTPTR_MAX).add(sizeof(wchar_t));
  const std::byte b = std::byte(i) << 1 | std::byte(1);
  alignas(64) char aligned = 'a';
  h.add(std::to_integer<int>(b)).add(reinterpret_cast<std::uintptr_t>(&aligned) % 64);
  return h.add(static_cast<std::ptrdiff_t>(-1))
      .add(std::nullptr_t() == nullptr and not false)
      .value();
}
