//===- format_text.cpp - printf's formatting --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function formats for all of printf's family, to memory: those that write
// to a stream come with a buffer, and a second time where it was too small. So
// the text is handed over whole, and its size is known.
//
//===----------------------------------------------------------------------===//

#include "decimal.hpp"
#include "format_spec.hpp"

#include <limits.h>

using namespace gpuc::libc;
namespace decimal = gpuc::decimal;

#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

namespace {

/// Writes what there is room for and counts all.
struct memory_sink {
  char *to;
  uint64_t room, count = 0;

  void put(char c) {
    if (count < room)
      to[count] = c;
    ++count;
  }
  void repeat(char c, uint64_t times) {
    for (uint64_t i = count; i < room && i - count < times; ++i)
      to[i] = c;
    count += times;
  }
  void write(const char *text, uint64_t size) {
    for (uint64_t i = 0; i < size && count + i < room; ++i)
      to[count + i] = text[i];
    count += size;
  }
};

/// Arguments in order, or, where the format numbers them, all of them read before.
class argument_source {
public:
  argument_source(const char *format, const variable_arguments &arguments) {
    va_copy(arguments_.list, const_cast<variable_arguments &>(arguments).list);
    for (; *format; ++format)
      if (*format == '%') {
        format_spec spec;
        spec.read(format + 1);
        if (spec.position) {
          numbered_ = true;
          read_all(format);
          return;
        }
        if (spec.conversion != '%')
          return;
        ++format;
      }
  }
  ~argument_source() { va_end(arguments_.list); }

  /// Whether all numbers are in range.
  bool good() const { return good_; }

  uint64_t next(argument_kind kind, int position) {
    if (!numbered_)
      return arguments_.next(kind);
    return position >= 1 && position <= limit ? values_[position - 1] : 0;
  }

private:
  static constexpr int limit = 16;

  [[gnu::noinline, gnu::cold]] void read_all(const char *format) {
    argument_kind kinds[limit] = {};
    const auto set = [&](int position, argument_kind kind) {
      if (kind == argument_kind::none)
        return;
      if (position < 1 || position > limit)
        good_ = false;
      else
        kinds[position - 1] = kind;
    };
    while (*format)
      if (*format++ == '%') {
        format_spec spec;
        format = spec.read(format);
        if (spec.width_argument)
          set(spec.width_position, argument_kind::integer);
        if (spec.precision_argument)
          set(spec.precision_position, argument_kind::integer);
        set(spec.position, spec.kind());
      }
    for (int i = 0; i < limit && kinds[i] != argument_kind::none; ++i)
      values_[i] = arguments_.next(kinds[i]);
  }

