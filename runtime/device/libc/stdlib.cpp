//===- stdlib.cpp - <stdlib.h>: arithmetic and sorting ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other parts of the header: strto.cpp, random.cpp, process.cpp, wchar.cpp, and
// the heap in core.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

using namespace gpuc::libc;

namespace {

using byte = unsigned char;

/// What is sorted, and how.
struct sequence {
  size_t count, size;
  int (*compare)(const void *, const void *, void *);
  void *argument;

  bool less(const byte *a, const byte *b) const { return compare(a, b, argument) < 0; }
};

/// Merges sorted runs of doubling length, to and fro between two arrays. Returns the array where
/// all is sorted then. Stable, as programs expect though they must not.
byte *merge_sort(const sequence &s, byte *from, byte *to) {
  const size_t bytes = s.count * s.size;
  for (size_t run = s.size; run < bytes; run *= 2) {
    for (size_t begin = 0; begin < bytes; begin += 2 * run) {
      const size_t middle = run < bytes - begin ? begin + run : bytes;
      const size_t end = run < bytes - middle ? middle + run : bytes;
      size_t left = begin, right = middle;
      for (size_t out = begin; out != end; out += s.size) {
        const bool take_right =
            left == middle || (right != end && s.less(from + right, from + left));
        size_t &taken = take_right ? right : left;
        memcpy(to + out, from + taken, s.size);
        taken += s.size;
      }
    }
    byte *const swapped = from;
    from = to;
    to = swapped;
  }
  return from;
}

void exchange(byte *a, byte *b, size_t size) {
  for (size_t i = 0; i != size; ++i) {
    const byte value = a[i];
    a[i] = b[i];
    b[i] = value;
  }
}

/// For want of memory: in place, not stable.
[[gnu::noinline, gnu::cold]] void heap_sort(const sequence &s, byte *base) {
  const auto sift = [&](size_t i, size_t count) {
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
      if (child + 1 < count && s.less(base + child * s.size, base + (child + 1) * s.size))
        ++child;
      if (!s.less(base + i * s.size, base + child * s.size))
        return;
      exchange(base + i * s.size, base + child * s.size, s.size);
    }
  };
  for (size_t i = s.count / 2; i-- > 0;)
    sift(i, s.count);
  for (size_t count = s.count; count-- > 1;) {
    exchange(base, base + count * s.size, s.size);
    sift(0, count);
  }
}

} // namespace

extern "C" {

WEAK int abs(int value) noexcept { return value < 0 ? static_cast<int>(0u - value) : value; }
WEAK long labs(long value) noexcept { return value < 0 ? static_cast<long>(0ul - value) : value; }
WEAK long long llabs(long long value) noexcept {
  return value < 0 ? static_cast<long long>(0ull - value) : value;
}
WEAK intmax_t imaxabs(intmax_t value) noexcept { return labs(value); }
WEAK div_t div(int a, int b) noexcept { return {a / b, a % b}; }
WEAK ldiv_t ldiv(long a, long b) noexcept { return {a / b, a % b}; }
WEAK lldiv_t lldiv(long long a, long long b) noexcept { return {a / b, a % b}; }
WEAK imaxdiv_t imaxdiv(intmax_t a, intmax_t b) noexcept { return {a / b, a % b}; }

WEAK void *bsearch(const void *key, const void *base, size_t count, size_t size,
                   int (*compare)(const void *, const void *)) {
  const byte *first = static_cast<const byte *>(base);
  while (count) {
    const byte *const middle = first + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0)
      return const_cast<byte *>(middle);
    if (order > 0) {
      first = middle + size;
      --count;
    }
    count /= 2;
  }
  return nullptr;
}

WEAK void qsort_r(void *base, size_t count, size_t size,
                  int (*compare)(const void *, const void *, void *), void *argument) {
  if (count < 2 || size == 0)
    return;
  const sequence s{count, size, compare, argument};
  byte *const from = static_cast<byte *>(base);
  alignas(16) byte local[256];
  byte *const other =
      count * size <= sizeof local ? local : static_cast<byte *>(malloc(count * size));
  if (!other)
    return heap_sort(s, from);
  if (merge_sort(s, from, other) == other)
    memcpy(from, other, count * size);
  if (other != local)
    free(other);
}

WEAK void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  qsort_r(
      base, count, size,
      [](const void *a, const void *b, void *compare) {
        return reinterpret_cast<int (*)(const void *, const void *)>(compare)(a, b);
      },
      reinterpret_cast<void *>(compare));
}

} // extern "C"
