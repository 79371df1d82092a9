//===- wchar.cpp - <wchar.h>, <uchar.h> and multibyte text ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multibyte text is UTF-8. <wchar.h> is not included: it overloads some of the
// functions.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include <bits/types/locale_t.h>
#include <bits/types/mbstate_t.h>

using namespace gpuc::libc;

extern "C" {
void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
}

namespace {

constexpr size_t invalid = static_cast<size_t>(-1), incomplete = static_cast<size_t>(-2);

int compare(wchar_t a, wchar_t b) { return a < b ? -1 : a > b; }

bool contains(const wchar_t *set, wchar_t c) {
  for (; *set; ++set)
    if (*set == c)
      return true;
  return false;
}

// A state's count is 0 between characters, else the bytes that are to come plus 16 times those
// that the character has in all; its value is what has been read of it.

enum class step { more, complete, wrong };

/// Feeds a byte to the state; the character is in its value once it is complete.
step decode(mbstate_t &state, unsigned char c) {
  auto &value = state.__value.__wch;
  if (state.__count == 0) {
    value = c;
    if (c < 0x80)
      return step::complete;
    if (c < 0xc2 || c > 0xf4)
      return step::wrong;
    const int total = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    value = c & (0x7f >> total);
    state.__count = total * 16 + total - 1;
    return step::more;
  }
  if ((c & 0xc0) != 0x80)
    return step::wrong;
  value = value << 6 | (c & 0x3f);
  const int total = state.__count / 16, left = state.__count % 16 - 1;
  if (left == total - 2) {
    // The second byte shows too long a form, a surrogate and what is beyond U+10FFFF.
    if (total == 3 && (value < 0x20 || (value >= 0x360 && value < 0x380)))
      return step::wrong;
    if (total == 4 && (value < 0x10 || value >= 0x110))
      return step::wrong;
  }
  state.__count = left ? total * 16 + left : 0;
  return left ? step::more : step::complete;
}

/// mbrtowc, with the caller's state.
size_t read_character(uint32_t *to, const char *text, size_t size, mbstate_t &state) {
  for (size_t i = 0; i != size; ++i) {
    const step result = decode(state, static_cast<unsigned char>(text[i]));
    if (result == step::wrong) {
      errno = EILSEQ;
      return invalid;
    }
    if (result == step::complete) {
      if (to)
        *to = static_cast<uint32_t>(state.__value.__wch);
      return state.__value.__wch ? i + 1 : 0;
    }
  }
  return incomplete;
}

/// mbsnrtowcs for characters of 32 bits.
size_t read_text(wchar_t *to, const char **from, size_t size, size_t room, mbstate_t &state) {
  const char *text = *from;
  size_t count = 0;
  mbstate_t current = state;
  while ((!to || count != room) && size != 0) {
    uint32_t c = 0;
    const size_t used = read_character(&c, text, size, current);
    if (used == invalid) {
      if (to)
        *from = text;
      return invalid;
    }
    if (used == incomplete) {
      text += size;
      break;
    }
    if (to)
      to[count] = static_cast<wchar_t>(c);
    if (c == 0) {
      text = nullptr;
      break;
    }
    text += used;
    size -= used;
    ++count;
  }
  if (to) {
    *from = text;
    state = current;
  }
  return count;
}

/// wcsnrtombs.
size_t write_text(char *to, const wchar_t **from, size_t size, size_t room) {
  const wchar_t *text = *from;
  size_t count = 0;
  for (; size != 0; --size, ++text) {
    char bytes[4];
    const unsigned used = encode_utf8(bytes, static_cast<uint32_t>(*text));
    if (used == 0) {
      errno = EILSEQ;
      if (to)
        *from = text;
      return invalid;
    }
    if (to && used > room - count)
      break;
    for (unsigned i = 0; to && i < used; ++i)
      to[count + i] = bytes[i];
    if (*text == 0) {
      text = nullptr;
      break;
    }
    count += used;
  }
  if (to)
    *from = text;
  return count;
}

} // namespace

extern "C" {

// Wide strings.

WEAK size_t wcslen(const wchar_t *text) {
  size_t size = 0;
  while (text[size])
    ++size;
  return size;
}
WEAK size_t wcsnlen(const wchar_t *text, size_t most) {
  size_t size = 0;
  while (size != most && text[size])
    ++size;
  return size;
}

WEAK wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  return static_cast<wchar_t *>(memcpy(to, from, count * sizeof(wchar_t)));
}
WEAK wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) {
  return wmemcpy(to, from, count) + count;
}
WEAK wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  return static_cast<wchar_t *>(memmove(to, from, count * sizeof(wchar_t)));
}
WEAK wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t i = 0; i != count; ++i)
    to[i] = value;
  return to;
}
WEAK int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i != count; ++i)
    if (a[i] != b[i])
      return compare(a[i], b[i]);
  return 0;
}
WEAK wchar_t *wmemchr(const wchar_t *text, wchar_t value, size_t count) {
  for (size_t i = 0; i != count; ++i)
    if (text[i] == value)
      return const_cast<wchar_t *>(text + i);
  return nullptr;
}