  variable_arguments arguments_;
  uint64_t values_[limit];
  bool numbered_ = false, good_ = true;
};

/// Cuts an argument to the type that the length says.
uint64_t cut(const format_spec &spec, uint64_t bits) {
  if (spec.length == 'H')
    return spec.is_signed() ? static_cast<uint64_t>(static_cast<signed char>(bits)) : bits & 0xff;
  if (spec.length == 'h')
    return spec.is_signed() ? static_cast<uint64_t>(static_cast<short>(bits)) : bits & 0xffff;
  if (spec.length == 0)
    return spec.is_signed() ? static_cast<uint64_t>(static_cast<int>(bits)) : bits & 0xffffffff;
  return bits;
}

/// Begins a field whose text has `size` characters: blanks, `prefix` (a sign or "0x") and zeros.
/// Returns how many blanks end it.
[[gnu::noinline]] uint64_t begin_field(memory_sink &sink, const format_spec &spec,
                                       const char *prefix, uint64_t zeros, uint64_t size,
                                       bool zero_padded = false) {
  const uint64_t used = length(prefix) + zeros + size;
  const uint64_t width = static_cast<uint64_t>(spec.width);
  const uint64_t padding = width > used ? width - used : 0;
  if (spec.left)
    zero_padded = false;
  else if (!zero_padded)
    sink.repeat(' ', padding);
  sink.write(prefix, length(prefix));
  sink.repeat('0', zeros + (zero_padded ? padding : 0));
  return spec.left ? padding : 0;
}

void put_field(memory_sink &sink, const format_spec &spec, const char *text, uint64_t size) {
  const uint64_t after = begin_field(sink, spec, "", 0, size);
  sink.write(text, size);
  sink.repeat(' ', after);
}

const char *sign_of(const format_spec &spec, bool negative) {
  return negative ? "-" : spec.plus ? "+" : spec.space ? " " : "";
}

[[gnu::noinline]] void put_integer(memory_sink &sink, const format_spec &spec, uint64_t value,
                                   bool pointer) {
  const char *prefix = "";
  if (spec.is_signed() || pointer) {
    const bool negative = spec.is_signed() && static_cast<int64_t>(value) < 0;
    prefix = sign_of(spec, negative);
    if (negative)
      value = 0 - value;
  }
  unsigned base = 10;
  const char *digits = "0123456789abcdef";
  switch (spec.conversion) {
  case 'X':
    digits = "0123456789ABCDEF";
    [[fallthrough]];
  case 'x':
  case 'p':
    base = 16;
    if (pointer)
      prefix = *prefix == '+' ? "+0x" : *prefix == ' ' ? " 0x" : "0x";
    else if (spec.alternative && value)
      prefix = spec.conversion == 'X' ? "0X" : "0x";
    break;
  case 'o':
    base = 8;
    break;
  case 'b':
  case 'B':
    base = 2;
    if (spec.alternative && value)
      prefix = spec.conversion == 'B' ? "0B" : "0b";
    break;
  default:
    break;
  }
  char text[64];
  unsigned begin = sizeof text;
  if (base == 10)
    for (; value; value /= 10)
      text[--begin] = static_cast<char>('0' + value % 10);
  else
    for (const unsigned shift = base == 16 ? 4 : base == 8 ? 3 : 1; value; value >>= shift)
      text[--begin] = digits[value & (base - 1)];
  const unsigned size = sizeof text - begin;
  uint64_t zeros = 0;
  const uint64_t least = spec.precision < 0 ? 1 : static_cast<uint64_t>(spec.precision);
  if (size < least)
    zeros = least - size;
  if (spec.conversion == 'o' && spec.alternative && zeros == 0 && (size == 0 || text[begin] != '0'))
    zeros = 1;
  const uint64_t after =
      begin_field(sink, spec, prefix, zeros, size, spec.zero && spec.precision < 0);
  sink.write(text + begin, size);
  sink.repeat(' ', after);
}

[[gnu::noinline]] void put_real(memory_sink &sink, const format_spec &spec, double value) {
  const auto parts = decimal::decompose(value);
  const char *const sign = sign_of(spec, parts.negative);
  const bool upper_case = spec.conversion < 'a';
  const char style = upper_case ? static_cast<char>(spec.conversion - 'A' + 'a') : spec.conversion;
  if (parts.infinite || parts.nan) {
    const char *const text = parts.nan ? (upper_case ? "NAN" : "nan") : upper_case ? "INF" : "inf";
    const uint64_t after = begin_field(sink, spec, sign, 0, 3);
    sink.write(text, 3);
    return sink.repeat(' ', after);
  }
  char digits[decimal::max_digits];
  if (style == 'a') {
    const char *const prefixes[] = {"0x", "-0x", "+0x", " 0x"};
    const char *const prefix = prefixes[*sign == '-' ? 1 : *sign == '+' ? 2 : *sign == ' ' ? 3 : 0];
    char upper_prefix[4] = {};
    for (unsigned i = 0; prefix[i]; ++i)
      upper_prefix[i] = upper_case && prefix[i] == 'x' ? 'X' : prefix[i];
    const auto text = decimal::make_hex_layout(value, spec.precision, spec.alternative, digits);
    const uint64_t after =
        begin_field(sink, spec, upper_prefix, 0, decimal::hex_layout_length(text), spec.zero);
    decimal::write_hex_layout(text, digits, upper_case, sink);
    return sink.repeat(' ', after);
  }
  const auto text = decimal::make_layout(value, style, spec.precision, spec.alternative, digits);
  const uint64_t after = begin_field(sink, spec, sign, 0, decimal::layout_length(text), spec.zero);
  decimal::write_layout(text, digits, upper_case, sink);
  sink.repeat(' ', after);
}

void put_string(memory_sink &sink, const format_spec &spec, const char *text) {
  if (!text)
    text = spec.precision < 0 || spec.precision >= 6 ? "(null)" : "";
  const uint64_t most = spec.precision < 0 ? UINT64_MAX : static_cast<uint64_t>(spec.precision);
  uint64_t size = 0;
  while (size < most && text[size])
    ++size;
  put_field(sink, spec, text, size);
}

/// As UTF-8; the precision counts bytes. False where a character is none.
[[gnu::noinline]] bool put_wide(memory_sink &sink, const format_spec &spec, const wchar_t *text) {
  if (!text)
    return put_string(sink, spec, nullptr), true;
  const uint64_t most = spec.precision < 0 ? UINT64_MAX : static_cast<uint64_t>(spec.precision);
  char bytes[4];
  uint64_t size = 0, count = 0;
  while (size < most && text[count]) {
    const unsigned used = encode_utf8(bytes, static_cast<uint32_t>(text[count]));
    if (used == 0)
      return false;
    if (used > most - size)
      break;
    size += used;
    ++count;
  }
  const uint64_t after = begin_field(sink, spec, "", 0, size);
  for (uint64_t i = 0; i < count; ++i)
    sink.write(bytes, encode_utf8(bytes, static_cast<uint32_t>(text[i])));
  sink.repeat(' ', after);
  return true;
}

bool put_character(memory_sink &sink, const format_spec &spec, uint64_t bits) {
  char bytes[4] = {static_cast<char>(bits)};
  const unsigned size = spec.length == 'l' ? encode_utf8(bytes, static_cast<uint32_t>(bits)) : 1;
  put_field(sink, spec, bytes, size);
  return size != 0;
}

void store_count(const format_spec &spec, uint64_t count, void *to) {
  if (spec.length == 'l' || spec.length == 'L')
    *static_cast<uint64_t *>(to) = count;
  else if (spec.length == 'h')
    *static_cast<unsigned short *>(to) = static_cast<unsigned short>(count);
  else if (spec.length == 'H')
    *static_cast<unsigned char *>(to) = static_cast<unsigned char>(count);
  else
    *static_cast<unsigned *>(to) = static_cast<unsigned>(count);
}

/// False where a wide character is none.
bool put(memory_sink &sink, format_spec &spec, uint64_t bits) {
  switch (spec.conversion) {
  case 'p':
    if (bits)
      put_integer(sink, spec, bits, true);
    else {
      spec.precision = -1;
      put_string(sink, spec, "(nil)");
    }
    return true;
  case 's':
    if (spec.length == 'l')
      return put_wide(sink, spec, reinterpret_cast<const wchar_t *>(bits));
    put_string(sink, spec, reinterpret_cast<const char *>(bits));
    return true;
  case 'c':
    return put_character(sink, spec, bits);
  case 'n':
    store_count(spec, sink.count, reinterpret_cast<void *>(bits));
    return true;
  default:
    break;
  }
  if (spec.kind() == argument_kind::real || spec.kind() == argument_kind::long_real)
    put_real(sink, spec, __builtin_bit_cast(double, bits));
  else
    put_integer(sink, spec, cut(spec, bits), false);
  return true;
}

} // namespace

