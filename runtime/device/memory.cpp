//===- memory.cpp - C memory and string functions ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of <cstring> that compiled code calls by name. Compiled with
// -fno-builtin, or the loops would be turned into calls of themselves. Weak, so
// that a program may bring its own.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>

#define WEAK [[gnu::weak]]

namespace {

using byte = unsigned char;
/// A word that may stand for objects of other types.
using word [[gnu::may_alias]] = uint64_t;

/// Whether words can be read at both, as long as both move by the same distance.
bool aligned(const void *a, const void *b) {
  return ((reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b)) & (sizeof(word) - 1)) ==
         0;
}

int compare(byte a, byte b) { return a < b ? -1 : a > b; }

} // namespace

extern "C" {

WEAK void *memcpy(void *to, const void *from, size_t size) {
  size_t i = 0;
  if (aligned(to, from))
    for (; i + sizeof(word) <= size; i += sizeof(word))
      *reinterpret_cast<word *>(static_cast<byte *>(to) + i) =
          *reinterpret_cast<const word *>(static_cast<const byte *>(from) + i);
  for (; i != size; ++i)
    static_cast<byte *>(to)[i] = static_cast<const byte *>(from)[i];
  return to;
}

WEAK void *memmove(void *to, const void *from, size_t size) {
  if (reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from) >= size)
    return memcpy(to, from, size); // no byte is written before it is read
  size_t i = size;
  if (aligned(to, from)) {
    for (; i % sizeof(word) != 0; --i)
      static_cast<byte *>(to)[i - 1] = static_cast<const byte *>(from)[i - 1];
    for (; i != 0; i -= sizeof(word))
      *reinterpret_cast<word *>(static_cast<byte *>(to) + i - sizeof(word)) =
          *reinterpret_cast<const word *>(static_cast<const byte *>(from) + i - sizeof(word));
  }
  for (; i != 0; --i)
    static_cast<byte *>(to)[i - 1] = static_cast<const byte *>(from)[i - 1];
  return to;
}

WEAK void *memset(void *to, int value, size_t size) {
  const word pattern = static_cast<byte>(value) * uint64_t{0x0101010101010101};
  size_t i = 0;
  if (aligned(to, to))
    for (; i + sizeof(word) <= size; i += sizeof(word))
      *reinterpret_cast<word *>(static_cast<byte *>(to) + i) = pattern;
  for (; i != size; ++i)
    static_cast<byte *>(to)[i] = static_cast<byte>(value);
  return to;
}

WEAK int memcmp(const void *a, const void *b, size_t size) {
  for (size_t i = 0; i != size; ++i)
    if (const int order = compare(static_cast<const byte *>(a)[i], static_cast<const byte *>(b)[i]))
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

WEAK size_t strlen(const char *text) {
  size_t size = 0;
  while (text[size])
    ++size;
  return size;
}

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

} // extern "C"
