//===- string.cpp - <string.h> and <strings.h> ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with -fno-builtin, or the loops would be turned into calls of
// themselves. The header is not included: it overloads some of the functions.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include <bits/types/locale_t.h>

using namespace gpuc::libc;

extern "C" void *malloc(size_t size);

namespace {

using byte = unsigned char;

/// Integers that may stand for objects of other types.
using word [[gnu::may_alias]] = uint64_t;
using half_word [[gnu::may_alias]] = uint32_t;
struct [[gnu::may_alias]] alignas(16) double_word {
  uint64_t parts[2];
};

/// Which of 16, 8, 4, 2 and 1 bytes can be accessed at both, as long as both move by the same.
unsigned alignment(const void *a, const void *b) {
  return (reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b)) % 16;
}

template <class Word> size_t copy_words(byte *to, const byte *from, size_t i, size_t size) {
  for (; i + sizeof(Word) <= size; i += sizeof(Word))
    *reinterpret_cast<Word *>(to + i) = *reinterpret_cast<const Word *>(from + i);
  return i;
}

int compare(byte a, byte b) { return a < b ? -1 : a > b; }
int compare_folded(char a, char b) {
  return to_lower(static_cast<byte>(a)) - to_lower(static_cast<byte>(b));
}

bool contains(const char *set, char c) {
  for (; *set; ++set)
    if (*set == c)
      return true;
  return false;
}

} // namespace

extern "C" {

// Memory.

WEAK void *memcpy(void *__restrict to, const void *__restrict from, size_t size) {
  byte *t = static_cast<byte *>(to);
  const byte *f = static_cast<const byte *>(from);
  const unsigned alike = alignment(to, from);
  size_t i = 0;
  if (alike == 0)
    i = copy_words<double_word>(t, f, i, size);
  if (alike % 8 == 0)
    i = copy_words<word>(t, f, i, size);
  else if (alike % 4 == 0)
    i = copy_words<half_word>(t, f, i, size);
  for (; i != size; ++i)
    t[i] = f[i];
  return to;
}

WEAK void *memmove(void *to, const void *from, size_t size) {
  byte *t = static_cast<byte *>(to);
  const byte *f = static_cast<const byte *>(from);
  const bool words = alignment(to, from) % 8 == 0;
  if (reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from) >= size) {
    // Forwards no byte is written before it is read.
    size_t i = words ? copy_words<word>(t, f, 0, size) : 0;
    for (; i != size; ++i)
      t[i] = f[i];
    return to;
  }
  size_t i = size;
  if (words) {
    for (; i % sizeof(word) != 0; --i)
      t[i - 1] = f[i - 1];
    for (; i != 0; i -= sizeof(word))
      *reinterpret_cast<word *>(t + i - sizeof(word)) =
          *reinterpret_cast<const word *>(f + i - sizeof(word));
  }
  for (; i != 0; --i)
    t[i - 1] = f[i - 1];
  return to;
}

WEAK void *memset(void *to, int value, size_t size) {
  byte *t = static_cast<byte *>(to);
  const word pattern = static_cast<byte>(value) * uint64_t{0x0101010101010101};
  size_t i = 0;
  for (; i != size && alignment(t + i, t + i) % 8 != 0; ++i)
    t[i] = static_cast<byte>(value);
  for (; i + sizeof(word) <= size; i += sizeof(word))
    *reinterpret_cast<word *>(t + i) = pattern;
  for (; i != size; ++i)
    t[i] = static_cast<byte>(value);
  return to;
}

WEAK int memcmp(const void *a, const void *b, size_t size) {
  const byte *p = static_cast<const byte *>(a), *q = static_cast<const byte *>(b);
  size_t i = 0;
  if (alignment(a, b) % 8 == 0)
    while (i + sizeof(word) <= size &&
           *reinterpret_cast<const word *>(p + i) == *reinterpret_cast<const word *>(q + i))
      i += sizeof(word);
  for (; i != size; ++i)
    if (const int order = compare(p[i], q[i]))
      return order;
  return 0;
}

WEAK int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

WEAK void *memchr(const void *text, int value, size_t size) {
  const byte *p = static_cast<const byte *>(text);
  for (size_t i = 0; i != size; ++i)
    if (p[i] == static_cast<byte>(value))
      return const_cast<byte *>(p + i);
  return nullptr;
}

WEAK void *memrchr(const void *text, int value, size_t size) {
  const byte *p = static_cast<const byte *>(text);
  while (size-- != 0)
    if (p[size] == static_cast<byte>(value))
      return const_cast<byte *>(p + size);
  return nullptr;
}

WEAK void *rawmemchr(const void *text, int value) {
  const byte *p = static_cast<const byte *>(text);
  while (*p != static_cast<byte>(value))
    ++p;
  return const_cast<byte *>(p);
}

