//===- printf.cpp - <stdio.h>: formatted output -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The size of the text is the functions' result, so that they format it on the
// device. Where nobody asks for it, the compiler may call `__gpuc_print_format`
// in place of printf on a standard stream: the host formats, and the device code
// stays small.
//
//===----------------------------------------------------------------------===//

#include "format_spec.hpp"
#include "stream.hpp"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace gpuc::libc;
using namespace gpu::detail;

namespace {

/// Formats, and hands the text to `use(text, size)`, which tells whether all went well.
template <class Use>
int format_and(const char *format, const variable_arguments &arguments, Use use) {
  char local[256];
  const int size = format_text(local, sizeof local, format, arguments);
  if (size < 0)
    return -1;
  if (static_cast<size_t>(size) <= sizeof local)
    return use(local, static_cast<size_t>(size)) ? size : -1;
  char *const text = static_cast<char *>(malloc(static_cast<size_t>(size)));
  if (!text) {
    errno = ENOMEM;
    return -1;
  }
  format_text(text, static_cast<size_t>(size), format, arguments);
  const bool good = use(text, static_cast<size_t>(size));
  free(text);
  return good ? size : -1;
}

int print(FILE *file, const char *format, const variable_arguments &arguments) {
  return format_and(format, arguments, [&](const char *text, size_t size) {
    return fwrite(text, 1, size, file) == size;
  });
}

int print_to_memory(char *to, size_t room, const char *format,
                    const variable_arguments &arguments) {
  const int size = format_text(to, room, format, arguments);
  if (room)
    to[size < 0 ? 0 : static_cast<size_t>(size) < room ? static_cast<size_t>(size) : room - 1] = 0;
  return size;
}

int print_to_heap(char **to, const char *format, const variable_arguments &arguments) {
  *to = nullptr;
  return format_and(format, arguments, [&](const char *text, size_t size) {
    *to = static_cast<char *>(malloc(size + 1));
    if (!*to) {
      errno = ENOMEM;
      return false;
    }
    memcpy(*to, text, size);
    (*to)[size] = 0;
    return true;
  });
}

/// The arguments that one message of `service_printf` carries; a longer format becomes several.
constexpr unsigned message_arguments = 10;

/// A message to the host that grows argument by argument.
struct printf_message {
  uint32_t stream;
  unsigned values = 0, strings = 0;
  uint64_t bits[message_arguments];
  piece pieces[3 + message_arguments];

  void add(uint64_t value) { bits[values++] = value; }
  void add_string(const char *text, int precision) {
    if (!text)
      text = precision < 0 || precision >= 6 ? "(null)" : "";
    const size_t size =
        precision < 0 ? strlen(text) : strnlen(text, static_cast<size_t>(precision));
    add(size);
    pieces[3 + strings++] = {text, static_cast<unsigned>(size)};
  }

  void send(const char *format, const char *end) {
    const printf_header header = {stream, values, static_cast<uint64_t>(end - format)};
    pieces[0] = {&header, sizeof header};
    pieces[1] = {bits, values * static_cast<unsigned>(sizeof(uint64_t))};
    pieces[2] = {format, static_cast<unsigned>(end - format)};
    __gpuc_service_send(service_printf, pieces, 3 + strings);
    values = strings = 0;
  }
};

} // namespace

/// A function with variable arguments by the one that takes a `va_list`.
#define FORWARD(last, call)                                                                        \
  variable_arguments arguments;                                                                    \
  va_start(arguments.list, last);                                                                  \
  const int result = call;                                                                         \
  va_end(arguments.list);                                                                          \
  return result
/// The reverse: the caller's `va_list` as one that can be handed on.
#define WITH_LIST(call)                                                                            \
  variable_arguments arguments;                                                                    \
  va_copy(arguments.list, list);                                                                   \
  const int result = call;                                                                         \
  va_end(arguments.list);                                                                          \
  return result

extern "C" {

WEAK int vprintf(const char *format, va_list list) { WITH_LIST(print(stdout, format, arguments)); }
WEAK int printf(const char *format, ...) { FORWARD(format, print(stdout, format, arguments)); }
WEAK int vfprintf(FILE *file, const char *format, va_list list) {
  WITH_LIST(print(file, format, arguments));
}
WEAK int fprintf(FILE *file, const char *format, ...) {
  FORWARD(format, print(file, format, arguments));
}

WEAK int vsnprintf(char *to, size_t room, const char *format, va_list list) noexcept {
  WITH_LIST(print_to_memory(to, room, format, arguments));
}
WEAK int snprintf(char *to, size_t room, const char *format, ...) noexcept {
  FORWARD(format, print_to_memory(to, room, format, arguments));
}
WEAK int vsprintf(char *to, const char *format, va_list list) noexcept {
  WITH_LIST(print_to_memory(to, SIZE_MAX, format, arguments));
}
WEAK int sprintf(char *to, const char *format, ...) noexcept {
  FORWARD(format, print_to_memory(to, SIZE_MAX, format, arguments));
}

WEAK_COLD int vasprintf(char **to, const char *format, va_list list) noexcept {
  WITH_LIST(print_to_heap(to, format, arguments));
}
WEAK_COLD int asprintf(char **to, const char *format, ...) noexcept {
  FORWARD(format, print_to_heap(to, format, arguments));
}

WEAK_COLD int vdprintf(int descriptor, const char *format, va_list list) {
  WITH_LIST(format_and(format, arguments, [&](const char *text, size_t size) {
    return write(descriptor, text, size) == static_cast<ssize_t>(size);
  }));
}
WEAK_COLD int dprintf(int descriptor, const char *format, ...) {
  FORWARD(format, vdprintf(descriptor, format, arguments.list));
}

/// printf to standard output (1) or error (2), formatted by the host; the size of the text remains
/// unknown. The format has no `%n`, no wide strings, and does not number its arguments.
[[gnu::weak, gnu::noinline]] void __gpuc_vprint_format(unsigned stream, const char *format,
                                                       va_list list) {
  variable_arguments arguments;
  va_copy(arguments.list, list);
  printf_message message;
  message.stream = stream;
  const char *begin = format;
  while (*format) {
    const char *const percent = format;
    if (*format++ != '%')
      continue;
    format_spec spec;
    format = spec.read(format);
    // A conversion takes three values at most.
    if (message.values + 3 > message_arguments) {
      message.send(begin, percent);
      begin = percent;
    }
    if (spec.width_argument)
      message.add(arguments.next(argument_kind::integer));
    if (spec.precision_argument) {
      message.add(arguments.next(argument_kind::integer));
      spec.precision = static_cast<int>(message.bits[message.values - 1]);
    }
    if (spec.kind() == argument_kind::none)
      continue;
    const uint64_t bits = arguments.next(spec.kind());
    if (spec.conversion == 's')
      message.add_string(reinterpret_cast<const char *>(bits), spec.precision);
    else
      message.add(bits);
  }
  message.send(begin, format);
  va_end(arguments.list);
}
WEAK void __gpuc_print_format(unsigned stream, const char *format, ...) {
  va_list list;
  va_start(list, format);
  __gpuc_vprint_format(stream, format, list);
  va_end(list);
}

} // extern "C"
