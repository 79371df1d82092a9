//===- scanf.cpp - <stdio.h>: formatted input -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header is not included for the functions themselves, which newer ones
// redirect to those of C99 and C23 (`__isoc99_`, `__isoc23_`).
//
//===----------------------------------------------------------------------===//

#include "number_text.hpp"
#include "stream.hpp"

#include <stdarg.h>
#include <stdlib.h>

using namespace gpuc::libc;
namespace decimal = gpuc::decimal;

#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

namespace {

constexpr int end_of_input = -1;

struct string_source {
  const char *p;
  int get() { return *p ? static_cast<unsigned char>(*p++) : end_of_input; }
  void unget(int c) { p -= c != end_of_input; }
};

struct stream_source {
  stream &s;
  int get() { return s.get(); }
  void unget(int c) { s.unget(c); }
};

struct argument_list {
  va_list list;
};

/// A text that grows: on the heap where it is long.
class growing_text {
public:
  ~growing_text() {
    if (text_ != local_)
      free(text_);
  }
  growing_text() = default;
  growing_text(const growing_text &) = delete;

  /// False where there is no memory.
  bool add(int c) {
    if (size_ == room_) {
      char *const larger = static_cast<char *>(malloc(room_ * 2));
      if (!larger)
        return false;
      for (size_t i = 0; i < size_; ++i)
        larger[i] = text_[i];
      if (text_ != local_)
        free(text_);
      text_ = larger;
      room_ *= 2;
    }
    text_[size_++] = static_cast<char>(c);
    return true;
  }

  const char *begin() const { return text_; }
  const char *end() const { return text_ + size_; }
  bool empty() const { return size_ == 0; }

private:
  char local_[64];
  char *text_ = local_;
  size_t size_ = 0, room_ = sizeof local_;
};

/// "%*5l[a-z]" and what it takes of the input.
struct conversion {
  bool suppressed = false, allocate = false;
  uint64_t width = 0; ///< 0: none was given
  char length = 0;    ///< 'H' for hh, 'h', 'l' (also ll, j, z, t, q), 'L'
  char letter = 0;
  const char *set = nullptr, *set_end = nullptr; ///< of '[': from after it or "^", to the ']'
  bool inverted = false;

  const char *read(const char *p) {
    if (*p == '*') {
      suppressed = true;
      ++p;
    }
    for (; *p >= '0' && *p <= '9'; ++p)
      width = width * 10 + static_cast<unsigned>(*p - '0');
    for (;; ++p) {
      if (*p == 'm')
        allocate = true;
      else if (*p == 'h')
        length = length == 'h' ? 'H' : 'h';
      else if (*p == 'l' || *p == 'j' || *p == 'z' || *p == 't' || *p == 'q')
        length = 'l';
      else if (*p == 'L')
        length = 'L';
      else
        break;
    }
    letter = *p;
    if (letter)
      ++p;
    if (letter == 'C' || letter == 'S') {
      letter = letter == 'C' ? 'c' : 's';
      length = 'l';
    }
    if (letter == '[') {
      inverted = *p == '^';
      set = p += inverted;
      for (bool first = true; *p && (*p != ']' || first); first = false)
        ++p;
      set_end = p;
      if (*p)
        ++p;
    }
    return p;
  }

