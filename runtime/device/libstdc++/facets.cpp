//===- facets.cpp - What the facets of the "C" locale do --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of facets that the headers leave out. Characters are ASCII.
//
//===----------------------------------------------------------------------===//

#include "facet_images.hpp"

#include <cfloat>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <locale>
#include <string>

namespace std {

using namespace gpuc_facets;

namespace {

template <class C> C to_upper(C c) {
  return C('a') <= c && c <= C('z') ? static_cast<C>(c - ('a' - 'A')) : c;
}
template <class C> C to_lower(C c) {
  return C('A') <= c && c <= C('Z') ? static_cast<C>(c + ('a' - 'A')) : c;
}
ctype_base::mask masks_of(wchar_t c) {
  return static_cast<unsigned>(c) < 128 ? classic_masks[c] : ctype_base::mask{0};
}

} // namespace

// ctype<char>.

ctype<char>::ctype(const mask *table, bool owned, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table && owned), _M_toupper(nullptr),
      _M_tolower(nullptr), _M_table(table ? table : classic_table()), _M_widen_ok(0),
      _M_narrow_ok(0) {
  memset(_M_widen, 0, sizeof _M_widen);
  memset(_M_narrow, 0, sizeof _M_narrow);
}
ctype<char>::ctype(__c_locale, const mask *table, bool owned, size_t references)
    : ctype(table, owned, references) {}
ctype<char>::~ctype() {
  if (_M_del)
    delete[] _M_table;
}
const ctype_base::mask *ctype<char>::classic_table() noexcept { return classic_masks; }

char ctype<char>::do_toupper(char c) const { return to_upper(c); }
const char *ctype<char>::do_toupper(char *low, const char *high) const {
  for (; low != high; ++low)
    *low = to_upper(*low);
  return high;
}
char ctype<char>::do_tolower(char c) const { return to_lower(c); }
const char *ctype<char>::do_tolower(char *low, const char *high) const {
  for (; low != high; ++low)
    *low = to_lower(*low);
  return high;
}

void ctype<char>::_M_widen_init() const {
  char all[sizeof _M_widen];
  for (size_t i = 0; i != sizeof all; ++i)
    all[i] = static_cast<char>(i);
  do_widen(all, all + sizeof all, _M_widen);
  // 2: some are widened to others.
  _M_widen_ok = memcmp(all, _M_widen, sizeof all) ? 2 : 1;
}
void ctype<char>::_M_narrow_init() const {
  char all[sizeof _M_narrow];
  for (size_t i = 0; i != sizeof all; ++i)
    all[i] = static_cast<char>(i);
  do_narrow(all, all + sizeof all, 0, _M_narrow);
  _M_narrow_ok = 1;
  if (memcmp(all, _M_narrow, sizeof all)) {
    _M_narrow_ok = 2;
    return;
  }
  // What the character 0 becomes does not tell whether 0 was the default.
  char zero;
  do_narrow(all, all + 1, 1, &zero);
  if (zero == 1)
    _M_narrow_ok = 2;
}

const ctype_base::mask ctype_base::upper;
const ctype_base::mask ctype_base::lower;
const ctype_base::mask ctype_base::alpha;
const ctype_base::mask ctype_base::digit;
const ctype_base::mask ctype_base::xdigit;
const ctype_base::mask ctype_base::space;
const ctype_base::mask ctype_base::print;
const ctype_base::mask ctype_base::graph;
const ctype_base::mask ctype_base::cntrl;
const ctype_base::mask ctype_base::punct;
const ctype_base::mask ctype_base::alnum;
const ctype_base::mask ctype_base::blank;
const size_t ctype<char>::table_size;

// ctype<wchar_t>.

ctype<wchar_t>::ctype(size_t references) : __ctype_abstract_base<wchar_t>(references) {
  _M_initialize_ctype();
}
ctype<wchar_t>::ctype(__c_locale, size_t references) : ctype(references) {}
ctype<wchar_t>::~ctype() = default;

void ctype<wchar_t>::_M_initialize_ctype() noexcept {
  _M_c_locale_ctype = nullptr;
  _M_narrow_ok = true;
  memcpy(_M_narrow, __gpuc_wide_ctype.narrow, sizeof _M_narrow);
  memcpy(_M_widen, __gpuc_wide_ctype.widen, sizeof _M_widen);
  memset(_M_bit, 0, sizeof _M_bit);
  memset(_M_wmask, 0, sizeof _M_wmask);
}
/// A mask stands for itself.
ctype<wchar_t>::__wmask_type ctype<wchar_t>::_M_convert_to_wmask(const mask m) const noexcept {
  return m;
}

bool ctype<wchar_t>::do_is(mask m, wchar_t c) const { return masks_of(c) & m; }
const wchar_t *ctype<wchar_t>::do_is(const wchar_t *low, const wchar_t *high, mask *masks) const {
  for (; low != high; ++low)
    *masks++ = masks_of(*low);
  return high;
}
const wchar_t *ctype<wchar_t>::do_scan_is(mask m, const wchar_t *low, const wchar_t *high) const {
  while (low != high && !do_is(m, *low))
    ++low;
  return low;
}
const wchar_t *ctype<wchar_t>::do_scan_not(mask m, const wchar_t *low, const wchar_t *high) const {
  while (low != high && do_is(m, *low))
    ++low;
  return low;
}
wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const { return to_upper(c); }
const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *low, const wchar_t *high) const {
  for (; low != high; ++low)
    *low = to_upper(*low);
  return high;
}
wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const { return to_lower(c); }
const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *low, const wchar_t *high) const {
  for (; low != high; ++low)
    *low = to_lower(*low);
  return high;
}
wchar_t ctype<wchar_t>::do_widen(char c) const {
  return static_cast<wchar_t>(_M_widen[static_cast<unsigned char>(c)]);
}
const char *ctype<wchar_t>::do_widen(const char *low, const char *high, wchar_t *to) const {
  for (; low != high; ++low)
    *to++ = static_cast<wchar_t>(_M_widen[static_cast<unsigned char>(*low)]);
  return high;
}
char ctype<wchar_t>::do_narrow(wchar_t c, char otherwise) const {
  return static_cast<unsigned>(c) < 128 ? static_cast<char>(c) : otherwise;
}
const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *low, const wchar_t *high, char otherwise,
                                         char *to) const {
  for (; low != high; ++low)
    *to++ = static_cast<unsigned>(*low) < 128 ? static_cast<char>(*low) : otherwise;
  return high;
}

