//===- codecvt.cpp - Encodings ----------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::codecvt`: of char the identity, of wchar_t the "C" locale's ASCII, of
// char16_t and char32_t UTF-16 and UTF-32 from and to UTF-8.
//
//===----------------------------------------------------------------------===//

#include <cstring>
#include <locale>

namespace std {

namespace {

using result = codecvt_base::result;

/// What was decoded or encoded: how many units it took, or none: the input ends early (0) or is no
/// character (-1).
struct step {
  char32_t character;
  int units;
};

template <class Byte> step decode_utf8(const Byte *from, const Byte *end) {
  const auto byte = [&](int i) { return static_cast<unsigned char>(from[i]); };
  const unsigned first = byte(0);
  if (first < 0x80)
    return {first, 1};
  const int units = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4)
    return {0, -1};
  char32_t character = first & (0xff >> (units + 1));
  for (int i = 1; i != units; ++i) {
    if (from + i == end)
      return {0, 0};
    if ((byte(i) & 0xc0) != 0x80)
      return {0, -1};
    character = character << 6 | (byte(i) & 0x3f);
    // Encodings that are too long, surrogates, and what is beyond Unicode.
    if (i == 1 && ((units == 3 && (character < 0x20 || character >> 5 == 0x1b)) ||
                   (units == 4 && (character < 0x10 || character > 0x10f))))
      return {0, -1};
  }
  return {character, units};
}

template <class Byte> int encode_utf8(char32_t character, Byte *to, Byte *end) {
  const int units = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  if (end - to < units)
    return 0;
  for (int i = units - 1; i > 0; --i, character >>= 6)
    to[i] = static_cast<Byte>(0x80 | (character & 0x3f));
  to[0] = static_cast<Byte>(units == 1 ? character : (0xf00u >> units & 0xf0) | character);
  return units;
}

step decode_wide(const char16_t *from, const char16_t *end) {
  const char32_t first = *from;
  if (first < 0xd800 || first > 0xdfff)
    return {first, 1};
  if (first > 0xdbff)
    return {0, -1};
  if (from + 1 == end)
    return {0, 0};
  const char32_t second = from[1];
  if (second < 0xdc00 || second > 0xdfff)
    return {0, -1};
  return {0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), 2};
}
step decode_wide(const char32_t *from, const char32_t *) {
  const bool valid = *from <= 0x10ffff && (*from < 0xd800 || *from > 0xdfff);
  return {*from, valid ? 1 : -1};
}
int encode_wide(char32_t character, char16_t *to, char16_t *end) {
  const int units = character < 0x10000 ? 1 : 2;
  if (end - to < units)
    return 0;
  if (units == 1) {
    to[0] = static_cast<char16_t>(character);
  } else {
    to[0] = static_cast<char16_t>(0xd7c0 + (character >> 10));
    to[1] = static_cast<char16_t>(0xdc00 + (character & 0x3ff));
  }
  return units;
}
int encode_wide(char32_t character, char32_t *to, char32_t *end) {
  if (to == end)
    return 0;
  *to = character;
  return 1;
}

template <class From, class To, class Decode, class Encode>
result convert(const From *from, const From *from_end, const From *&from_next, To *to, To *to_end,
               To *&to_next, Decode decode, Encode encode) {
  result done = codecvt_base::ok;
  while (from != from_end) {
    const step in = decode(from, from_end);
    const int out = in.units > 0 ? encode(in.character, to, to_end) : 0;
    if (in.units <= 0 || out <= 0) {
      done = in.units < 0 || out < 0 ? codecvt_base::error : codecvt_base::partial;
      break;
    }
    from += in.units;
    to += out;
  }
  from_next = from;
  to_next = to;
  return done;
}

} // namespace

// char.

codecvt<char, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base<char, char, mbstate_t>(references), _M_c_locale_codecvt(nullptr) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<char, char, mbstate_t>::~codecvt() = default;

result codecvt<char, char, mbstate_t>::do_out(state_type &, const intern_type *from,
                                              const intern_type *, const intern_type *&from_next,
                                              extern_type *to, extern_type *,
                                              extern_type *&to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}
result codecvt<char, char, mbstate_t>::do_in(state_type &, const extern_type *from,
                                             const extern_type *, const extern_type *&from_next,
                                             intern_type *to, intern_type *,
                                             intern_type *&to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}