  bool in_set(int c) const {
    bool found = false;
    for (const char *p = set; p < set_end; ++p) {
      const int first = static_cast<unsigned char>(*p);
      int last = first;
      if (p + 2 < set_end && p[1] == '-') {
        last = static_cast<unsigned char>(p[2]);
        p += 2;
      }
      found |= c >= first && c <= last;
    }
    return found != inverted;
  }
};

enum class outcome { good, mismatch, input_end };

template <class Source> class scanner {
public:
  scanner(Source &source, argument_list &arguments) : source_(source), arguments_(arguments) {}

  /// scanf's result.
  int run(const char *format) {
    outcome result = outcome::good;
    while (*format && result == outcome::good) {
      if (is_space(static_cast<unsigned char>(*format))) {
        skip_spaces();
        ++format;
      } else if (*format != '%') {
        result = match(static_cast<unsigned char>(*format++));
      } else {
        conversion c;
        format = c.read(format + 1);
        result = convert(c);
      }
    }
    return result == outcome::input_end && assigned_ == 0 ? end_of_input : assigned_;
  }

private:
  int get() {
    const int c = source_.get();
    count_ += c != end_of_input;
    return c;
  }
  void unget(int c) {
    if (c == end_of_input)
      return;
    source_.unget(c);
    --count_;
  }
  int peek() {
    const int c = get();
    unget(c);
    return c;
  }

  void skip_spaces() {
    int c;
    do
      c = get();
    while (c != end_of_input && is_space(c));
    unget(c);
  }

  outcome match(int wanted) {
    const int c = get();
    if (c == wanted)
      return outcome::good;
    unget(c);
    return c == end_of_input ? outcome::input_end : outcome::mismatch;
  }

  template <class T> T *pointer() { return static_cast<T *>(va_arg(arguments_.list, void *)); }

  void store_integer(const conversion &c, uint64_t value) {
    if (c.suppressed)
      return;
    if (c.letter == 'p' || c.length == 'l' || c.length == 'L')
      *pointer<uint64_t>() = value;
    else if (c.length == 'h')
      *pointer<uint16_t>() = static_cast<uint16_t>(value);
    else if (c.length == 'H')
      *pointer<uint8_t>() = static_cast<uint8_t>(value);
    else
      *pointer<uint32_t>() = static_cast<uint32_t>(value);
  }

  outcome convert(conversion &c) {
    if (c.letter == 'n') {
      store_integer(c, count_);
      return outcome::good;
    }
    if (c.letter != 'c' && c.letter != '[')
      skip_spaces();
    if (c.letter == '%')
      return match('%');
    if (peek() == end_of_input)
      return outcome::input_end;
    bool good = false;
    switch (c.letter) {
    case 'd':
    case 'u':
      good = integer(c, 10);
      break;
    case 'i':
      good = integer(c, 0);
      break;
    case 'x':
    case 'X':
    case 'p':
      good = integer(c, 16);
      break;
    case 'o':
      good = integer(c, 8);
      break;
    case 'b':
      good = integer(c, 2);
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      good = real(c);
      break;
    case 'c':
    case 's':
    case '[':
      good = text(c);
      break;
    default:
      break;
    }
    if (!good)
      return outcome::mismatch;
    assigned_ += !c.suppressed;
    return outcome::good;
  }

  /// The next character, if it is among the field's `width` ones, or the end.
  int next_of(uint64_t &left) {
    if (left == 0)
      return end_of_input;
    --left;
    return get();
  }

  bool integer(const conversion &c, int base) {
    uint64_t left = c.width ? c.width : UINT64_MAX, value = 0;
    int next = next_of(left);
    const bool negative = next == '-';
    if (next == '-' || next == '+')
      next = next_of(left);
    bool any = false, overflow = false;
    if (next == '0' && (base == 0 || base == 16)) {
      any = true;
      next = next_of(left);
      if (next == 'x' || next == 'X') {
        base = 16; // where no digit follows it is a zero, as glibc has it
        next = next_of(left);
      } else if (base == 0)
        base = 8;
    }
    if (base == 0)
      base = 10;
    for (int digit; next != end_of_input && (digit = decimal::digit_value(next)) < base;
         next = next_of(left)) {
      any = true;
      overflow |= __builtin_mul_overflow(value, static_cast<uint64_t>(base), &value);
      overflow |= __builtin_add_overflow(value, static_cast<uint64_t>(digit), &value);
    }
    unget(next);
    if (!any)
      return false;
    const bool is_signed = c.letter == 'd' || c.letter == 'i';
    const uint64_t most = is_signed ? static_cast<uint64_t>(INT64_MAX) + negative : UINT64_MAX;
    if (overflow || value > most)
      value = most;
    else if (negative)
      value = 0 - value;
    if (is_signed && overflow && negative)
      value = static_cast<uint64_t>(INT64_MIN);
    store_integer(c, value);
    return true;
  }

  /// Takes the longest text that could begin a number.
  bool real(const conversion &c) {
    growing_text text;
    uint64_t left = c.width ? c.width : UINT64_MAX;
    int next = next_of(left);
    const auto take = [&] {
      const bool good = text.add(next);
      next = next_of(left);
      return good;
    };
    const auto word = [&](const char *rest) {
      for (; *rest; ++rest)
        if (next == end_of_input || to_lower(next) != *rest || !take())
          return false;
      return true;
    };
    const auto done = [&](bool good) {
      unget(next);
      return good;
    };
    const bool negative = next == '-';
    if (next == '-' || next == '+')
      next = next_of(left);
    int format = decimal::parse_general;
    const int first = next == end_of_input ? 0 : to_lower(next);
    if (first == 'i') {
      if (!word("inf"))
        return done(false);
      if (next != end_of_input && to_lower(next) == 'i' && !word("inity"))
        return done(false);
    } else if (first == 'n') {
      if (!word("nan"))
        return done(false);
    } else {
      bool digits = false;
      char exponent = 'e';
      if (next == '0') {
        digits = true;
        if (!take())
          return done(false);
        if (next == 'x' || next == 'X') {
          next = next_of(left);
          format = decimal::parse_hex;
          exponent = 'p';
          digits = false;
        }
      }
      const int base = format == decimal::parse_hex ? 16 : 10;
      for (bool point = false; next != end_of_input;) {
        const bool digit = decimal::digit_value(next) < base;
        if (!digit && (next != '.' || point))
          break;
        point |= !digit;
        digits |= digit;
        if (!take())
          return done(false);
      }
      if (!digits)
        return done(false);
      if (next != end_of_input && to_lower(next) == exponent) {
        take();
        if (next == '-' || next == '+')
          take();
        // As glibc, which takes an exponent without digits for none.
        while (next >= '0' && next <= '9')
          take();
      }
    }
    unget(next);
    if (c.length == 0)
      store_real<float, float>(c, text, format, negative);
    else if (c.length == 'l')
      store_real<double, double>(c, text, format, negative);
    else
      store_real<long double, double>(c, text, format, negative);
    return true;
  }

  template <class T, class Read>
  void store_real(const conversion &c, const growing_text &text, int format, bool negative) {
    Read value = 0;
    const char *begin = text.begin();
    if (format == decimal::parse_hex)
      ++begin; // the zero of "0x"
    decimal::parse_float(begin, text.end(), format, value);
    if (!c.suppressed)
      *pointer<T>() = negative ? -value : value;
  }

  /// %c, %s and %[.
  bool text(const conversion &c) {
    uint64_t left = c.width ? c.width : c.letter == 'c' ? 1 : UINT64_MAX;
    const bool wide = c.length == 'l';
    // With 'm' the destination is a pointer to set.
    char *to = nullptr, **owner = nullptr;
    size_t room = SIZE_MAX;
    if (!c.suppressed && c.allocate) {
      owner = pointer<char *>();
      room = 0;
    } else if (!c.suppressed)
      to = pointer<char>();
    size_t size = 0;
    bool good = true;
    const auto put = [&](uint32_t unit, size_t bytes) {
      if (c.suppressed)
        return;
      if (size + bytes > room && good) {
        room = room ? room * 2 : 32;
        char *const larger = static_cast<char *>(realloc(to, room));
        good = larger != nullptr;
        to = larger ? larger : to;
      }
      if (!good)
        return;
      if (bytes == 1)
        to[size] = static_cast<char>(unit);
      else
        *reinterpret_cast<wchar_t *>(to + size) = static_cast<wchar_t>(unit);
      size += bytes;
    };
    const size_t unit_size = wide ? sizeof(wchar_t) : 1;
    bool any = false;
    while (good && left != 0) {
      const int next = get();
      if (next == end_of_input)
        break;
      if ((c.letter == 's' && is_space(next)) || (c.letter == '[' && !c.in_set(next))) {
        unget(next);
        break;
      }
      any = true;
      --left;
      put(wide ? wide_character(next) : static_cast<uint32_t>(next), unit_size);
    }
    if (c.letter != 'c' && any)
      put(0, unit_size);
    if (owner && (!any || !good)) {
      free(to);
      to = nullptr;
    }
    if (owner)
      *owner = to;
    return any && good;
  }

  /// The rest of a character of UTF-8; what is none is taken byte by byte.
  uint32_t wide_character(int first) {
    const unsigned byte = static_cast<unsigned>(first);
    const unsigned more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
    uint32_t value = more ? byte & (0x3fu >> more) : byte;
    for (unsigned i = 0; i < more; ++i) {
      const int next = get();
      if (next == end_of_input || (next & 0xc0) != 0x80) {
        unget(next);
        break;
      }
      value = value << 6 | (static_cast<unsigned>(next) & 0x3f);
    }
    return value;
  }

  Source &source_;
  argument_list &arguments_;
  uint64_t count_ = 0;
  int assigned_ = 0;
};

[[gnu::noinline]] int scan_string(const char *text, const char *format, argument_list &arguments) {
  string_source source{text};
  return scanner<string_source>(source, arguments).run(format);
}

[[gnu::noinline]] int scan_stream(stream &s, const char *format, argument_list &arguments) {
  int result = EOF;
  s.locked([&] {
    stream_source source{s};
    result = scanner<stream_source>(source, arguments).run(format);
  });
  return result;
}

} // namespace