WEAK wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  while ((*to = *from))
    ++to, ++from;
  return to;
}
WEAK wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  wcpcpy(to, from);
  return to;
}
WEAK wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  for (; i != count && from[i]; ++i)
    to[i] = from[i];
  wmemset(to + i, 0, count - i);
  return to + i;
}
WEAK wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
  wcpncpy(to, from, count);
  return to;
}
WEAK wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}
WEAK wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count) {
  wchar_t *end = to + wcslen(to);
  for (; count != 0 && *from; --count)
    *end++ = *from++;
  *end = 0;
  return to;
}
WEAK wchar_t *wcsdup(const wchar_t *text) {
  const size_t count = wcslen(text) + 1;
  wchar_t *copy = static_cast<wchar_t *>(malloc(count * sizeof(wchar_t)));
  return copy ? wmemcpy(copy, text, count) : nullptr;
}

WEAK int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (; count != 0; ++a, ++b, --count)
    if (!*a || *a != *b)
      return compare(*a, *b);
  return 0;
}
WEAK int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, SIZE_MAX); }
WEAK int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (; count != 0; ++a, ++b, --count) {
    const int p = to_lower(static_cast<int>(*a)), q = to_lower(static_cast<int>(*b));
    if (!p || p != q)
      return p < q ? -1 : p > q;
  }
  return 0;
}
WEAK int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, SIZE_MAX); }
WEAK int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t) { return wcscasecmp(a, b); }
WEAK int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t count, locale_t) {
  return wcsncasecmp(a, b, count);
}
WEAK int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
WEAK int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t) { return wcscmp(a, b); }
WEAK int __wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t) { return wcscmp(a, b); }
WEAK size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t count) {
  const size_t length = wcslen(from);
  if (count) {
    const size_t copied = length < count ? length : count - 1;
    wmemcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}
WEAK size_t wcsxfrm_l(wchar_t *to, const wchar_t *from, size_t count, locale_t) {
  return wcsxfrm(to, from, count);
}
WEAK size_t __wcsxfrm_l(wchar_t *to, const wchar_t *from, size_t count, locale_t) {
  return wcsxfrm(to, from, count);
}

WEAK wchar_t *wcschrnul(const wchar_t *text, wchar_t value) {
  while (*text && *text != value)
    ++text;
  return const_cast<wchar_t *>(text);
}
WEAK wchar_t *wcschr(const wchar_t *text, wchar_t value) {
  wchar_t *found = wcschrnul(text, value);
  return *found == value ? found : nullptr;
}
WEAK wchar_t *wcsrchr(const wchar_t *text, wchar_t value) {
  const wchar_t *found = nullptr;
  for (;; ++text) {
    if (*text == value)
      found = text;
    if (!*text)
      return const_cast<wchar_t *>(found);
  }
}
WEAK size_t wcsspn(const wchar_t *text, const wchar_t *set) {
  size_t size = 0;
  while (text[size] && contains(set, text[size]))
    ++size;
  return size;
}
WEAK size_t wcscspn(const wchar_t *text, const wchar_t *set) {
  size_t size = 0;
  while (text[size] && !contains(set, text[size]))
    ++size;
  return size;
}
WEAK wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
  text += wcscspn(text, set);
  return *text ? const_cast<wchar_t *>(text) : nullptr;
}
WEAK wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
  for (const size_t size = wcslen(part);; ++text) {
    if (wcsncmp(text, part, size) == 0)
      return const_cast<wchar_t *>(text);
    if (!*text)
      return nullptr;
  }
}
WEAK wchar_t *wcswcs(const wchar_t *text, const wchar_t *part) { return wcsstr(text, part); }
WEAK wchar_t *wcstok(wchar_t *text, const wchar_t *set, wchar_t **state) {
  if (!text)
    text = *state;
  if (!text)
    return nullptr;
  text += wcsspn(text, set);
  wchar_t *const end = text + wcscspn(text, set);
  *state = *end ? end + 1 : nullptr;
  if (text == end)
    return nullptr;
  *end = 0;
  return text;
}

/// Columns: one for each ASCII character that is printed.
WEAK int wcwidth(wchar_t c) { return c == 0 ? 0 : c >= 0x20 && c < 0x7f ? 1 : -1; }
WEAK int wcswidth(const wchar_t *text, size_t count) {
  int width = 0;
  for (size_t i = 0; i != count && text[i]; ++i) {
    const int one = wcwidth(text[i]);
    if (one < 0)
      return -1;
    width += one;
  }
  return width;
}

// Multibyte characters.

WEAK int mbsinit(const mbstate_t *state) { return !state || state->__count == 0; }

WEAK size_t mbrtowc(wchar_t *to, const char *text, size_t size, mbstate_t *state) {
  GPUC_THREAD_LOCAL static mbstate_t own;
  mbstate_t &used = state ? *state : own;
  if (!text)
    return read_character(nullptr, "", 1, used);
  uint32_t c = 0;
  const size_t result = read_character(&c, text, size, used);
  if (to && result < incomplete)
    *to = static_cast<wchar_t>(c);
  return result;
}