result codecvt<char, char, mbstate_t>::do_unshift(state_type &, extern_type *to, extern_type *,
                                                  extern_type *&to_next) const {
  to_next = to;
  return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const noexcept { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const noexcept { return true; }
int codecvt<char, char, mbstate_t>::do_length(state_type &, const extern_type *from,
                                              const extern_type *end, size_t most) const {
  const size_t size = static_cast<size_t>(end - from);
  return static_cast<int>(size < most ? size : most);
}
int codecvt<char, char, mbstate_t>::do_max_length() const noexcept { return 1; }

// wchar_t.

codecvt<wchar_t, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base<wchar_t, char, mbstate_t>(references), _M_c_locale_codecvt(nullptr) {}
codecvt<wchar_t, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<wchar_t, char, mbstate_t>::~codecvt() = default;

result codecvt<wchar_t, char, mbstate_t>::do_out(state_type &, const intern_type *from,
                                                 const intern_type *end,
                                                 const intern_type *&from_next, extern_type *to,
                                                 extern_type *to_end, extern_type *&to_next) const {
  return convert(
      from, end, from_next, to, to_end, to_next,
      [](const wchar_t *p, const wchar_t *) {
        return step{static_cast<char32_t>(*p), static_cast<char32_t>(*p) < 128 ? 1 : -1};
      },
      [](char32_t c, char *p, char *limit) {
        if (p == limit)
          return 0;
        *p = static_cast<char>(c);
        return 1;
      });
}
result codecvt<wchar_t, char, mbstate_t>::do_in(state_type &, const extern_type *from,
                                                const extern_type *end,
                                                const extern_type *&from_next, intern_type *to,
                                                intern_type *to_end, intern_type *&to_next) const {
  return convert(
      from, end, from_next, to, to_end, to_next,
      [](const char *p, const char *) {
        const auto byte = static_cast<unsigned char>(*p);
        return step{byte, byte < 128 ? 1 : -1};
      },
      [](char32_t c, wchar_t *p, wchar_t *limit) {
        if (p == limit)
          return 0;
        *p = static_cast<wchar_t>(c);
        return 1;
      });
}
result codecvt<wchar_t, char, mbstate_t>::do_unshift(state_type &, extern_type *to, extern_type *,
                                                     extern_type *&to_next) const {
  to_next = to;
  return noconv;
}
int codecvt<wchar_t, char, mbstate_t>::do_encoding() const noexcept { return 1; }
bool codecvt<wchar_t, char, mbstate_t>::do_always_noconv() const noexcept { return false; }
int codecvt<wchar_t, char, mbstate_t>::do_length(state_type &, const extern_type *from,
                                                 const extern_type *end, size_t most) const {
  size_t count = 0;
  while (from + count != end && count != most && static_cast<unsigned char>(from[count]) < 128)
    ++count;
  return static_cast<int>(count);
}
int codecvt<wchar_t, char, mbstate_t>::do_max_length() const noexcept { return 1; }

// char16_t and char32_t.

#define UNICODE(Wide, Byte)                                                                        \
  codecvt<Wide, Byte, mbstate_t>::~codecvt() = default;                                            \
  result codecvt<Wide, Byte, mbstate_t>::do_out(                                                   \
      state_type &, const intern_type *from, const intern_type *end,                               \
      const intern_type *&from_next, extern_type *to, extern_type *to_end, extern_type *&to_next)  \
      const {                                                                                      \
    return convert(                                                                                \
        from, end, from_next, to, to_end, to_next,                                                 \
        [](const Wide *p, const Wide *limit) { return decode_wide(p, limit); },                    \
        [](char32_t c, Byte *p, Byte *limit) { return encode_utf8(c, p, limit); });                \
  }                                                                                                \
  result codecvt<Wide, Byte, mbstate_t>::do_in(state_type &, const extern_type *from,              \
                                               const extern_type *end,                             \
                                               const extern_type *&from_next, intern_type *to,     \
                                               intern_type *to_end, intern_type *&to_next) const { \
    return convert(                                                                                \
        from, end, from_next, to, to_end, to_next,                                                 \
        [](const Byte *p, const Byte *limit) { return decode_utf8(p, limit); },                    \
        [](char32_t c, Wide *p, Wide *limit) { return encode_wide(c, p, limit); });                \
  }                                                                                                \
  result codecvt<Wide, Byte, mbstate_t>::do_unshift(state_type &, extern_type *to, extern_type *,  \
                                                    extern_type *&to_next) const {                 \
    to_next = to;                                                                                  \
    return noconv;                                                                                 \
  }                                                                                                \
  int codecvt<Wide, Byte, mbstate_t>::do_encoding() const noexcept { return 0; }                   \
  bool codecvt<Wide, Byte, mbstate_t>::do_always_noconv() const noexcept { return false; }         \
  int codecvt<Wide, Byte, mbstate_t>::do_length(state_type &, const extern_type *from,             \
                                                const extern_type *end, size_t most) const {       \
    const extern_type *p = from;                                                                   \
    for (size_t made = 0; p != end;) {                                                             \
      const step in = decode_utf8(p, end);                                                         \
      made += sizeof(Wide) == 2 && in.character > 0xffff ? 2 : 1;                                  \
      if (in.units <= 0 || made > most)                                                            \
        break;                                                                                     \
      p += in.units;                                                                               \
    }                                                                                              \
    return static_cast<int>(p - from);                                                             \
  }                                                                                                \
  int codecvt<Wide, Byte, mbstate_t>::do_max_length() const noexcept { return 4; }

UNICODE(char16_t, char)
UNICODE(char32_t, char)
UNICODE(char16_t, char8_t)
UNICODE(char32_t, char8_t)

} // namespace std
