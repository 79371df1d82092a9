//===- regex.cpp - libc++: regular expressions ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <regex>
#include <string.h>

namespace {

const char *text_of(std::regex_constants::error_type code) {
  using namespace std::regex_constants;
  switch (code) {
  case error_collate:
    return "regular expression: invalid collating element";
  case error_ctype:
    return "regular expression: invalid character class";
  case error_escape:
    return "regular expression: invalid or trailing escape";
  case error_backref:
    return "regular expression: invalid back reference";
  case error_brack:
    return "regular expression: mismatched [ and ]";
  case error_paren:
    return "regular expression: mismatched ( and )";
  case error_brace:
    return "regular expression: mismatched { and }";
  case error_badbrace:
    return "regular expression: invalid range in {}";
  case error_range:
    return "regular expression: invalid range of characters";
  case error_space:
    return "regular expression: out of memory";
  case error_badrepeat:
    return "regular expression: one of *?+{ follows no expression";
  case error_complexity:
    return "regular expression: a match would take too long";
  case error_stack:
    return "regular expression: a match would take too much memory";
  case __re_err_grammar:
    return "regular expression: more than one grammar";
  case __re_err_empty:
    return "regular expression: empty expression";
  case __re_err_parse:
    return "regular expression: syntax error";
  default:
    return "regular expression: unknown error";
  }
}

/// POSIX's names of the characters that are neither letters nor named by themselves.
struct named_character {
  const char *name;
  char value;
};

constexpr named_character names[] = {
    {"NUL", 0},
    {"alert", 7},
    {"backspace", 8},
    {"tab", 9},
    {"newline", 10},
    {"vertical-tab", 11},
    {"form-feed", 12},
    {"carriage-return", 13},
    {"space", ' '},
    {"exclamation-mark", '!'},
    {"quotation-mark", '"'},
    {"number-sign", '#'},
    {"dollar-sign", '$'},
    {"percent-sign", '%'},
    {"ampersand", '&'},
    {"apostrophe", '\''},
    {"left-parenthesis", '('},
    {"right-parenthesis", ')'},
    {"asterisk", '*'},
    {"plus-sign", '+'},
    {"comma", ','},
    {"hyphen", '-'},
    {"hyphen-minus", '-'},
    {"period", '.'},
    {"full-stop", '.'},
    {"slash", '/'},
    {"solidus", '/'},
    {"zero", '0'},
    {"one", '1'},
    {"two", '2'},
    {"three", '3'},
    {"four", '4'},
    {"five", '5'},
    {"six", '6'},
    {"seven", '7'},
    {"eight", '8'},
    {"nine", '9'},
    {"colon", ':'},
    {"semicolon", ';'},
    {"less-than-sign", '<'},
    {"equals-sign", '='},
    {"greater-than-sign", '>'},
    {"question-mark", '?'},
    {"commercial-at", '@'},
    {"left-square-bracket", '['},
    {"backslash", '\\'},
    {"reverse-solidus", '\\'},
    {"right-square-bracket", ']'},
    {"circumflex", '^'},
    {"circumflex-accent", '^'},
    {"underscore", '_'},
    {"low-line", '_'},
    {"grave-accent", '`'},
    {"left-brace", '{'},
    {"left-curly-bracket", '{'},
    {"vertical-line", '|'},
    {"right-brace", '}'},
    {"right-curly-bracket", '}'},
    {"tilde", '~'},
    {"DEL", 127},
};

struct named_class {
  const char *name;
  std::ctype_base::mask mask;
};

constexpr named_class classes[] = {
    {"d", std::ctype_base::digit},
    {"w", std::regex_traits<char>::__regex_word | std::ctype_base::alnum},
    {"s", std::ctype_base::space},
    {"alnum", std::ctype_base::alnum},
    {"alpha", std::ctype_base::alpha},
    {"blank", std::ctype_base::blank},
    {"cntrl", std::ctype_base::cntrl},
    {"digit", std::ctype_base::digit},
    {"graph", std::ctype_base::graph},
    {"lower", std::ctype_base::lower},
    {"print", std::ctype_base::print},
    {"punct", std::ctype_base::punct},
    {"space", std::ctype_base::space},
    {"upper", std::ctype_base::upper},
    {"xdigit", std::ctype_base::xdigit}};

} // namespace

namespace std {
inline namespace __1 {

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error(text_of(code)), __code_(code) {}
regex_error::~regex_error() noexcept {}

string __get_collation_name(const char *name) {
  if (*name && !name[1])
    return string(1, *name);
  for (const named_character &known : names)
    if (::strcmp(known.name, name) == 0)
      return string(1, known.value);
  return string();
}

regex_traits<char>::char_class_type __get_classname(const char *name, bool any_case) {
  for (const named_class &known : classes)
    if (::strcmp(known.name, name) == 0) {
      const bool has_case = known.mask == ctype_base::lower || known.mask == ctype_base::upper;
      return any_case && has_case ? static_cast<ctype_base::mask>(ctype_base::alpha) : known.mask;
    }
  return 0;
}

/// Takes the next character unless `ends_line` holds for it.
template <class Char, class EndsLine>
static void match_any_but(__state<Char> &state, const __node<Char> *next, EndsLine ends_line) {
  if (state.__current_ != state.__last_ && !ends_line(*state.__current_)) {
    state.__do_ = __state<Char>::__accept_and_consume;
    ++state.__current_;
    state.__node_ = const_cast<__node<Char> *>(next);
  } else {
    state.__do_ = __state<Char>::__reject;
    state.__node_ = nullptr;
  }
}

template <> void __match_any_but_newline<char>::__exec(__state &state) const {
  match_any_but(state, this->first(), [](char c) { return c == '\n' || c == '\r'; });
}
template <> void __match_any_but_newline<wchar_t>::__exec(__state &state) const {
  match_any_but(state, this->first(),
                [](wchar_t c) { return c == L'\n' || c == L'\r' || c == 0x2028 || c == 0x2029; });
}

} // namespace __1
} // namespace std