WEAK void *memmem(const void *text, size_t text_size, const void *part, size_t part_size) {
  const byte *p = static_cast<const byte *>(text);
  for (size_t i = 0; part_size <= text_size - i; ++i) {
    if (memcmp(p + i, part, part_size) == 0)
      return const_cast<byte *>(p + i);
    if (i == text_size)
      break;
  }
  return nullptr;
}

WEAK void *mempcpy(void *to, const void *from, size_t size) {
  return static_cast<byte *>(memcpy(to, from, size)) + size;
}
WEAK void *__mempcpy(void *to, const void *from, size_t size) { return mempcpy(to, from, size); }

WEAK void *memccpy(void *to, const void *from, int value, size_t size) {
  byte *t = static_cast<byte *>(to);
  const byte *f = static_cast<const byte *>(from);
  for (size_t i = 0; i != size; ++i)
    if ((t[i] = f[i]) == static_cast<byte>(value))
      return t + i + 1;
  return nullptr;
}

WEAK void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
WEAK void bzero(void *to, size_t size) { memset(to, 0, size); }
WEAK void explicit_bzero(void *to, size_t size) {
  memset(to, 0, size);
  asm volatile("" : : : "memory"); // the stores are wanted though nobody reads them
}

// Lengths and copies.

WEAK size_t strlen(const char *text) {
  size_t size = 0;
  while (text[size])
    ++size;
  return size;
}

WEAK size_t strnlen(const char *text, size_t most) {
  size_t size = 0;
  while (size != most && text[size])
    ++size;
  return size;
}

WEAK char *stpcpy(char *__restrict to, const char *__restrict from) {
  while ((*to = *from))
    ++to, ++from;
  return to;
}
WEAK char *__stpcpy(char *to, const char *from) { return stpcpy(to, from); }
WEAK char *strcpy(char *__restrict to, const char *__restrict from) {
  stpcpy(to, from);
  return to;
}

WEAK char *stpncpy(char *__restrict to, const char *__restrict from, size_t size) {
  size_t i = 0;
  for (; i != size && from[i]; ++i)
    to[i] = from[i];
  char *const end = to + i;
  for (; i != size; ++i)
    to[i] = 0;
  return end;
}
WEAK char *strncpy(char *__restrict to, const char *__restrict from, size_t size) {
  stpncpy(to, from, size);
  return to;
}

WEAK size_t strlcpy(char *__restrict to, const char *__restrict from, size_t size) {
  const size_t length = strlen(from);
  if (size) {
    const size_t copied = length < size ? length : size - 1;
    memcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}

WEAK size_t strlcat(char *__restrict to, const char *__restrict from, size_t size) {
  const size_t before = strnlen(to, size);
  return before + (before == size ? strlen(from) : strlcpy(to + before, from, size - before));
}

WEAK char *strcat(char *__restrict to, const char *__restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

WEAK char *strncat(char *__restrict to, const char *__restrict from, size_t size) {
  char *end = to + strlen(to);
  for (; size != 0 && *from; --size)
    *end++ = *from++;
  *end = 0;
  return to;
}

WEAK char *strndup(const char *text, size_t most) {
  const size_t size = strnlen(text, most);
  char *copy = static_cast<char *>(malloc(size + 1));
  if (copy) {
    memcpy(copy, text, size);
    copy[size] = 0;
  }
  return copy;
}
WEAK char *strdup(const char *text) { return strndup(text, SIZE_MAX); }
WEAK char *__strdup(const char *text) { return strndup(text, SIZE_MAX); }

// Comparing.

WEAK int strcmp(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return compare(static_cast<byte>(*a), static_cast<byte>(*b));
}

WEAK int strncmp(const char *a, const char *b, size_t size) {
  for (; size != 0; ++a, ++b, --size)
    if (!*a || *a != *b)
      return compare(static_cast<byte>(*a), static_cast<byte>(*b));
  return 0;
}

WEAK int strncasecmp(const char *a, const char *b, size_t size) {
  for (; size != 0; ++a, ++b, --size)
    if (!*a || compare_folded(*a, *b) != 0)
      return compare_folded(*a, *b);
  return 0;
}
WEAK int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, SIZE_MAX); }
WEAK int strcasecmp_l(const char *a, const char *b, locale_t) { return strcasecmp(a, b); }
WEAK int strncasecmp_l(const char *a, const char *b, size_t size, locale_t) {
  return strncasecmp(a, b, size);
}

WEAK int strcoll(const char *a, const char *b) { return strcmp(a, b); }
WEAK int strcoll_l(const char *a, const char *b, locale_t) { return strcmp(a, b); }
WEAK int __strcoll_l(const char *a, const char *b, locale_t) { return strcmp(a, b); }
WEAK size_t strxfrm(char *to, const char *from, size_t size) { return strlcpy(to, from, size); }
WEAK size_t strxfrm_l(char *to, const char *from, size_t size, locale_t) {
  return strlcpy(to, from, size);
}
WEAK size_t __strxfrm_l(char *to, const char *from, size_t size, locale_t) {
  return strlcpy(to, from, size);
}