[[gnu::noinline]] int gpuc::libc::format_text(char *to, size_t room, const char *format,
                                              const variable_arguments &given) {
  memory_sink sink{to, room};
  argument_source arguments(format, given);
  int error = arguments.good() ? 0 : EINVAL;
  while (*format && !error) {
    const char *const begin = format;
    while (*format && *format != '%')
      ++format;
    sink.write(begin, static_cast<uint64_t>(format - begin));
    if (!*format)
      break;
    const char *const percent = format;
    format_spec spec;
    format = spec.read(format + 1);
    if (spec.width_argument)
      spec.set_width(static_cast<int>(arguments.next(argument_kind::integer, spec.width_position)));
    if (spec.precision_argument) {
      spec.precision =
          static_cast<int>(arguments.next(argument_kind::integer, spec.precision_position));
      if (spec.precision < 0)
        spec.precision = -1;
    }
    if (spec.conversion == '%')
      sink.put('%');
    else if (spec.conversion == 0)
      error = EINVAL;
    else if (spec.kind() == argument_kind::none) // no conversion: as it stands
      sink.write(percent, static_cast<uint64_t>(format - percent));
    else if (!put(sink, spec, arguments.next(spec.kind(), spec.position)))
      error = EILSEQ;
    if (sink.count > INT_MAX)
      error = EOVERFLOW;
  }
  if (error) {
    errno = error;
    return -1;
  }
  return static_cast<int>(sink.count);
}

#pragma clang attribute pop