WEAK size_t mbrlen(const char *text, size_t size, mbstate_t *state) {
  GPUC_THREAD_LOCAL static mbstate_t own;
  return mbrtowc(nullptr, text, size, state ? state : &own);
}
WEAK size_t __mbrlen(const char *text, size_t size, mbstate_t *state) {
  return mbrlen(text, size, state);
}

WEAK size_t wcrtomb(char *to, wchar_t c, mbstate_t *) {
  char unused[4];
  if (!to)
    return 1;
  const unsigned size = encode_utf8(to ? to : unused, static_cast<uint32_t>(c));
  if (size == 0)
    errno = EILSEQ;
  return size ? size : invalid;
}

WEAK size_t mbsnrtowcs(wchar_t *to, const char **from, size_t size, size_t room, mbstate_t *state) {
  GPUC_THREAD_LOCAL static mbstate_t own;
  return read_text(to, from, size, room, state ? *state : own);
}
WEAK size_t mbsrtowcs(wchar_t *to, const char **from, size_t room, mbstate_t *state) {
  return mbsnrtowcs(to, from, SIZE_MAX, room, state);
}
WEAK size_t wcsnrtombs(char *to, const wchar_t **from, size_t size, size_t room, mbstate_t *) {
  return write_text(to, from, size, room);
}
WEAK size_t wcsrtombs(char *to, const wchar_t **from, size_t room, mbstate_t *) {
  return write_text(to, from, SIZE_MAX, room);
}

WEAK int mbtowc(wchar_t *to, const char *text, size_t size) noexcept {
  if (!text)
    return 0; // no state between calls
  mbstate_t state = {};
  const size_t result = mbrtowc(to, text, size, &state);
  if (result == incomplete)
    errno = EILSEQ;
  return result >= incomplete ? -1 : static_cast<int>(result);
}
WEAK int mblen(const char *text, size_t size) noexcept { return mbtowc(nullptr, text, size); }
WEAK int wctomb(char *to, wchar_t c) noexcept {
  return to ? static_cast<int>(wcrtomb(to, c, nullptr)) : 0;
}
WEAK size_t mbstowcs(wchar_t *to, const char *from, size_t room) noexcept {
  mbstate_t state = {};
  return read_text(to, &from, SIZE_MAX, room, state);
}
WEAK size_t wcstombs(char *to, const wchar_t *from, size_t room) noexcept {
  return write_text(to, &from, SIZE_MAX, room);
}

WEAK unsigned btowc(int c) { return c >= 0 && c < 128 ? static_cast<unsigned>(c) : ~0u; }
WEAK int wctob(unsigned c) { return c < 128 ? static_cast<int>(c) : -1; }

// <uchar.h>.

WEAK size_t mbrtoc32(char32_t *to, const char *text, size_t size, mbstate_t *state) noexcept {
  GPUC_THREAD_LOCAL static mbstate_t own;
  wchar_t c = 0;
  const size_t result = mbrtowc(&c, text, size, state ? state : &own);
  if (to && text && result < incomplete)
    *to = static_cast<char32_t>(c);
  return result;
}
WEAK size_t c32rtomb(char *to, char32_t c, mbstate_t *state) noexcept {
  return wcrtomb(to, static_cast<wchar_t>(c), state);
}

/// A count with this bit says that the value is the other half of a pair.
static constexpr int second_half = 0x10000;

WEAK size_t mbrtoc16(char16_t *to, const char *text, size_t size, mbstate_t *state) noexcept {
  GPUC_THREAD_LOCAL static mbstate_t own;
  mbstate_t &used = state ? *state : own;
  if (!text)
    to = nullptr, text = "", size = 1;
  if (used.__count & second_half) {
    if (to)
      *to = static_cast<char16_t>(used.__value.__wch);
    used.__count = 0;
    return static_cast<size_t>(-3);
  }
  uint32_t c = 0;
  const size_t result = read_character(&c, text, size, used);
  if (result >= incomplete)
    return result;
  if (c >= 0x10000) {
    used.__count = second_half;
    used.__value.__wch = 0xdc00 + (c & 0x3ff);
    c = 0xd7c0 + (c >> 10);
  }
  if (to)
    *to = static_cast<char16_t>(c);
  return result;
}

WEAK size_t c16rtomb(char *to, char16_t c, mbstate_t *state) noexcept {
  GPUC_THREAD_LOCAL static mbstate_t own;
  mbstate_t &used = state ? *state : own;
  if (!to)
    return used.__count = 0, 1;
  if (used.__count & second_half) {
    used.__count = 0;
    if ((c & 0xfc00) == 0xdc00)
      return encode_utf8(to, ((static_cast<uint32_t>(used.__value.__wch) - 0xd7c0) << 10) +
                                 (c - 0xdc00u));
  } else if ((c & 0xfc00) == 0xd800) {
    used.__count = second_half;
    used.__value.__wch = c;
    return 0;
  } else if (const unsigned size = encode_utf8(to, c))
    return size;
  errno = EILSEQ;
  return invalid;
}

} // extern "C"
