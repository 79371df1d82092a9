//===- print.hpp - Formatted output from device code ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `gpu::print` and `gpu::println`, in device and in host code. Device code only
// packs the arguments; the host formats them with {fmt} and writes to the
// process's standard output. Each call's text is written whole, and a thread's
// texts in order. They reach the stream by the end of the launch at the latest.
//
// Arguments: bool, char, integers up to 64 bits, float, double, strings (what
// converts to std::string_view, zero-terminated text), and pointers to void.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_PRINT_HPP
#define GPU_PRINT_HPP

#include <gpu/detail/format_check.hpp>
#include <gpu/detail/services.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace gpu {
namespace detail {

template <class T>
inline constexpr bool is_character = std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
                                     std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

/// How an argument of type `T` (no reference, no qualifiers) crosses; 0 for one that cannot.
template <class T> constexpr std::uint64_t print_kind_of() {
  if constexpr (std::is_same_v<T, bool>)
    return print_bool;
  else if constexpr (std::is_same_v<T, char>)
    return print_char;
  else if constexpr (std::is_integral_v<T> && !is_character<T> && sizeof(T) <= 8)
    return std::is_signed_v<T> ? print_signed : print_unsigned;
  else if constexpr (std::is_same_v<T, float>)
    return print_float;
  else if constexpr (std::is_same_v<T, double>)
    return print_double;
  else if constexpr (std::is_same_v<T, std::nullptr_t> ||
                     (std::is_pointer_v<T> && std::is_void_v<std::remove_pointer_t<T>>))
    return print_pointer;
  else if constexpr (std::is_convertible_v<const T &, std::string_view>)
    return print_string;
  else
    return 0;
}

constexpr format_category category_of(std::uint64_t kind) {
  switch (kind) {
  case print_bool:
    return format_category::boolean;
  case print_char:
    return format_category::character;
  case print_float:
  case print_double:
    return format_category::floating_point;
  case print_string:
    return format_category::string;
  case print_pointer:
    return format_category::pointer;
  default:
    return format_category::integer;
  }
}

template <class T>
inline constexpr std::uint64_t print_kind_for = print_kind_of<std::remove_cvref_t<T>>();

} // namespace detail

/// A format string that fits arguments of the types `Args`. Its constructor checks that when the
/// program is compiled; the text must be a constant.
template <class... Args> class basic_format_string {
public:
  /// Takes a constant text; one that does not fit the arguments does not compile.
  template <class S>
  requires std::is_convertible_v<const S &, std::string_view>
  consteval basic_format_string(const S &text) : text_(text) {
    static_assert(((detail::print_kind_for<Args> != 0) && ...),
                  "gpu::print takes bool, char, integers, float, double, strings and pointers to "
                  "void; convert other arguments to one of these");
    constexpr detail::format_category categories[sizeof...(Args) + 1] = {
        detail::category_of(detail::print_kind_for<Args>)...};
    detail::format_checker(text_.data(), text_.size(), categories, sizeof...(Args)).check();
  }

  /// The text.
  constexpr std::string_view get() const { return text_; }

private:
  std::string_view text_;
};

/// As `std::format_string`: does not take part in deduction.
template <class... Args> using format_string = basic_format_string<std::type_identity_t<Args>...>;

namespace detail {

/// A message of `Count` arguments, laid out as services.hpp says. Strings stay where they are.
template <unsigned Count, unsigned Strings> struct print_message {
  static constexpr unsigned kind_words = (Count + print_kinds_per_word - 1) / print_kinds_per_word;

  print_header header;
  std::uint64_t words[kind_words + Count + 1] = {}; // never empty
  piece pieces[2 + Strings];
  unsigned argument_count = 0, piece_count = 2;

  [[gnu::always_inline]] print_message(std::uint16_t flags, std::string_view format)
      : header{flags, Count, static_cast<std::uint32_t>(format.size())} {
    pieces[0] = {this, static_cast<unsigned>(sizeof header + (kind_words + Count) * 8)};
    pieces[1] = {format.data(), static_cast<unsigned>(format.size())};
  }

  template <class T> [[gnu::always_inline]] void add(const T &value) {
    constexpr std::uint64_t kind = print_kind_for<T>;
    words[argument_count / print_kinds_per_word] |= kind
                                                    << argument_count % print_kinds_per_word * 4;
    std::uint64_t &bits = words[kind_words + argument_count++];
    if constexpr (kind == print_float) {
      bits = __builtin_bit_cast(std::uint32_t, value);
    } else if constexpr (kind == print_double) {
      bits = __builtin_bit_cast(std::uint64_t, value);
    } else if constexpr (kind == print_string) {
      const std::string_view text = value;
      bits = text.size();
      pieces[piece_count++] = {text.data(), static_cast<unsigned>(text.size())};
    } else if constexpr (kind == print_pointer) {
      const void *pointer = value;
      bits = reinterpret_cast<std::uintptr_t>(pointer);
    } else if constexpr (kind == print_signed) {
      bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    } else if constexpr (kind == print_char) {
      bits = static_cast<unsigned char>(value);
    } else if constexpr (kind != 0) { // what cannot cross has been reported by the format string
      bits = value;
    }
  }
};

template <class... Args>
[[gnu::always_inline]] inline void print_to(std::uint16_t flags, std::string_view format,
                                            const Args &...args) {
  constexpr unsigned strings = ((print_kind_for<Args> == print_string ? 1u : 0u) + ... + 0u);
  print_message<sizeof...(Args), strings> message(flags, format);
  (message.add(args), ...);
#if defined(__GPUC_DEVICE__)
  __gpuc_service_send(service_print, message.pieces, message.piece_count);
#else
  __gpuc_host_print(message.pieces, message.piece_count);
#endif
}

} // namespace detail

/// Writes the formatted text to standard output: `gpu::print("{} of {:.2f}", i, x)`.
template <class... Args> inline void print(format_string<Args...> format, const Args &...args) {
  detail::print_to(0, format.get(), args...);
}

/// As `print`, and ends the line.
template <class... Args> inline void println(format_string<Args...> format, const Args &...args) {
  detail::print_to(detail::print_newline, format.get(), args...);
}

/// Ends the line.
inline void println() { detail::print_to(detail::print_newline, {}); }

/// `print` and `println` to standard error.
template <class... Args> inline void eprint(format_string<Args...> format, const Args &...args) {
  detail::print_to(detail::print_to_stderr, format.get(), args...);
}
template <class... Args> inline void eprintln(format_string<Args...> format, const Args &...args) {
  detail::print_to(detail::print_to_stderr | detail::print_newline, format.get(), args...);
}

} // namespace gpu

#endif // GPU_PRINT_HPP
