//===- codecvt.cpp - libc++: conversions between encodings ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <locale>

#include <string.h>
#include <wchar.h>

namespace {

using std::codecvt_base;

constexpr char32_t last_code_point = 0x10FFFF;

constexpr bool is_surrogate(char32_t c) { return c >= 0xD800 && c < 0xE000; }

/// Reads one code point of UTF-8; moves `p` past it only if that is `ok`.
template <class Byte>
codecvt_base::result get_utf8(const Byte *&p, const Byte *end, char32_t &code) {
  if (p == end)
    return codecvt_base::partial;
  const auto lead = static_cast<unsigned char>(*p);
  if (lead < 0x80) {
    code = lead;
    ++p;
    return codecvt_base::ok;
  }
  const int more = lead < 0xC2 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : 0;
  if (more == 0)
    return codecvt_base::error;
  code = lead & (0x3F >> more);
  for (int i = 1; i <= more; ++i) {
    if (p + i == end)
      return codecvt_base::partial;
    const auto next = static_cast<unsigned char>(p[i]);
    if ((next & 0xC0) != 0x80)
      return codecvt_base::error;
    code = code << 6 | (next & 0x3F);
    // The second byte tells whether the form is longer than it has to be, or no character.
    if (i == 1 && ((more == 2 && (code < 0x20 || is_surrogate(code << 6))) ||
                   (more == 3 && (code < 0x10 || code > last_code_point >> 12))))
      return codecvt_base::error;
  }
  p += more + 1;
  return codecvt_base::ok;
}

template <class Byte> codecvt_base::result put_utf8(char32_t code, Byte *&p, Byte *end) {
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  if (end - p <= more)
    return codecvt_base::partial;
  constexpr unsigned char leads[] = {0, 0xC0, 0xE0, 0xF0};
  *p++ = static_cast<Byte>(leads[more] | (code >> (6 * more)));
  for (int i = more; i-- != 0;)
    *p++ = static_cast<Byte>(0x80 | ((code >> (6 * i)) & 0x3F));
  return codecvt_base::ok;
}

codecvt_base::result get_wide(const char32_t *&p, const char32_t *end, char32_t &code) {
  if (p == end)
    return codecvt_base::partial;
  code = *p;
  if (code > last_code_point || is_surrogate(code))
    return codecvt_base::error;
  ++p;
  return codecvt_base::ok;
}

codecvt_base::result get_wide(const char16_t *&p, const char16_t *end, char32_t &code) {
  if (p == end)
    return codecvt_base::partial;
  code = *p;
  if (!is_surrogate(code)) {
    ++p;
    return codecvt_base::ok;
  }
  if (code >= 0xDC00)
    return codecvt_base::error;
  if (p + 1 == end)
    return codecvt_base::partial;
  if (p[1] < 0xDC00 || p[1] >= 0xE000)
    return codecvt_base::error;
  code = 0x10000 + ((code - 0xD800) << 10) + (p[1] - 0xDC00u);
  p += 2;
  return codecvt_base::ok;
}

codecvt_base::result put_wide(char32_t code, char32_t *&p, char32_t *end) {
  if (p == end)
    return codecvt_base::partial;
  *p++ = code;
  return codecvt_base::ok;
}

codecvt_base::result put_wide(char32_t code, char16_t *&p, char16_t *end) {
  const int units = code < 0x10000 ? 1 : 2;
  if (end - p < units)
    return codecvt_base::partial;
  if (units == 1) {
    *p++ = static_cast<char16_t>(code);
  } else {
    *p++ = static_cast<char16_t>(0xD7C0 + (code >> 10));
    *p++ = static_cast<char16_t>(0xDC00 + (code & 0x3FF));
  }
  return codecvt_base::ok;
}

/// Converts code points while there is input and room.
template <class From, class To, class Get, class Put>
codecvt_base::result convert(const From *from, const From *from_end, const From *&from_next, To *to,
                             To *to_end, To *&to_next, Get get, Put put) {
  codecvt_base::result result = codecvt_base::ok;
  while (from != from_end) {
    const From *next = from;
    char32_t code;
    if ((result = get(next, from_end, code)) != codecvt_base::ok ||
        (result = put(code, to, to_end)) != codecvt_base::ok)
      break;
    from = next;
  }
  from_next = from;
  to_next = to;
  return result;
}

/// How many bytes of UTF-8 make at most `most` units.
template <class Wide, class Byte> int length_of(const Byte *from, const Byte *end, size_t most) {
  const Byte *p = from;
  while (most != 0) {
    const Byte *next = p;
    char32_t code;
    if (get_utf8(next, end, code) != codecvt_base::ok)
      break;
    const size_t units = sizeof(Wide) == 2 && code >= 0x10000 ? 2 : 1;
    if (units > most)
      break;
    most -= units;
    p = next;
  }
  return static_cast<int>(p - from);
}

template <class From, class To>
void copy_ascii(const From *from, const From *from_end, const From *&from_next, To *to, To *to_end,
                To *&to_next) {
  while (from != from_end && to != to_end && static_cast<unsigned>(*from) < 128)
    *to++ = static_cast<To>(*from++);
  from_next = from;
  to_next = to;
}

/// The classic locale's wide characters are those of ASCII.
template <class From> codecvt_base::result outcome(const From *from, const From *from_end) {
  if (from == from_end)
    return codecvt_base::ok;
  return static_cast<unsigned>(*from) < 128 ? codecvt_base::partial : codecvt_base::error;
}

} // namespace

