//===- format_check.hpp - Format strings checked when compiled --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a format string against the kinds of its arguments, in constant
// evaluation. The grammar is that of std::format ([format.string] of the C++
// standard), which {fmt} shares.
//
// A mistake calls one of the `format_error_…` functions, which are declared and
// not constexpr, so that the compiler's note names the mistake.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_FORMAT_CHECK_HPP
#define GPU_DETAIL_FORMAT_CHECK_HPP

namespace gpu::detail {

void format_error_closing_brace_without_opening_one();
void format_error_opening_brace_without_closing_one();
void format_error_too_few_arguments();
void format_error_mixes_automatic_and_numbered_arguments();
void format_error_number_too_large();
void format_error_invalid_argument_number();
void format_error_invalid_format_specification();
void format_error_precision_is_missing();
void format_error_precision_needs_a_floating_point_or_string_argument();
void format_error_width_or_precision_argument_is_not_an_integer();
void format_error_sign_needs_a_number();
void format_error_alternate_form_needs_a_number();
void format_error_leading_zero_needs_a_number();
void format_error_locale_form_needs_a_number();
void format_error_presentation_type_is_not_for_an_integer();
void format_error_presentation_type_is_not_for_a_bool();
void format_error_presentation_type_is_not_for_a_char();
void format_error_presentation_type_is_not_for_a_floating_point();
void format_error_presentation_type_is_not_for_a_string();
void format_error_presentation_type_is_not_for_a_pointer();

/// Which presentation types an argument allows.
enum class format_category : unsigned char {
  integer,
  boolean,
  character,
  floating_point,
  string,
  pointer,
};

/// One pass over a format string.
class format_checker {
public:
  constexpr format_checker(const char *text, unsigned long size, const format_category *arguments,
                           unsigned count)
      : at_(text), end_(text + size), arguments_(arguments), count_(count) {}

  constexpr void check() {
    while (at_ != end_) {
      const char c = *at_++;
      if (c == '}') {
        if (at_ == end_ || *at_ != '}')
          format_error_closing_brace_without_opening_one();
        ++at_;
      } else if (c == '{') {
        if (at_ != end_ && *at_ == '{')
          ++at_;
        else
          check_field();
      }
    }
  }

private:
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_one_of(char c, const char *set) {
    for (; *set; ++set)
      if (*set == c)
        return true;
    return false;
  }
  static constexpr bool is_align(char c) { return is_one_of(c, "<>^"); }

  constexpr char peek() const {
    if (at_ == end_)
      format_error_opening_brace_without_closing_one();
    return *at_;
  }

  constexpr unsigned number() {
    unsigned value = 0;
    while (at_ != end_ && is_digit(*at_)) {
      value = value * 10 + static_cast<unsigned>(*at_++ - '0');
      if (value > 1000000)
        format_error_number_too_large();
    }
    return value;
  }

  /// The number of an argument, up to the ':' or '}' behind it.
  constexpr unsigned argument() {
    unsigned index;
    const char c = peek();
    if (c == '}' || c == ':') {
      if (numbered_)
        format_error_mixes_automatic_and_numbered_arguments();
      automatic_ = true;
      index = next_++;
    } else {
      if (!is_digit(c))
        format_error_invalid_argument_number();
      if (automatic_)
        format_error_mixes_automatic_and_numbered_arguments();
      numbered_ = true;
      index = number();
    }
    if (index >= count_)
      format_error_too_few_arguments();
    return index;
  }

  constexpr void check_field() {
    const format_category category = arguments_[argument()];
    if (peek() == ':') {
      ++at_;
      check_specification(category);
    }
    if (peek() != '}')
      format_error_invalid_format_specification();
    ++at_;
  }

  constexpr void check_specification(format_category category) {
    skip_fill_and_align();
    // What is for numbers is also for bool and char when they are shown as integers.
    bool sign = false, alternate = false, zero = false, locale = false, precision = false;
    if (is_one_of(peek(), "+- ")) {
      sign = true;
      ++at_;
    }
    if (peek() == '#') {
      alternate = true;
      ++at_;
    }
    if (peek() == '0') {
      zero = true;
      ++at_;
    }
    check_width();
    if (peek() == '.') {
      ++at_;
      precision = true;
      if (!is_digit(peek()) && peek() != '{')
        format_error_precision_is_missing();
      check_width();
    }
    if (peek() == 'L') {
      locale = true;
      ++at_;
    }
    char type = 0;
    if (peek() != '}')
      type = *at_++;
    check_type(category, type);

    const bool shown_as_number =
        category == format_category::integer || category == format_category::floating_point ||
        ((category == format_category::boolean || category == format_category::character) &&
         is_one_of(type, "bBdoxX") && type != 0);
    if (sign && !shown_as_number)
      format_error_sign_needs_a_number();
    if (alternate && !shown_as_number)
      format_error_alternate_form_needs_a_number();
    if (zero && !shown_as_number)
      format_error_leading_zero_needs_a_number();
    if (locale && !shown_as_number && category != format_category::boolean)
      format_error_locale_form_needs_a_number();
    if (precision && category != format_category::floating_point &&
        category != format_category::string)
      format_error_precision_needs_a_floating_point_or_string_argument();
  }

  /// [[fill]align]; a fill is one code point, of 1 to 4 bytes in UTF-8.
  constexpr void skip_fill_and_align() {
    const auto lead = static_cast<unsigned char>(peek());
    const int bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (end_ - at_ > bytes && is_align(at_[bytes])) {
      if (*at_ == '{' || *at_ == '}')
        format_error_invalid_format_specification();
      at_ += bytes + 1;
    } else if (is_align(*at_)) {
      ++at_;
    }
  }

  /// A number, or a field that names an integer argument, or nothing.
  constexpr void check_width() {
    if (is_digit(peek())) {
      number();
    } else if (peek() == '{') {
      ++at_;
      if (arguments_[argument()] != format_category::integer)
        format_error_width_or_precision_argument_is_not_an_integer();
      if (peek() != '}')
        format_error_invalid_format_specification();
      ++at_;
    }
  }

  static constexpr void check_type(format_category category, char type) {
    if (type == 0)
      return;
    switch (category) {
    case format_category::integer:
      if (!is_one_of(type, "bBcdoxX"))
        format_error_presentation_type_is_not_for_an_integer();
      return;
    case format_category::boolean:
      if (!is_one_of(type, "sbBdoxX"))
        format_error_presentation_type_is_not_for_a_bool();
      return;
    case format_category::character:
      if (!is_one_of(type, "cbBdoxX"))
        format_error_presentation_type_is_not_for_a_char();
      return;
    case format_category::floating_point:
      if (!is_one_of(type, "aAeEfFgG"))
        format_error_presentation_type_is_not_for_a_floating_point();
      return;
    case format_category::string:
      if (type != 's')
        format_error_presentation_type_is_not_for_a_string();
      return;
    case format_category::pointer:
      if (type != 'p')
        format_error_presentation_type_is_not_for_a_pointer();
      return;
    }
  }

  const char *at_, *end_;
  const format_category *arguments_;
  unsigned count_;
  unsigned next_ = 0;
  bool automatic_ = false, numbered_ = false;
};

} // namespace gpu::detail

#endif // GPU_DETAIL_FORMAT_CHECK_HPP