/// Digits in the texts are compared as numbers; those after a zero as fractions.
WEAK int strverscmp(const char *a, const char *b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  size_t i = 0, start = 0;
  for (; a[i] == b[i]; ++i) {
    if (!a[i])
      return 0;
    if (!digit(a[i]))
      start = i + 1;
  }
  size_t zeros = start;
  while (zeros < i && a[zeros] == '0')
    ++zeros;
  // Where all common digits are zeros, or a number begins with one, it is a fraction.
  const bool in_number = i > start;
  const bool fraction = in_number ? a[start] == '0' : (a[i] == '0' || b[i] == '0');
  if (!fraction && (in_number || (digit(a[i]) && digit(b[i])))) {
    size_t p = i, q = i;
    while (digit(a[p]))
      ++p;
    while (digit(b[q]))
      ++q;
    if (p != q)
      return p < q ? -1 : 1;
  } else if (fraction && in_number && zeros == i && digit(a[i]) != digit(b[i]))
    return digit(a[i]) ? -1 : 1; // one zero more is less
  else if (fraction && !in_number && digit(a[i]) && digit(b[i]))
    return a[i] == '0' ? -1 : 1;
  return compare(static_cast<byte>(a[i]), static_cast<byte>(b[i]));
}

// Searching.

WEAK char *strchrnul(const char *text, int value) {
  while (*text && *text != static_cast<char>(value))
    ++text;
  return const_cast<char *>(text);
}

WEAK char *strchr(const char *text, int value) {
  char *found = strchrnul(text, value);
  return *found == static_cast<char>(value) ? found : nullptr;
}
WEAK char *index(const char *text, int value) { return strchr(text, value); }

WEAK char *strrchr(const char *text, int value) {
  const char *found = nullptr;
  for (;; ++text) {
    if (*text == static_cast<char>(value))
      found = text;
    if (!*text)
      return const_cast<char *>(found);
  }
}
WEAK char *rindex(const char *text, int value) { return strrchr(text, value); }

WEAK size_t strspn(const char *text, const char *set) {
  size_t size = 0;
  while (text[size] && contains(set, text[size]))
    ++size;
  return size;
}

WEAK size_t strcspn(const char *text, const char *set) {
  size_t size = 0;
  while (text[size] && !contains(set, text[size]))
    ++size;
  return size;
}

WEAK char *strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text ? const_cast<char *>(text) : nullptr;
}

WEAK char *strstr(const char *text, const char *part) {
  for (const size_t size = strlen(part);; ++text) {
    if (strncmp(text, part, size) == 0)
      return const_cast<char *>(text);
    if (!*text)
      return nullptr;
  }
}

WEAK char *strnstr(const char *text, const char *part, size_t most) {
  return static_cast<char *>(memmem(text, strnlen(text, most), part, strlen(part)));
}

WEAK char *strcasestr(const char *text, const char *part) {
  for (const size_t size = strlen(part);; ++text) {
    if (strncasecmp(text, part, size) == 0)
      return const_cast<char *>(text);
    if (!*text)
      return nullptr;
  }
}

WEAK char *strtok_r(char *__restrict text, const char *__restrict set, char **__restrict state) {
  if (!text)
    text = *state;
  text += strspn(text, set);
  char *const end = text + strcspn(text, set);
  *state = *end ? end + 1 : end;
  if (text == end)
    return nullptr;
  *end = 0;
  return text;
}
WEAK char *__strtok_r(char *text, const char *set, char **state) {
  return strtok_r(text, set, state);
}

WEAK char *strtok(char *__restrict text, const char *__restrict set) {
  GPUC_THREAD_LOCAL static char *state;
  if (!text && !state)
    return nullptr;
  return strtok_r(text, set, &state);
}

WEAK char *strsep(char **__restrict text, const char *__restrict set) {
  char *const begin = *text;
  if (!begin)
    return nullptr;
  char *const end = begin + strcspn(begin, set);
  *text = *end ? end + 1 : nullptr;
  *end = 0;
  return begin;
}

WEAK char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return const_cast<char *>(slash ? slash + 1 : path);
}

// Bits and bytes.

WEAK int ffs(int value) { return __builtin_ffs(value); }
WEAK int ffsl(long value) { return __builtin_ffsl(value); }
WEAK int ffsll(long long value) { return __builtin_ffsll(value); }

WEAK void swab(const void *__restrict from, void *__restrict to, ptrdiff_t size) {
  const byte *f = static_cast<const byte *>(from);
  byte *t = static_cast<byte *>(to);
  for (ptrdiff_t i = 0; i + 1 < size; i += 2) {
    const byte first = f[i];
    t[i] = f[i + 1];
    t[i + 1] = first;
  }
}

} // extern "C"