namespace std {
inline namespace __1 {

using conversion_state = mbstate_t;

codecvt<char, char, mbstate_t>::~codecvt() {}
codecvt_base::result codecvt<char, char, mbstate_t>::do_out(conversion_state &, const char *from,
                                                            const char *, const char *&from_next,
                                                            char *to, char *,
                                                            char *&to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_in(conversion_state &, const char *from,
                                                           const char *, const char *&from_next,
                                                           char *to, char *, char *&to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(conversion_state &, char *to,
                                                                char *, char *&to_next) const {
  to_next = to;
  return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const noexcept { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const noexcept { return true; }
int codecvt<char, char, mbstate_t>::do_length(conversion_state &, const char *from, const char *end,
                                              size_t most) const {
  const auto size = static_cast<size_t>(end - from);
  return static_cast<int>(size < most ? size : most);
}
int codecvt<char, char, mbstate_t>::do_max_length() const noexcept { return 1; }

codecvt<wchar_t, char, mbstate_t>::codecvt(size_t references) : facet(references), __l_(__cloc()) {}
codecvt<wchar_t, char, mbstate_t>::codecvt(const char *name, size_t references)
    : codecvt(references) {
  locale check(name);
}
codecvt<wchar_t, char, mbstate_t>::~codecvt() {}
codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_out(conversion_state &,
                                                               const wchar_t *from,
                                                               const wchar_t *from_end,
                                                               const wchar_t *&from_next, char *to,
                                                               char *to_end, char *&to_next) const {
  copy_ascii(from, from_end, from_next, to, to_end, to_next);
  return outcome(from_next, from_end);
}
codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_in(conversion_state &, const char *from,
                                                              const char *from_end,
                                                              const char *&from_next, wchar_t *to,
                                                              wchar_t *to_end,
                                                              wchar_t *&to_next) const {
  copy_ascii(from, from_end, from_next, to, to_end, to_next);
  return outcome(from_next, from_end);
}
codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_unshift(conversion_state &, char *to,
                                                                   char *, char *&to_next) const {
  to_next = to;
  return noconv;
}
int codecvt<wchar_t, char, mbstate_t>::do_encoding() const noexcept { return 1; }
bool codecvt<wchar_t, char, mbstate_t>::do_always_noconv() const noexcept { return false; }
int codecvt<wchar_t, char, mbstate_t>::do_length(conversion_state &, const char *from,
                                                 const char *end, size_t most) const {
  const char *p = from;
  for (; p != end && most != 0 && static_cast<unsigned char>(*p) < 128; --most)
    ++p;
  return static_cast<int>(p - from);
}
int codecvt<wchar_t, char, mbstate_t>::do_max_length() const noexcept { return 1; }

#define GPUC_UTF_CODECVT(Wide, Byte)                                                               \
  codecvt<Wide, Byte, mbstate_t>::~codecvt() {}                                                    \
  codecvt_base::result codecvt<Wide, Byte, mbstate_t>::do_out(                                     \
      conversion_state &, const Wide *from, const Wide *from_end, const Wide *&from_next,          \
      Byte *to, Byte *to_end, Byte *&to_next) const {                                              \
    return convert(                                                                                \
        from, from_end, from_next, to, to_end, to_next,                                            \
        [](const Wide *&p, const Wide *end, char32_t &code) { return get_wide(p, end, code); },    \
        [](char32_t code, Byte *&p, Byte *end) { return put_utf8(code, p, end); });                \
  }                                                                                                \
  codecvt_base::result codecvt<Wide, Byte, mbstate_t>::do_in(                                      \
      conversion_state &, const Byte *from, const Byte *from_end, const Byte *&from_next,          \
      Wide *to, Wide *to_end, Wide *&to_next) const {                                              \
    return convert(                                                                                \
        from, from_end, from_next, to, to_end, to_next,                                            \
        [](const Byte *&p, const Byte *end, char32_t &code) { return get_utf8(p, end, code); },    \
        [](char32_t code, Wide *&p, Wide *end) { return put_wide(code, p, end); });                \
  }                                                                                                \
  codecvt_base::result codecvt<Wide, Byte, mbstate_t>::do_unshift(conversion_state &, Byte *to,    \
                                                                  Byte *, Byte *&to_next) const {  \
    to_next = to;                                                                                  \
    return noconv;                                                                                 \
  }                                                                                                \
  int codecvt<Wide, Byte, mbstate_t>::do_encoding() const noexcept { return 0; }                   \
  bool codecvt<Wide, Byte, mbstate_t>::do_always_noconv() const noexcept { return false; }         \
  int codecvt<Wide, Byte, mbstate_t>::do_length(conversion_state &, const Byte *from,              \
                                                const Byte *end, size_t most) const {              \
    return length_of<Wide>(from, end, most);                                                       \
  }                                                                                                \
  int codecvt<Wide, Byte, mbstate_t>::do_max_length() const noexcept { return 4; }

#pragma clang diagnostic ignored "-Wdeprecated-declarations"
GPUC_UTF_CODECVT(char16_t, char)
GPUC_UTF_CODECVT(char32_t, char)
GPUC_UTF_CODECVT(char16_t, char8_t)
GPUC_UTF_CODECVT(char32_t, char8_t)

__narrow_to_utf8<16>::~__narrow_to_utf8() {}
__narrow_to_utf8<32>::~__narrow_to_utf8() {}
__widen_from_utf8<16>::~__widen_from_utf8() {}
__widen_from_utf8<32>::~__widen_from_utf8() {}

template class codecvt_byname<char, char, mbstate_t>;
template class codecvt_byname<wchar_t, char, mbstate_t>;
template class codecvt_byname<char16_t, char, mbstate_t>;
template class codecvt_byname<char32_t, char, mbstate_t>;
template class codecvt_byname<char16_t, char8_t, mbstate_t>;
template class codecvt_byname<char32_t, char8_t, mbstate_t>;

} // namespace __1
} // namespace std
