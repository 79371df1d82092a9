//===- algorithm.cpp - libc++: sorting, primes, hashes ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <__hash_table>
#include <algorithm>
#include <functional>
#include <stdexcept>

namespace {

/// Shifts `*root` down the heap [first, first + size).
template <class T> void sift_down(T *first, size_t size, size_t root) {
  const T value = first[root];
  for (size_t child; (child = 2 * root + 1) < size; root = child) {
    if (child + 1 < size && (first[child] < first[child + 1]))
      ++child;
    if (!(value < first[child]))
      break;
    first[root] = first[child];
  }
  first[root] = value;
}

template <class T> void heap_sort(T *first, size_t size) {
  for (size_t i = size / 2; i-- != 0;)
    sift_down(first, size, i);
  while (size > 1) {
    --size;
    const T largest = first[0];
    first[0] = first[size];
    first[size] = largest;
    sift_down(first, size, 0);
  }
}

template <class T> void insertion_sort(T *first, T *last) {
  for (T *i = first; i != last; ++i) {
    const T value = *i;
    T *hole = i;
    for (; hole != first && (value < hole[-1]); --hole)
      *hole = hole[-1];
    *hole = value;
  }
}

/// Parts [first, last), of three elements or more, around the median of its first, middle and last
/// element. No element before the result is greater than one at or after it; neither part is empty.
template <class T> T *part(T *first, T *last) {
  T a = *first, b = first[(last - first) / 2], c = last[-1];
  if ((b < a))
    std::swap(a, b);
  if ((c < b))
    b = (c < a) ? a : c;
  const T pivot = b;
  for (;;) {
    while ((*first < pivot))
      ++first;
    do
      --last;
    while ((pivot < *last));
    if (first >= last)
      return first;
    std::swap(*first, *last);
    ++first;
  }
}

/// Quicksort without recursion, which would cost each thread a stack of unknown size; heap sort
/// where the parts get too uneven.
template <class T> void sort(T *first, T *last) {
  constexpr ptrdiff_t small = 16;
  struct {
    T *first, *last;
  } later[32]; // always the larger part, so that the smaller at least halves
  unsigned waiting = 0, partings = 0;
  unsigned limit = 2;
  for (size_t size = last - first; size > 1; size /= 2)
    limit += 2;
  for (;;) {
    while (last - first > small && waiting != 32 && partings != 16 * limit) {
      T *middle = part(first, last);
      ++partings;
      if (middle - first < last - middle) {
        later[waiting++] = {middle, last};
        last = middle;
      } else {
        later[waiting++] = {first, middle};
        first = middle;
      }
    }
    if (last - first > small)
      heap_sort(first, last - first);
    else
      insertion_sort(first, last);
    if (waiting == 0)
      return;
    --waiting;
    first = later[waiting].first;
    last = later[waiting].last;
  }
}

bool is_prime(size_t n) {
  if (n % 2 == 0 || n % 3 == 0)
    return n == 2 || n == 3;
  for (size_t divisor = 5; divisor <= n / divisor; divisor += 6)
    if (n % divisor == 0 || n % (divisor + 2) == 0)
      return false;
  return n > 1;
}

} // namespace

namespace std {
inline namespace __1 {

template <class Less, class Iterator> void __sort(Iterator first, Iterator last, Less) {
  ::sort(first, last);
}

#define GPUC_SORT(type)                                                                            \
  template void __sort<__less<type> &, type *>(type *, type *, __less<type> &);
GPUC_SORT(char)
GPUC_SORT(wchar_t)
GPUC_SORT(signed char)
GPUC_SORT(unsigned char)
GPUC_SORT(short)
GPUC_SORT(unsigned short)
GPUC_SORT(int)
GPUC_SORT(unsigned)
GPUC_SORT(long)
GPUC_SORT(unsigned long)
GPUC_SORT(long long)
GPUC_SORT(unsigned long long)
GPUC_SORT(float)
GPUC_SORT(double)
GPUC_SORT(long double)

size_t __next_prime(size_t n) {
  constexpr size_t greatest = 0xFFFFFFFFFFFFFFC5; // of 64 bits
  if (n > greatest)
    __throw_overflow_error("__next_prime overflow");
  if (n == 0)
    return 0;
  while (!is_prime(n))
    ++n;
  return n;
}

size_t __hash_memory([[clang::noescape]] const void *data, size_t size) noexcept {
  return __murmur2_or_cityhash<size_t>()(data, size);
}

} // namespace __1
} // namespace std