// Each function of the family under its three names. The C++ names are apart from the header's.

#define VARIADIC(last, call)                                                                       \
  {                                                                                                \
    argument_list arguments;                                                                       \
    va_start(arguments.list, last);                                                                \
    const int result = call;                                                                       \
    va_end(arguments.list);                                                                        \
    return result;                                                                                 \
  }
#define WITH_LIST(call)                                                                            \
  {                                                                                                \
    argument_list arguments;                                                                       \
    va_copy(arguments.list, list);                                                                 \
    const int result = call;                                                                       \
    va_end(arguments.list);                                                                        \
    return result;                                                                                 \
  }

#define FAMILY(id, prefix)                                                                         \
  int id##sscanf(const char *, const char *, ...) __asm__(prefix "sscanf");                        \
  int id##vsscanf(const char *, const char *, va_list) __asm__(prefix "vsscanf");                  \
  int id##fscanf(FILE *, const char *, ...) __asm__(prefix "fscanf");                              \
  int id##vfscanf(FILE *, const char *, va_list) __asm__(prefix "vfscanf");                        \
  int id##scanf(const char *, ...) __asm__(prefix "scanf");                                        \
  int id##vscanf(const char *, va_list) __asm__(prefix "vscanf");                                  \
  WEAK int id##sscanf(const char *text, const char *format,                                        \
                      ...) VARIADIC(format, scan_string(text, format, arguments))                  \
      WEAK int id##vsscanf(const char *text, const char *format,                                   \
                           va_list list) WITH_LIST(scan_string(text, format, arguments))           \
          WEAK int id##fscanf(FILE *file, const char *format, ...)                                 \
              VARIADIC(format, scan_stream(stream_of(file), format, arguments))                    \
                  WEAK int id##vfscanf(FILE *file, const char *format, va_list list)               \
                      WITH_LIST(scan_stream(stream_of(file), format, arguments))                   \
                          WEAK int id##scanf(const char *format, ...)                              \
                              VARIADIC(format, scan_stream(stream_of(stdin), format, arguments))   \
                                  WEAK int id##vscanf(const char *format, va_list list)            \
                                      WITH_LIST(scan_stream(stream_of(stdin), format, arguments))

namespace gpuc::libc {
FAMILY(plain_, "")
FAMILY(c99_, "__isoc99_")
FAMILY(c23_, "__isoc23_")
} // namespace gpuc::libc

#pragma clang attribute pop
