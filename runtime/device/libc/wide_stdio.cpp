//===- wide_stdio.cpp - <wchar.h>: streams of wide characters ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files hold UTF-8. Formats and texts are converted to it, formatted and read as
// those of narrow characters are, and converted back.
//
//===----------------------------------------------------------------------===//

#include "format_spec.hpp"
#include "stream.hpp"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

using namespace gpuc::libc;

namespace {

/// A wide text's UTF-8, on the heap; null and `errno` where there is none.
class narrow_copy {
public:
  explicit narrow_copy(const wchar_t *text) {
    const size_t size = wcstombs(nullptr, text, 0);
    if (size == static_cast<size_t>(-1))
      return;
    text_ = static_cast<char *>(malloc(size + 1));
    if (text_)
      wcstombs(text_, text, size + 1);
    else
      errno = ENOMEM;
  }
  ~narrow_copy() { free(text_); }
  narrow_copy(const narrow_copy &) = delete;

  const char *get() const { return text_; }

private:
  char *text_ = nullptr;
};

wint_t read_wide(stream &s) {
  char bytes[4];
  mbstate_t state = {};
  for (unsigned size = 0;;) {
    const int c = s.get();
    if (c == EOF) {
      if (size)
        errno = EILSEQ;
      return WEOF;
    }
    bytes[size] = static_cast<char>(c);
    wchar_t wide = 0;
    const size_t used = mbrtowc(&wide, bytes + size, 1, &state);
    if (used == static_cast<size_t>(-1)) {
      s.set(stream_failed);
      return WEOF;
    }
    if (used <= 1)
      return static_cast<wint_t>(wide);
    ++size;
  }
}

int print_wide(FILE *file, const wchar_t *format, va_list list) {
  const narrow_copy narrow(format);
  char *text = nullptr;
  if (!narrow.get() || vasprintf(&text, narrow.get(), list) < 0)
    return -1;
  const size_t count = mbstowcs(nullptr, text, 0);
  const bool good = fputs(text, file) >= 0;
  free(text);
  return good ? static_cast<int>(count) : -1;
}

} // namespace

extern "C" {

WEAK wint_t fputwc(wchar_t c, FILE *file) {
  char bytes[4];
  const unsigned size = encode_utf8(bytes, static_cast<uint32_t>(c));
  if (size == 0) {
    errno = EILSEQ;
    return WEOF;
  }
  return fwrite(bytes, 1, size, file) == size ? static_cast<wint_t>(c) : WEOF;
}
WEAK wint_t putwc(wchar_t c, FILE *file) { return fputwc(c, file); }
WEAK wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
WEAK wint_t fputwc_unlocked(wchar_t c, FILE *file) { return fputwc(c, file); }
WEAK wint_t putwc_unlocked(wchar_t c, FILE *file) { return fputwc(c, file); }
WEAK wint_t putwchar_unlocked(wchar_t c) { return fputwc(c, stdout); }

WEAK int fputws(const wchar_t *text, FILE *file) {
  const narrow_copy narrow(text);
  return narrow.get() ? fputs(narrow.get(), file) : EOF;
}
WEAK int fputws_unlocked(const wchar_t *text, FILE *file) { return fputws(text, file); }

WEAK wint_t fgetwc(FILE *file) {
  wint_t c = WEOF;
  stream_of(file).locked([&] { c = read_wide(stream_of(file)); });
  return c;
}
WEAK wint_t getwc(FILE *file) { return fgetwc(file); }
WEAK wint_t getwchar() { return fgetwc(stdin); }
WEAK wint_t fgetwc_unlocked(FILE *file) { return fgetwc(file); }
WEAK wint_t getwc_unlocked(FILE *file) { return fgetwc(file); }
WEAK wint_t getwchar_unlocked() { return fgetwc(stdin); }

WEAK wint_t ungetwc(wint_t c, FILE *file) {
  char bytes[4];
  unsigned left = c == static_cast<wint_t>(WEOF) ? 0 : encode_utf8(bytes, static_cast<uint32_t>(c));
  bool good = left != 0;
  stream_of(file).locked([&] {
    while (good && left != 0)
      good = stream_of(file).unget(static_cast<unsigned char>(bytes[--left]));
  });
  return good ? c : WEOF;
}

WEAK wchar_t *fgetws(wchar_t *to, int size, FILE *file) {
  int count = 0;
  stream_of(file).locked([&] {
    while (count + 1 < size) {
      const wint_t c = read_wide(stream_of(file));
      if (c == static_cast<wint_t>(WEOF))
        break;
      to[count++] = static_cast<wchar_t>(c);
      if (c == L'\n')
        break;
    }
  });
  if (size <= 0 || (count == 0 && size != 1))
    return nullptr;
  to[count] = 0;
  return to;
}

/// All streams are of both kinds.
WEAK int fwide(FILE *, int mode) noexcept { return mode; }

WEAK int vswprintf(wchar_t *to, size_t room, const wchar_t *format, va_list list) noexcept {
  const narrow_copy narrow(format);
  char *text = nullptr;
  if (!narrow.get() || vasprintf(&text, narrow.get(), list) < 0)
    return -1;
  size_t count = mbstowcs(to, text, room);
  free(text);
  if (room && count >= room)
    to[room - 1] = 0;
  return count < room ? static_cast<int>(count) : -1;
}
WEAK int swprintf(wchar_t *to, size_t room, const wchar_t *format, ...) noexcept {
  va_list list;
  va_start(list, format);
  const int result = vswprintf(to, room, format, list);
  va_end(list);
  return result;
}
WEAK int vfwprintf(FILE *file, const wchar_t *format, va_list list) {
  return print_wide(file, format, list);
}
WEAK int fwprintf(FILE *file, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  const int result = print_wide(file, format, list);
  va_end(list);
  return result;
}
WEAK int vwprintf(const wchar_t *format, va_list list) { return print_wide(stdout, format, list); }
WEAK int wprintf(const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  const int result = print_wide(stdout, format, list);
  va_end(list);
  return result;
}

} // extern "C"