// numpunct, moneypunct and __timepunct: an object of a program's own has a copy of the classic
// cache, whose texts are not its to free.

template <class Cache, class Image> static Cache *copy_cache(const Image &image) {
  static_assert(sizeof(Cache) == sizeof(Image));
  Cache *cache = new Cache(2);
  // All but what every facet begins with.
  memcpy(reinterpret_cast<char *>(cache) + sizeof(facet_image),
         reinterpret_cast<const char *>(&image) + sizeof(facet_image),
         sizeof(Image) - sizeof(facet_image));
  return cache;
}

#define PUNCTUATION(C, image)                                                                      \
  template <> void numpunct<C>::_M_initialize_numpunct(__c_locale) {                               \
    if (!_M_data)                                                                                  \
      _M_data = copy_cache<__numpunct_cache<C>>(image##numpunct_cache);                            \
  }                                                                                                \
  template <> numpunct<C>::~numpunct() { delete _M_data; }                                         \
  template <> void moneypunct<C, false>::_M_initialize_moneypunct(__c_locale, const char *) {      \
    if (!_M_data)                                                                                  \
      _M_data = copy_cache<__moneypunct_cache<C, false>>(image##moneypunct_cache);                 \
  }                                                                                                \
  template <> moneypunct<C, false>::~moneypunct() { delete _M_data; }                              \
  template <> void moneypunct<C, true>::_M_initialize_moneypunct(__c_locale, const char *) {       \
    if (!_M_data)                                                                                  \
      _M_data = copy_cache<__moneypunct_cache<C, true>>(image##moneypunct_cache);                  \
  }                                                                                                \
  template <> moneypunct<C, true>::~moneypunct() { delete _M_data; }                               \
  template <> void __timepunct<C>::_M_initialize_timepunct(__c_locale) {                           \
    if (!_M_data)                                                                                  \
      _M_data = copy_cache<__timepunct_cache<C>>(image##timepunct_cache);                          \
  }

PUNCTUATION(char, )
PUNCTUATION(wchar_t, wide_)

template <>
void __timepunct<char>::_M_put(char *to, size_t size, const char *format,
                               const tm *time) const noexcept {
  if (strftime(to, size, format, time) == 0 && size)
    *to = 0;
}
template <>
void __timepunct<wchar_t>::_M_put(wchar_t *to, size_t size, const wchar_t *format,
                                  const tm *time) const noexcept {
  // Formats are short, and what they make is ASCII.
  char narrow_format[64], text[128];
  size_t i = 0;
  for (; i + 1 < sizeof narrow_format && format[i]; ++i)
    narrow_format[i] = static_cast<char>(format[i]);
  narrow_format[i] = 0;
  const size_t made = strftime(text, sizeof text, narrow_format, time);
  if (size == 0)
    return;
  const size_t kept = made < size ? made : 0;
  for (i = 0; i != kept; ++i)
    to[i] = static_cast<wchar_t>(text[i]);
  to[kept] = 0;
}

template <>
const char *__timepunct_cache<char>::_S_timezones[14] = {"GMT", "HST", "AKST", "PST", "MST",
                                                         "CST", "EST", "AST",  "NST", "CET",
                                                         "IST", "EET", "CST",  "JST"};
template <>
const wchar_t *__timepunct_cache<wchar_t>::_S_timezones[14] = {
    L"GMT", L"HST", L"AKST", L"PST", L"MST", L"CST", L"EST",
    L"AST", L"NST", L"CET",  L"IST", L"EET", L"CST", L"JST"};

const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";
const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *money_base::_S_atoms = "-0123456789";
const money_base::pattern money_base::_S_default_pattern = {{symbol, sign, none, value}};

money_base::pattern money_base::_S_construct_pattern(char, char, char) noexcept {
  return _S_default_pattern;
}

/// The printf conversion for a number, whose precision is an argument.
void __num_base::_S_format_float(const ios_base &io, char *to, char modifier) noexcept {
  const ios_base::fmtflags flags = io.flags(), form = flags & ios_base::floatfield;
  const bool hexadecimal = form == (ios_base::fixed | ios_base::scientific);
  *to++ = '%';
  if (flags & ios_base::showpos)
    *to++ = '+';
  if (flags & ios_base::showpoint)
    *to++ = '#';
  if (!hexadecimal) {
    *to++ = '.';
    *to++ = '*';
  }
  if (modifier)
    *to++ = modifier;
  const char letter = hexadecimal                    ? 'a'
                      : form == ios_base::fixed      ? 'f'
                      : form == ios_base::scientific ? 'e'
                                                     : 'g';
  *to++ = flags & ios_base::uppercase ? to_upper(letter) : letter;
  *to = 0;
}

/// Whether the sizes of the groups that were read, in the order of reading, fit the grouping, whose
/// first number is for the group nearest to the point.
bool __verify_grouping(const char *grouping, size_t size, const string &read) noexcept {
  const size_t last = read.size() - 1;
  size_t rule = 0;
  bool fits = true;
  size_t i = last;
  // Inner groups have the size exactly; the last rule is for all that follow.
  for (; i > 0 && fits; --i) {
    fits = read[i] == grouping[rule];
    if (rule + 1 < size)
      ++rule;
  }
  // The first that was read may be shorter; a size that is no positive number allows any.
  if (fits && static_cast<signed char>(grouping[rule]) > 0 &&
      grouping[rule] != __gnu_cxx::__numeric_traits<char>::__max)
    fits = read[0] <= grouping[rule];
  return fits;
}

// Text to numbers: 0 for none, the nearest for one that is too large.

template <class Float, class Parse>
static void convert(const char *text, Float &value, ios_base::iostate &state, Float largest,
                    Parse parse) {
  char *end;
  value = parse(text, &end);
  if (end == text || *end) {
    value = 0;
    state = ios_base::failbit;
  } else if (value > largest || value < -largest) {
    value = value > 0 ? largest : -largest;
    state = ios_base::failbit;
  }
}

template <>
void __convert_to_v(const char *text, float &value, ios_base::iostate &state,
                    const __c_locale &) noexcept {
  convert(text, value, state, FLT_MAX, [](const char *s, char **e) { return strtof(s, e); });
}
template <>
void __convert_to_v(const char *text, double &value, ios_base::iostate &state,
                    const __c_locale &) noexcept {
  convert(text, value, state, DBL_MAX, [](const char *s, char **e) { return strtod(s, e); });
}
template <>
void __convert_to_v(const char *text, long double &value, ios_base::iostate &state,
                    const __c_locale &) noexcept {
  convert(text, value, state, LDBL_MAX, [](const char *s, char **e) { return strtold(s, e); });
}

// collate and messages.

template <class C> static int compare_texts(const C *a, const C *b) {
  for (; *a && *a == *b; ++a, ++b)
    ;
  using U = make_unsigned_t<C>;
  return static_cast<U>(*a) < static_cast<U>(*b) ? -1 : *a != *b;
}
/// As strxfrm: the whole size, and as much of the text as there is room for.
template <class C> static size_t transform_text(C *to, const C *from, size_t size) {
  const size_t length = char_traits<C>::length(from);
  if (size)
    char_traits<C>::copy(to, from, length < size ? length + 1 : size);
  return length;
}

template <> int collate<char>::_M_compare(const char *a, const char *b) const noexcept {
  return compare_texts(a, b);
}
template <>
size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const noexcept {
  return transform_text(to, from, size);
}
template <> int collate<wchar_t>::_M_compare(const wchar_t *a, const wchar_t *b) const noexcept {
  return *a == *b ? compare_texts(a, b) : *a < *b ? -1 : 1;
}
template <>
size_t collate<wchar_t>::_M_transform(wchar_t *to, const wchar_t *from,
                                      size_t size) const noexcept {
  return transform_text(to, from, size);
}

#define MESSAGES(C)                                                                                \
  template <> messages<C>::catalog messages<C>::do_open(const string &, const locale &) const {    \
    return 0;                                                                                      \
  }                                                                                                \
  template <> void messages<C>::do_close(catalog) const {}

MESSAGES(char)
MESSAGES(wchar_t)

template <> string messages<char>::do_get(catalog, int, int, const string &text) const {
  return text;
}
template <> wstring messages<wchar_t>::do_get(catalog, int, int, const wstring &text) const {
  return text;
}

} // namespace std
