//===- print_service.cpp - Host services: print -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats print messages (gpu/detail/services.hpp). Neighbouring messages have the
// same format as a rule, so a format is taken apart once and its parts are kept.
//
//===----------------------------------------------------------------------===//

#include "service_handlers.hpp"

#include <fmt/args.h>

#include <bit>
#include <charconv>

namespace gpu::detail::services {
namespace {

/// Messages with more arguments are formatted by {fmt} as a whole.
constexpr unsigned planned_arguments = 64;

std::uint64_t kind_of(const char *kinds, unsigned argument) {
  std::uint64_t word;
  std::memcpy(&word, kinds + argument / print_kinds_per_word * sizeof word, sizeof word);
  return word >> argument % print_kinds_per_word * 4 & 15;
}

std::uint64_t value_of(const char *values, unsigned argument) {
  std::uint64_t bits;
  std::memcpy(&bits, values + argument * sizeof bits, sizeof bits);
  return bits;
}

/// Calls `use` with the argument as the type that {fmt} is to see.
template <class Use>
void with_argument(std::uint64_t kind, std::uint64_t bits, std::string_view text, Use use) {
  switch (kind) {
  case print_bool:
    return use(bits != 0);
  case print_char:
    return use(static_cast<char>(bits));
  case print_signed:
    return use(static_cast<long long>(bits));
  case print_unsigned:
    return use(static_cast<unsigned long long>(bits));
  case print_float:
    return use(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  case print_double:
    return use(std::bit_cast<double>(bits));
  case print_string:
    return use(text);
  case print_pointer:
    return use(reinterpret_cast<const void *>(bits));
  }
  throw std::runtime_error("it has an argument of an unknown kind");
}

void append(text_buffer &out, std::string_view text) {
  out.append(text.data(), text.data() + text.size());
}

/// Appends a value as "{}" does.
void append_value(text_buffer &out, std::uint64_t kind, std::uint64_t bits, std::string_view text) {
  if (kind == print_signed) {
    const fmt::format_int digits(static_cast<long long>(bits));
    out.append(digits.data(), digits.data() + digits.size());
  } else if (kind == print_unsigned) {
    const fmt::format_int digits(static_cast<unsigned long long>(bits));
    out.append(digits.data(), digits.data() + digits.size());
  } else if (kind == print_string) {
    append(out, text);
  } else if (kind == print_char) {
    out.push_back(static_cast<char>(bits));
  } else {
    with_argument(kind, bits, text,
                  [&](const auto &value) { fmt::format_to(fmt::appender(out), "{}", value); });
  }
}

/// Appends the text of a message whose format is not taken apart.
void format_whole(std::string_view format, unsigned count, const char *kinds, const char *values,
                  message_reader &strings, text_buffer &out) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (unsigned i = 0; i != count; ++i) {
    const std::uint64_t kind = kind_of(kinds, i), bits = value_of(values, i);
    const std::string_view text = kind == print_string ? strings.text(bits) : std::string_view();
    with_argument(kind, bits, text, [&](const auto &value) { store.push_back(value); });
  }
  fmt::vformat_to(fmt::appender(out), format, store);
}

/// Takes a format apart. False: it has to be formatted as a whole, or is wrong, which {fmt}
/// reports.
bool take_apart(std::string_view format, unsigned count, std::vector<print_plan::part> &parts) {
  std::string literal;
  int next = 0; // automatic number; -1 once there was one by hand
  for (std::size_t i = 0; i != format.size(); ++i) {
    const char c = format[i];
    const bool doubled = i + 1 != format.size() && format[i + 1] == c;
    if ((c != '{' && c != '}') || doubled) {
      literal += c;
      i += c == '{' || c == '}';
      continue;
    }
    const std::size_t end = format.find('}', i);
    if (c == '}' || end == format.npos)
      return false;
    const std::string_view field = format.substr(i + 1, end - i - 1);
    const std::size_t colon = field.find(':');
    const std::string_view number = field.substr(0, colon);
    if (field.find('{') != field.npos)
      return false;
    int argument = next;
    if (number.empty()) {
      if (next++ < 0)
        return false;
    } else {
      const auto [rest, error] =
          std::from_chars(number.data(), number.data() + number.size(), argument);
      if (error != std::errc() || rest != number.data() + number.size() || next > 0)
        return false;
      next = -1;
    }
    if (argument < 0 || static_cast<unsigned>(argument) >= count)
      return false;
    const bool plain = colon == field.npos || colon + 1 == field.size();
    parts.push_back({std::move(literal), argument,
                     plain ? std::string() : fmt::format("{{{}}}", field.substr(colon))});
    literal.clear();
    i = end;
  }
  parts.push_back({std::move(literal)});
  return true;
}

} // namespace

const print_plan &print_formatter::plan_for(std::string_view key, std::string_view format,
                                            std::uint16_t flags) {
  for (unsigned i = 0; i != plans_.size(); ++i) {
    const unsigned index = (last_ + i) % plans_.size();
    if (plans_[index].key == key && plans_[index].format == format) {
      last_ = index;
      return plans_[index];
    }
  }
  const unsigned count = static_cast<unsigned>(value_of(key.data(), 0) >> 16 & 0xffff);
  print_plan plan{std::string(key), std::string(format), {}};
  for (unsigned i = 0; i != count; ++i) {
    const std::uint64_t kind = kind_of(key.data() + sizeof(print_header), i);
    with_argument(kind, 0, {}, [](const auto &) {});
    plan.has_strings |= kind == print_string;
  }
  if (flags & print_verbatim)
    plan.parts.push_back({plan.format});
  else
    plan.whole = count > planned_arguments || !take_apart(format, count, plan.parts);
  if (!plan.whole && (flags & print_newline))
    plan.parts.back().literal += '\n';
  last_ = oldest_;
  oldest_ = (oldest_ + 1) % plans_.size();
  return plans_[last_] = std::move(plan);
}

std::uint16_t print_formatter::format(std::string_view message, text_buffer &out) {
  message_reader reader(message);
  const auto header = reader.value<print_header>();
  const unsigned count = header.argument_count;
  const std::size_t kinds_size =
      (count + print_kinds_per_word - 1) / print_kinds_per_word * sizeof(std::uint64_t);
  const char *const kinds = reader.text(kinds_size).data();
  const char *const values = reader.text(count * sizeof(std::uint64_t)).data();
  const std::string_view format = reader.text(header.format_size);
  const print_plan &plan =
      plan_for(message.substr(0, sizeof header + kinds_size), format, header.flags);

  if (plan.whole) {
    format_whole(format, count, kinds, values, reader, out);
    if (header.flags & print_newline)
      out.push_back('\n');
    return header.flags;
  }
  std::size_t ends[planned_arguments]; // of the string arguments, in the bytes of all
  const std::string_view strings = reader.rest();
  if (plan.has_strings)
    for (unsigned i = 0; i != count; ++i) {
      if (kind_of(kinds, i) == print_string)
        reader.text(value_of(values, i));
      ends[i] = strings.size() - reader.size();
    }
  for (const print_plan::part &part : plan.parts) {
    append(out, part.literal);
    if (part.argument < 0)
      continue;
    const unsigned i = static_cast<unsigned>(part.argument);
    const std::uint64_t kind = kind_of(kinds, i), bits = value_of(values, i);
    const std::string_view text =
        kind == print_string ? strings.substr(ends[i] - bits, bits) : std::string_view();
    if (part.field.empty())
      append_value(out, kind, bits, text);
    else
      with_argument(kind, bits, text, [&](const auto &value) {
        fmt::vformat_to(fmt::appender(out), part.field, fmt::make_format_args(value));
      });
  }
  return header.flags;
}

} // namespace gpu::detail::services
