//===- printf_service.cpp - Host services: printf ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats printf messages (gpu/detail/services.hpp) as C's printf does: one
// conversion at a time by snprintf, of a value whose type the message's format
// gives, never by a format of the message as it is.
//
//===----------------------------------------------------------------------===//

#include "service_handlers.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace gpu::detail::services {
namespace {

/// The longest width or precision.
constexpr int field_limit = 1 << 20;

struct conversion {
  std::string flags;
  int width = 0, precision = -1;
  std::string length; ///< "", "hh", "h", "l", "ll", "j", "z", "t", "L"
  char type = 0;

  bool left() const { return flags.find('-') != flags.npos; }
  bool plain() const { return flags.empty() && width == 0 && precision < 0; }
};

/// A format and the values for it.
class printf_formatter {
public:
  printf_formatter(message_reader &reader, text_buffer &out)
      : reader_(reader), out_(out), header_(reader.value<printf_header>()) {
    if (header_.argument_count > reader.size() / sizeof(std::uint64_t))
      throw std::runtime_error("it is shorter than its parts");
    values_ = reader.text(header_.argument_count * sizeof(std::uint64_t));
    format_ = reader.text(header_.format_size);
  }

  void run() {
    while (!format_.empty()) {
      const std::size_t literal = std::min(format_.find('%'), format_.size());
      append(format_.substr(0, literal));
      format_.remove_prefix(literal);
      if (format_.empty())
        return;
      format_.remove_prefix(1);
      convert(read_conversion());
    }
  }

private:
  std::uint64_t next_value() {
    if (values_.empty())
      throw std::runtime_error("it has fewer values than conversions");
    std::uint64_t bits;
    std::memcpy(&bits, values_.data(), sizeof bits);
    values_.remove_prefix(sizeof bits);
    return bits;
  }

  bool take(char c) {
    const bool there = !format_.empty() && format_.front() == c;
    format_.remove_prefix(there);
    return there;
  }

  /// Digits or a `*`; none: 0.
  int read_number() {
    long number = 0;
    if (take('*'))
      number = static_cast<int>(next_value());
    else
      for (; !format_.empty() && format_.front() >= '0' && format_.front() <= '9' &&
             number <= field_limit;
           format_.remove_prefix(1))
        number = number * 10 + (format_.front() - '0');
    if (number > field_limit || number < -field_limit)
      throw std::runtime_error("a field of it is too wide");
    return static_cast<int>(number);
  }

  conversion read_conversion() {
    conversion c;
    while (!format_.empty() && std::string_view("-+ #0'").find(format_.front()) != format_.npos) {
      if (c.flags.find(format_.front()) == c.flags.npos)
        c.flags += format_.front();
      format_.remove_prefix(1);
    }
    c.width = read_number();
    if (c.width < 0) {
      c.width = -c.width;
      c.flags += '-';
    }
    if (take('.'))
      c.precision = read_number();
    while (!format_.empty() && c.length.size() != 2 &&
           std::string_view("hljztLq").find(format_.front()) != format_.npos) {
      c.length += format_.front();
      format_.remove_prefix(1);
    }
    if (format_.empty())
      throw std::runtime_error("its format ends inside a conversion");
    c.type = format_.front();
    format_.remove_prefix(1);
    return c;
  }

  void convert(const conversion &c) {
    switch (c.type) {
    case '%':
      return out_.push_back('%');
    case 'd':
    case 'i':
      return convert_signed(c, as_signed(c.length, next_value()));
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return convert_unsigned(c, as_unsigned(c.length, next_value()));
    case 'c':
      return convert_character(c, next_value());
    case 's':
      return convert_string(c, reader_.text(next_value()));
    case 'p':
      return by_snprintf(c, "", reinterpret_cast<void *>(next_value()));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': // long double is double on the device
      return by_snprintf(c, "", std::bit_cast<double>(next_value()));
    }
    throw std::runtime_error(std::string("it has the unknown conversion %") + c.type);
  }

  static long long as_signed(const std::string &length, std::uint64_t bits) {
    if (length == "hh")
      return static_cast<signed char>(bits);
    if (length == "h")
      return static_cast<short>(bits);
    return length.empty() ? static_cast<int>(bits) : static_cast<long long>(bits);
  }

  static unsigned long long as_unsigned(const std::string &length, std::uint64_t bits) {
    if (length == "hh")
      return static_cast<unsigned char>(bits);
    if (length == "h")
      return static_cast<unsigned short>(bits);
    return length.empty() ? static_cast<unsigned>(bits) : bits;
  }

  void convert_signed(const conversion &c, long long value) {
    if (!c.plain())
      return by_snprintf(c, "ll", value);
    const fmt::format_int digits(value);
    append({digits.data(), digits.size()});
  }

  void convert_unsigned(const conversion &c, unsigned long long value) {
    if (!c.plain() || c.type != 'u')
      return by_snprintf(c, "ll", value);
    const fmt::format_int digits(value);
    append({digits.data(), digits.size()});
  }

  void convert_character(const conversion &c, std::uint64_t bits) {
    char text[4] = {static_cast<char>(bits)};
    std::size_t size = 1;
    const auto code = static_cast<std::uint32_t>(bits);
    if (c.length == "l" && code >= 0x80) {
      if (code > 0x10ffff)
        throw std::runtime_error("it has a wide character that is none");
      size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      for (std::size_t i = size; --i != 0;)
        text[i] = static_cast<char>(0x80 | (code >> (size - 1 - i) * 6 & 0x3f));
      text[0] = static_cast<char>((0xf00 >> size & 0xff) | code >> (size - 1) * 6);
    }
    pad(c, {text, size});
  }

  void convert_string(const conversion &c, std::string_view text) {
    pad(c, c.precision < 0 ? text : text.substr(0, static_cast<std::size_t>(c.precision)));
  }

  void pad(const conversion &c, std::string_view text) {
    const std::size_t width = static_cast<std::size_t>(c.width);
    const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
    if (!c.left())
      append(blanks);
    append(text);
    if (c.left())
      append(blanks);
  }

  template <class T> void by_snprintf(const conversion &c, const char *length, T value) {
    std::string format = "%" + c.flags + "*";
    if (c.precision >= 0)
      format += ".*";
    format += length;
    format += c.type;
    const auto print = [&](char *to, std::size_t size) {
      return c.precision >= 0 ? std::snprintf(to, size, format.c_str(), c.width, c.precision, value)
                              : std::snprintf(to, size, format.c_str(), c.width, value);
    };
    char text[512];
    const int size = print(text, sizeof text);
    if (size < 0)
      throw std::runtime_error("a value of it cannot be converted");
    if (static_cast<std::size_t>(size) < sizeof text)
      return append({text, static_cast<std::size_t>(size)});
    std::string long_text(static_cast<std::size_t>(size) + 1, '\0');
    print(long_text.data(), long_text.size());
    append({long_text.data(), static_cast<std::size_t>(size)});
  }

  void append(std::string_view text) { out_.append(text.data(), text.data() + text.size()); }

  message_reader &reader_; ///< at the strings
  text_buffer &out_;
  printf_header header_;
  std::string_view values_, format_;
};

} // namespace

void format_printf(std::string_view message, text_buffer &out) {
  message_reader reader(message);
  printf_formatter(reader, out).run();
}

} // namespace gpu::detail::services
