//===- format_spec.hpp - printf's conversion specifications -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_FORMAT_SPEC_HPP
#define GPUC_DEVICE_LIBC_FORMAT_SPEC_HPP

#include "internal.hpp"

#include <limits.h>
#include <stdarg.h>

namespace gpuc::libc {

/// How an argument is passed.
enum class argument_kind : unsigned char { none, integer, wide_integer, real, long_real, pointer };

/// One of "%-8.3lf"; `position` and the like are those of "%1$*2$d", 0 where there is none.
struct format_spec {
  bool left = false, plus = false, space = false, alternative = false, zero = false;
  bool width_argument = false, precision_argument = false;
  char length = 0; ///< 'H' for hh, 'h', 'l' (also ll, j, z, t, q: all are 64 bits), 'L'
  char conversion = 0;
  int width = 0, precision = -1;
  int position = 0, width_position = 0, precision_position = 0;

  /// Reads what follows a '%'; returns where the rest of the format begins. At the end of the text
  /// the conversion is 0.
  const char *read(const char *p) {
    int number = 0;
    if (*p >= '1' && *p <= '9') {
      const char *const after = read_number(p, number);
      if (*after == '$') {
        position = number;
        p = after + 1;
      }
    }
    for (bool flags = true; flags;) {
      switch (*p) {
      case '-':
        left = true;
        break;
      case '+':
        plus = true;
        break;
      case ' ':
        space = true;
        break;
      case '#':
        alternative = true;
        break;
      case '0':
        zero = true;
        break;
      case '\'':
      case 'I':
        break; // no grouping and no other digits in the "C" locale
      default:
        flags = false;
        continue;
      }
      ++p;
    }
    p = read_field(p, width, width_argument, width_position);
    if (*p == '.') {
      precision = 0;
      p = read_field(p + 1, precision, precision_argument, precision_position);
    }
    for (;; ++p) {
      if (*p == 'h')
        length = length == 'h' ? 'H' : 'h';
      else if (*p == 'l' || *p == 'j' || *p == 'z' || *p == 't' || *p == 'q' || *p == 'Z')
        length = 'l';
      else if (*p == 'L')
        length = 'L';
      else
        break;
    }
    conversion = *p;
    if (conversion == 'C' || conversion == 'S') {
      conversion = conversion == 'C' ? 'c' : 's';
      length = 'l';
    }
    return *p ? p + 1 : p;
  }

  argument_kind kind() const {
    switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
      return length == 'l' || length == 'L' ? argument_kind::wide_integer : argument_kind::integer;
    case 'c':
      return argument_kind::integer;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return length == 'L' ? argument_kind::long_real : argument_kind::real;
    case 's':
    case 'p':
    case 'n':
      return argument_kind::pointer;
    }
    return argument_kind::none;
  }

  bool is_signed() const { return conversion == 'd' || conversion == 'i'; }

  void set_width(int value) {
    left |= value < 0;
    width = value < 0 ? static_cast<int>(0u - static_cast<unsigned>(value)) : value;
  }

private:
  static const char *read_number(const char *p, int &number) {
    uint64_t value = 0;
    for (; *p >= '0' && *p <= '9'; ++p)
      if (value <= INT_MAX)
        value = value * 10 + static_cast<unsigned>(*p - '0');
    number = value <= INT_MAX ? static_cast<int>(value) : INT_MAX;
    return p;
  }

  static const char *read_field(const char *p, int &value, bool &is_argument, int &position) {
    if (*p != '*')
      return read_number(p, value);
    is_argument = true;
    const char *const after = read_number(++p, position);
    return *after == '$' ? after + 1 : (position = 0, p);
  }
};

/// A `va_list` that can be handed on by reference.
struct variable_arguments {
  va_list list;

  /// The next argument's bits; a floating one's are those of a double.
  uint64_t next(argument_kind kind) {
    switch (kind) {
    case argument_kind::integer:
      return static_cast<uint64_t>(static_cast<int64_t>(va_arg(list, int)));
    case argument_kind::wide_integer:
      return va_arg(list, uint64_t);
    case argument_kind::real:
      return __builtin_bit_cast(uint64_t, va_arg(list, double));
    case argument_kind::long_real:
      return __builtin_bit_cast(uint64_t, static_cast<double>(va_arg(list, long double)));
    case argument_kind::pointer:
      return reinterpret_cast<uintptr_t>(va_arg(list, void *));
    case argument_kind::none:
      break;
    }
    return 0;
  }
};

/// Formats to memory: writes what there is room for, without a zero at the end, and returns the
/// size of the whole text; -1 and `errno` where that is too much or the format is wrong.
/// `arguments` may be read again after.
int format_text(char *to, size_t room, const char *format, const variable_arguments &arguments);

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_FORMAT_SPEC_HPP
