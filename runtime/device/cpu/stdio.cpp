//===- stdio.cpp - Standard output of kernels on the CPU --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's C library serves kernels on the CPU. Only text for standard output
// and error goes the way that it goes on GPUs, so that a thread's lines stay whole
// and in order with what it prints otherwise. Weak: a program may have its own.
//
//===----------------------------------------------------------------------===//

#undef __OPTIMIZE__ // <stdio.h> would define some of these itself

#include "console.hpp"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK extern "C" [[gnu::weak]]

// The macros of <stdio.h> would get in the way.
#undef putc
#undef putchar

using gpuc_console::send_text;

namespace {

/// 1 for standard output, 2 for standard error, 0 for another stream.
unsigned number_of(FILE *stream) { return stream == stdout ? 1 : stream == stderr ? 2 : 0; }

[[gnu::noinline]] size_t write(const void *text, size_t size, FILE *stream) {
  if (const unsigned number = number_of(stream)) {
    send_text(number, text, size);
    return size;
  }
  flockfile(stream);
  const size_t written = fwrite_unlocked(text, 1, size, stream);
  funlockfile(stream);
  return written;
}

} // namespace

WEAK int vfprintf(FILE *stream, const char *format, va_list arguments) {
  char *text = nullptr;
  const int size = vasprintf(&text, format, arguments);
  if (size < 0)
    return size;
  const size_t written = write(text, static_cast<size_t>(size), stream);
  free(text);
  return written == static_cast<size_t>(size) ? size : -1;
}

WEAK int vprintf(const char *format, va_list arguments) {
  return vfprintf(stdout, format, arguments);
}

WEAK int fprintf(FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int size = vfprintf(stream, format, arguments);
  va_end(arguments);
  return size;
}

WEAK int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int size = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return size;
}

WEAK size_t fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  return size == 0 || count == 0 ? 0 : write(data, size * count, stream) / size;
}

WEAK int fputs(const char *text, FILE *stream) {
  const size_t size = strlen(text);
  return write(text, size, stream) == size ? 1 : EOF;
}

WEAK int puts(const char *text) {
  send_text(1, text, strlen(text), false, "\n", 1);
  return 1;
}

WEAK int fputc(int c, FILE *stream) {
  const char text = static_cast<char>(c);
  return write(&text, 1, stream) == 1 ? static_cast<unsigned char>(text) : EOF;
}
WEAK int putc(int c, FILE *stream) { return fputc(c, stream); }
WEAK int putchar(int c) { return fputc(c, stdout); }

WEAK int fflush(FILE *stream) {
  if (!stream || stream == stdout)
    send_text(1, nullptr, 0, true);
  return fflush_unlocked(stream);
}
