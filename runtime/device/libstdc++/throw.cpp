//===- throw.cpp - Where libstdc++ would throw ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of <bits/functexcept.h> and <bits/c++config.h>. Declared by
// hand: which of them the headers declare depends on their version.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

namespace std {

/// A check of -D_GLIBCXX_ASSERTIONS. The file is the library's own, so that the caller's place is
/// the one to report.
GPUC_FAILURE void __glibcxx_assert_fail(const char *, int, const char *,
                                        const char *condition) noexcept {
  __gpuc_fail(nullptr, "assertion failed", condition);
}

#define THROWS(function, type)                                                                     \
  GPUC_FAILURE void function() { __gpuc_fail(nullptr, type, nullptr); }
#define THROWS_TEXT(function, type)                                                                \
  GPUC_FAILURE void function(const char *text) { __gpuc_fail(nullptr, type, text); }
#define THROWS_CODE(function, type)                                                                \
  GPUC_FAILURE void function(int) { __gpuc_fail(nullptr, type, nullptr); }

THROWS(__throw_bad_exception, "std::bad_exception")
THROWS(__throw_bad_alloc, "std::bad_alloc")
THROWS(__throw_bad_array_new_length, "std::bad_array_new_length")
THROWS(__throw_bad_cast, "std::bad_cast")
THROWS(__throw_bad_typeid, "std::bad_typeid")
THROWS(__throw_bad_function_call, "std::bad_function_call")
THROWS_TEXT(__throw_logic_error, "std::logic_error")
THROWS_TEXT(__throw_domain_error, "std::domain_error")
THROWS_TEXT(__throw_invalid_argument, "std::invalid_argument")
THROWS_TEXT(__throw_length_error, "std::length_error")
THROWS_TEXT(__throw_out_of_range, "std::out_of_range")
THROWS_TEXT(__throw_runtime_error, "std::runtime_error")
THROWS_TEXT(__throw_range_error, "std::range_error")
THROWS_TEXT(__throw_overflow_error, "std::overflow_error")
THROWS_TEXT(__throw_underflow_error, "std::underflow_error")
THROWS_TEXT(__throw_ios_failure, "std::ios_base::failure")
/// With an errno value.
GPUC_FAILURE void __throw_ios_failure(const char *text, int) {
  __gpuc_fail(nullptr, "std::ios_base::failure", text);
}
THROWS_CODE(__throw_system_error, "std::system_error")
THROWS_CODE(__throw_future_error, "std::future_error")

/// The format knows %s, %zu and %%.
GPUC_FAILURE void __throw_out_of_range_fmt(const char *format, ...) {
  char text[256], *end = text;
  char *const limit = text + sizeof text - 1;
  const auto put = [&](char c) {
    if (end != limit)
      *end++ = c;
  };
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  for (const char *p = format; *p; ++p) {
    if (p[0] == '%' && p[1] == 's') {
      for (const char *s = __builtin_va_arg(arguments, const char *); *s; ++s)
        put(*s);
      ++p;
    } else if (p[0] == '%' && p[1] == 'z' && p[2] == 'u') {
      const auto value = __builtin_va_arg(arguments, unsigned long);
      unsigned long divisor = 1;
      while (value / divisor >= 10)
        divisor *= 10;
      for (; divisor; divisor /= 10)
        put(static_cast<char>('0' + value / divisor % 10));
      p += 2;
    } else {
      p += p[0] == '%' && p[1] == '%';
      put(*p);
    }
  }
  *end = 0;
  __builtin_va_end(arguments);
  __gpuc_fail(nullptr, "std::out_of_range", text);
}

} // namespace std
