//===- fortify.cpp - What _FORTIFY_SOURCE makes of calls --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// glibc's headers pass the size of the destination, `room`, where they know it.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// A function with variable arguments by the one that takes a `va_list`.
#define FORWARD(last, call)                                                                        \
  va_list list;                                                                                    \
  va_start(list, last);                                                                            \
  const int result = call;                                                                         \
  va_end(list);                                                                                    \
  return result

namespace {

void check(size_t size, size_t room) {
  if (size > room)
    __gpuc_fail(nullptr, "buffer overflow", nullptr);
}

} // namespace

extern "C" {

[[noreturn]] WEAK_COLD void __chk_fail() { __gpuc_fail(nullptr, "buffer overflow", nullptr); }

WEAK void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
  check(size, room);
  return memcpy(to, from, size);
}
WEAK void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
  check(size, room);
  return memmove(to, from, size);
}
WEAK void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
  check(size, room);
  return mempcpy(to, from, size);
}
WEAK void *__memset_chk(void *to, int value, size_t size, size_t room) {
  check(size, room);
  return memset(to, value, size);
}
WEAK char *__strcpy_chk(char *to, const char *from, size_t room) {
  check(strlen(from) + 1, room);
  return strcpy(to, from);
}
WEAK char *__stpcpy_chk(char *to, const char *from, size_t room) {
  check(strlen(from) + 1, room);
  return stpcpy(to, from);
}
WEAK char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
  check(size, room);
  return strncpy(to, from, size);
}
WEAK char *__strcat_chk(char *to, const char *from, size_t room) {
  check(strlen(to) + strlen(from) + 1, room);
  return strcat(to, from);
}
WEAK char *__strncat_chk(char *to, const char *from, size_t size, size_t room) {
  check(strlen(to) + strnlen(from, size) + 1, room);
  return strncat(to, from, size);
}

WEAK int __vprintf_chk(int, const char *format, va_list list) { return vprintf(format, list); }
WEAK int __printf_chk(int, const char *format, ...) { FORWARD(format, vprintf(format, list)); }
WEAK int __vfprintf_chk(FILE *file, int, const char *format, va_list list) {
  return vfprintf(file, format, list);
}
WEAK int __fprintf_chk(FILE *file, int, const char *format, ...) {
  FORWARD(format, vfprintf(file, format, list));
}
WEAK int __vsnprintf_chk(char *to, size_t size, int, size_t room, const char *format,
                         va_list list) {
  check(size, room);
  return vsnprintf(to, size, format, list);
}
WEAK int __snprintf_chk(char *to, size_t size, int, size_t room, const char *format, ...) {
  check(size, room);
  FORWARD(format, vsnprintf(to, size, format, list));
}
WEAK int __vsprintf_chk(char *to, int, size_t room, const char *format, va_list list) {
  const int size = vsnprintf(to, room, format, list);
  check(static_cast<size_t>(size) + 1, room);
  return size;
}
WEAK int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  FORWARD(format, __vsprintf_chk(to, flag, room, format, list));
}
WEAK int __vasprintf_chk(char **to, int, const char *format, va_list list) {
  return vasprintf(to, format, list);
}
WEAK int __asprintf_chk(char **to, int, const char *format, ...) {
  FORWARD(format, vasprintf(to, format, list));
}

WEAK char *__fgets_chk(char *to, size_t room, int size, FILE *file) {
  check(size < 0 ? 0 : static_cast<size_t>(size), room);
  return fgets(to, size, file);
}
WEAK size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file) {
  check(size * count, room);
  return fread(to, size, count, file);
}
WEAK ssize_t __read_chk(int descriptor, void *to, size_t size, size_t room) {
  check(size, room);
  return read(descriptor, to, size);
}

} // extern "C"
