//===- locale.cpp - libc++: std::locale and its basic facets ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The locale of device code is the classic one. A program may put facets of its
// own over it; no other locale has a name.
//
//===----------------------------------------------------------------------===//

#include "libc++/locale.hpp"
#include "support.hpp"

#include <locale>
#include <stdexcept>
#include <string>

#include <string.h>
#include <time.h>

namespace std {
inline namespace __1 {

/// A locale: the facets that differ from the classic locale's.
class locale::__imp {
public:
  struct entry {
    long number;
    facet *object;
  };

  unsigned references; ///< of a locale with facets of its own
  unsigned count;
  entry *entries;

  /// A copy with room for one facet more.
  static __imp *copy(const __imp *other) {
    auto *result = new __imp{1, 0, new entry[other->count + 1]};
    for (unsigned i = 0; i != other->count; ++i)
      result->put(other->entries[i].number, other->entries[i].object);
    return result;
  }

  void put(long number, facet *object) {
    object->__add_shared();
    for (unsigned i = 0; i != count; ++i)
      if (entries[i].number == number) {
        entries[i].object->__release_shared();
        entries[i].object = object;
        return;
      }
    entries[count++] = {number, object};
  }

  void acquire() {
    if (count)
      __atomic_fetch_add(&references, 1, __ATOMIC_RELAXED);
  }

  void release() {
    if (!count)
      return;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    if (__atomic_fetch_sub(&references, 1, __ATOMIC_RELAXED) != 1)
      return;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    for (unsigned i = 0; i != count; ++i)
      entries[i].object->__release_shared();
    delete[] entries;
    delete this;
  }

  /// The classic locale.
  static __imp classic;
  /// What the default constructor copies.
  static __imp *global;
};

constinit locale::__imp locale::__imp::classic = {1, 0, nullptr};
constinit locale::__imp *locale::__imp::global = &locale::__imp::classic;

namespace {

bool is_classic(const char *name) {
  return !*name || (name[0] == 'C' && !name[1]) || ::strcmp(name, "POSIX") == 0;
}

[[gnu::cold, gnu::noinline]] void refuse_name(const char *name) {
  std::__throw_runtime_error(
      ("device code has the locale \"C\" only: " + std::string(name ? name : "null")).c_str());
}

void check_name(const char *name) {
  if (!name || !is_classic(name))
    refuse_name(name);
}

/// Every locale_t of device code; nothing looks at what it points to.
constinit char locale_object = 0;

} // namespace

__locale::__locale_t __cloc() { return reinterpret_cast<__locale::__locale_t>(&locale_object); }

locale::locale() noexcept : __locale_(__atomic_load_n(&__imp::global, __ATOMIC_RELAXED)) {
  __locale_->acquire();
}
locale::locale(const locale &other) noexcept : __locale_(other.__locale_) { __locale_->acquire(); }
locale::locale(const char *name) : __locale_(&__imp::classic) { check_name(name); }
locale::locale(const string &name) : locale(name.c_str()) {}
locale::locale(const locale &other, const char *name, category) : locale(other) {
  check_name(name);
}
locale::locale(const locale &other, const string &name, category wanted)
    : locale(other, name.c_str(), wanted) {}
locale::locale(const locale &other, const locale &, category) : locale(other) {}
locale::~locale() { __locale_->release(); }

const locale &locale::operator=(const locale &other) noexcept {
  other.__locale_->acquire();
  __locale_->release();
  __locale_ = other.__locale_;
  return *this;
}

void locale::__install_ctor(const locale &other, facet *object, long number) {
  if (object) {
    __locale_ = __imp::copy(other.__locale_);
    __locale_->put(number, object);
  } else {
    __locale_ = other.__locale_;
    __locale_->acquire();
  }
}

string locale::name() const { return __locale_->count ? "*" : "C"; }
bool locale::operator==(const locale &other) const { return __locale_ == other.__locale_; }

const locale &locale::classic() {
  static constinit __imp *const classic = &__imp::classic;
  return reinterpret_cast<const locale &>(classic);
}

locale &locale::__global() { return reinterpret_cast<locale &>(__imp::global); }

locale locale::global(const locale &other) {
  locale previous;
  other.__locale_->acquire(); // for ever: a thread may be about to copy it
  __atomic_store_n(&__imp::global, other.__locale_, __ATOMIC_RELAXED);
  return previous;
}

const locale::facet *locale::use_facet(id &which) const {
  const auto &known = reinterpret_cast<const facet_id &>(which);
  for (unsigned i = 0; i != __locale_->count; ++i)
    if (__locale_->entries[i].number == which.__get())
      return __locale_->entries[i].object;
  if (!known.facet)
    __throw_bad_cast();
  return static_cast<const facet *>(known.facet);
}

bool locale::has_facet(id &which) const {
  if (reinterpret_cast<const facet_id &>(which).facet)
    return true;
  for (unsigned i = 0; i != __locale_->count; ++i)
    if (__locale_->entries[i].number == which.__get())
      return true;
  return false;
}

constinit int32_t locale::id::__next_id = first_free_facet;

long locale::id::__get() {
  int32_t *number = &reinterpret_cast<facet_id *>(this)->number;
  int32_t value = __atomic_load_n(number, __ATOMIC_RELAXED);
  if (value == 0) {
    const int32_t free = __atomic_fetch_add(&__next_id, 1, __ATOMIC_RELAXED);
    if (__atomic_compare_exchange_n(number, &value, free, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      value = free;
  }
  return value;
}

locale::facet::~facet() {}
void locale::facet::__on_zero_shared() noexcept { delete this; }

// Characters.

} // namespace __1
} // namespace std

namespace {

using mask = std::ctype_base::mask;

struct mask_table {
  mask masks[256];
};

/// What the classic locale's characters are.
constexpr mask_table classify() {
  using base = std::ctype_base;
  mask_table table = {};
  for (int c = 0; c != 128; ++c) {
    unsigned bits = 0;
    const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
    const bool digit = c >= '0' && c <= '9';
    if (upper)
      bits |= base::upper | base::alpha;
    if (lower)
      bits |= base::lower | base::alpha;
    if (digit)
      bits |= base::digit;
    if (digit || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'))
      bits |= base::xdigit;
    if (c == ' ' || (c >= '\t' && c <= '\r'))
      bits |= base::space;
    if (c == ' ' || c == '\t')
      bits |= base::blank;
    if (c < ' ' || c == 127)
      bits |= base::cntrl;
    else
      bits |= base::print;
    if (c > ' ' && c < 127) {
      bits |= _ISgraph;
      if (!(upper || lower || digit))
        bits |= base::punct;
    }
    if (upper || lower || digit)
      bits |= _ISalnum;
    table.masks[c] = static_cast<mask>(bits);
  }
  return table;
}

template <class Char> bool is_ascii(Char c) { return static_cast<unsigned>(c) < 128; }

template <class Char> Char to_upper(Char c) {
  return c >= Char('a') && c <= Char('z') ? static_cast<Char>(c - Char(32)) : c;
}
template <class Char> Char to_lower(Char c) {
  return c >= Char('A') && c <= Char('Z') ? static_cast<Char>(c + Char(32)) : c;
}

} // namespace

extern "C" {
extern const mask_table __gpuc_ctype_masks;
constinit const mask_table __gpuc_ctype_masks = classify();
}

namespace std {
inline namespace __1 {

// Constants whose address is taken.
const ctype_base::mask ctype_base::alnum;
const ctype_base::mask ctype_base::alpha;
const ctype_base::mask ctype_base::blank;
const ctype_base::mask ctype_base::cntrl;
const ctype_base::mask ctype_base::digit;
const ctype_base::mask ctype_base::graph;
const ctype_base::mask ctype_base::lower;
const ctype_base::mask ctype_base::print;
const ctype_base::mask ctype_base::punct;
const ctype_base::mask ctype_base::space;
const ctype_base::mask ctype_base::upper;
const ctype_base::mask ctype_base::xdigit;
const locale::category locale::none;
const locale::category locale::collate;
const locale::category locale::ctype;
const locale::category locale::monetary;
const locale::category locale::numeric;
const locale::category locale::time;
const locale::category locale::messages;
const locale::category locale::all;
const size_t ctype<char>::table_size;

const ctype<char>::mask *ctype<char>::classic_table() noexcept { return __gpuc_ctype_masks.masks; }

ctype<char>::ctype(const mask *table, bool owned, size_t references)
    : facet(references), __tab_(table ? table : classic_table()), __del_(table && owned) {}
ctype<char>::~ctype() {
  if (__del_)
    delete[] __tab_;
}

char ctype<char>::do_toupper(char c) const { return to_upper(c); }
const char *ctype<char>::do_toupper(char *low, const char *high) const {
  for (; low != high; ++low)
    *low = to_upper(*low);
  return low;
}
char ctype<char>::do_tolower(char c) const { return to_lower(c); }
const char *ctype<char>::do_tolower(char *low, const char *high) const {
  for (; low != high; ++low)
    *low = to_lower(*low);
  return low;
}
char ctype<char>::do_widen(char c) const { return c; }
const char *ctype<char>::do_widen(const char *low, const char *high, char *to) const {
  for (; low != high; ++low, ++to)
    *to = *low;
  return low;
}
char ctype<char>::do_narrow(char c, char otherwise) const {
  return is_ascii(static_cast<unsigned char>(c)) ? c : otherwise;
}
const char *ctype<char>::do_narrow(const char *low, const char *high, char otherwise,
                                   char *to) const {
  for (; low != high; ++low, ++to)
    *to = ctype<char>::do_narrow(*low, otherwise);
  return low;
}

ctype<wchar_t>::~ctype() {}

bool ctype<wchar_t>::do_is(mask wanted, wchar_t c) const {
  return is_ascii(c) && (__gpuc_ctype_masks.masks[c] & wanted);
}
const wchar_t *ctype<wchar_t>::do_is(const wchar_t *low, const wchar_t *high, mask *to) const {
  for (; low != high; ++low, ++to)
    *to = is_ascii(*low) ? __gpuc_ctype_masks.masks[*low] : 0;
  return low;
}
const wchar_t *ctype<wchar_t>::do_scan_is(mask wanted, const wchar_t *low,
                                          const wchar_t *high) const {
  while (low != high && !ctype<wchar_t>::do_is(wanted, *low))
    ++low;
  return low;
}
const wchar_t *ctype<wchar_t>::do_scan_not(mask wanted, const wchar_t *low,
                                           const wchar_t *high) const {
  while (low != high && ctype<wchar_t>::do_is(wanted, *low))
    ++low;
  return low;
}
wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const { return to_upper(c); }
const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *low, const wchar_t *high) const {
  for (; low != high; ++low)
    *low = to_upper(*low);
  return low;
}
wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const { return to_lower(c); }
const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *low, const wchar_t *high) const {
  for (; low != high; ++low)
    *low = to_lower(*low);
  return low;
}
wchar_t ctype<wchar_t>::do_widen(char c) const { return c; }
const char *ctype<wchar_t>::do_widen(const char *low, const char *high, wchar_t *to) const {
  for (; low != high; ++low, ++to)
    *to = *low;
  return low;
}
char ctype<wchar_t>::do_narrow(wchar_t c, char otherwise) const {
  return is_ascii(c) ? static_cast<char>(c) : otherwise;
}
const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *low, const wchar_t *high, char otherwise,
                                         char *to) const {
  for (; low != high; ++low, ++to)
    *to = ctype<wchar_t>::do_narrow(*low, otherwise);
  return low;
}

ctype_byname<char>::ctype_byname(const char *name, size_t references)
    : ctype<char>(nullptr, false, references), __l_(__cloc()) {
  check_name(name);
}
ctype_byname<char>::ctype_byname(const string &name, size_t references)
    : ctype_byname(name.c_str(), references) {}
ctype_byname<char>::~ctype_byname() {}
char ctype_byname<char>::do_toupper(char c) const { return to_upper(c); }
const char *ctype_byname<char>::do_toupper(char *low, const char *high) const {
  return ctype<char>::do_toupper(low, high);
}
char ctype_byname<char>::do_tolower(char c) const { return to_lower(c); }
const char *ctype_byname<char>::do_tolower(char *low, const char *high) const {
  return ctype<char>::do_tolower(low, high);
}

collate_byname<char>::collate_byname(const char *name, size_t references)
    : collate<char>(references), __l_(__cloc()) {
  check_name(name);
}
collate_byname<char>::collate_byname(const string &name, size_t references)
    : collate_byname(name.c_str(), references) {}
collate_byname<char>::~collate_byname() {}
int collate_byname<char>::do_compare(const char *low1, const char *high1, const char *low2,
                                     const char *high2) const {
  return collate<char>::do_compare(low1, high1, low2, high2);
}
string collate_byname<char>::do_transform(const char *low, const char *high) const {
  return string(low, high);
}

// Numbers.

numpunct<char>::numpunct(size_t references)
    : facet(references), __decimal_point_('.'), __thousands_sep_(',') {}
numpunct<char>::~numpunct() {}
char numpunct<char>::do_decimal_point() const { return __decimal_point_; }
char numpunct<char>::do_thousands_sep() const { return __thousands_sep_; }
string numpunct<char>::do_grouping() const { return __grouping_; }
string numpunct<char>::do_truename() const { return "true"; }
string numpunct<char>::do_falsename() const { return "false"; }

numpunct<wchar_t>::numpunct(size_t references)
    : facet(references), __decimal_point_(L'.'), __thousands_sep_(L',') {}
numpunct<wchar_t>::~numpunct() {}
wchar_t numpunct<wchar_t>::do_decimal_point() const { return __decimal_point_; }
wchar_t numpunct<wchar_t>::do_thousands_sep() const { return __thousands_sep_; }
string numpunct<wchar_t>::do_grouping() const { return __grouping_; }
wstring numpunct<wchar_t>::do_truename() const { return L"true"; }
wstring numpunct<wchar_t>::do_falsename() const { return L"false"; }

numpunct_byname<char>::numpunct_byname(const char *name, size_t references)
    : numpunct<char>(references) {
  check_name(name);
}
numpunct_byname<char>::numpunct_byname(const string &name, size_t references)
    : numpunct_byname(name.c_str(), references) {}
numpunct_byname<char>::~numpunct_byname() {}
numpunct_byname<wchar_t>::numpunct_byname(const char *name, size_t references)
    : numpunct<wchar_t>(references) {
  check_name(name);
}
numpunct_byname<wchar_t>::numpunct_byname(const string &name, size_t references)
    : numpunct_byname(name.c_str(), references) {}
numpunct_byname<wchar_t>::~numpunct_byname() {}

const char __num_get_base::__src[33] = "0123456789abcdefABCDEFxX+-pPiInN";

int __num_get_base::__get_base(ios_base &stream) {
  switch (stream.flags() & ios_base::basefield) {
  case ios_base::oct:
    return 8;
  case ios_base::hex:
    return 16;
  case 0:
    return 0;
  default:
    return 10;
  }
}

void __num_put_base::__format_int(char *format, const char *length, bool is_signed,
                                  ios_base::fmtflags flags) {
  if ((flags & ios_base::showpos) && is_signed && (flags & ios_base::basefield) != ios_base::oct &&
      (flags & ios_base::basefield) != ios_base::hex)
    *format++ = '+';
  if (flags & ios_base::showbase)
    *format++ = '#';
  while (*length)
    *format++ = *length++;
  switch (flags & ios_base::basefield) {
  case ios_base::oct:
    *format = 'o';
    break;
  case ios_base::hex:
    *format = flags & ios_base::uppercase ? 'X' : 'x';
    break;
  default:
    *format = is_signed ? 'd' : 'u';
  }
}

bool __num_put_base::__format_float(char *format, const char *length, ios_base::fmtflags flags) {
  const auto notation = flags & ios_base::floatfield;
  const bool hexadecimal = notation == (ios_base::fixed | ios_base::scientific);
  if (flags & ios_base::showpos)
    *format++ = '+';
  if (flags & ios_base::showpoint)
    *format++ = '#';
  if (!hexadecimal) {
    *format++ = '.';
    *format++ = '*';
  }
  while (*length)
    *format++ = *length++;
  char conversion = 'g';
  if (hexadecimal)
    conversion = 'a';
  else if (notation == ios_base::scientific)
    conversion = 'e';
  else if (notation == ios_base::fixed)
    conversion = 'f';
  *format = flags & ios_base::uppercase ? to_upper(conversion) : conversion;
  return !hexadecimal;
}

char *__num_put_base::__identify_padding(char *first, char *last, const ios_base &stream) {
  switch (stream.flags() & ios_base::adjustfield) {
  case ios_base::left:
    return last;
  case ios_base::internal:
    if (*first == '-' || *first == '+')
      return first + 1;
    if (last - first >= 2 && first[0] == '0' && (first[1] == 'x' || first[1] == 'X'))
      return first + 2;
    return first;
  default:
    return first;
  }
}

/// The groups were counted from the left; the grouping counts from the right, and its last number
/// holds for all the groups further left. The leftmost may be smaller.
void __check_grouping(const string &grouping, unsigned *first, unsigned *last,
                      ios_base::iostate &state) {
  if (grouping.empty() || last - first < 2)
    return;
  size_t i = 0;
  const auto size_of = [&] { return static_cast<unsigned>(static_cast<signed char>(grouping[i])); };
  const auto limited = [&] { return grouping[i] > 0 && grouping[i] < CHAR_MAX; };
  for (unsigned *group = last - 1; group != first; --group) {
    if (limited() && *group != size_of())
      state = ios_base::failbit;
    if (i + 1 < grouping.size())
      ++i;
  }
  if (limited() && (*first == 0 || *first > size_of()))
    state = ios_base::failbit;
}

// Time.

namespace {

/// Has the layout of a std::basic_string with that text, in the form that has its text elsewhere;
/// this one's can only be read.
template <class Char> struct constant_string {
  size_t capacity; ///< and 1: the text is elsewhere
  size_t size;
  const Char *text;

  template <size_t N>
  constexpr constant_string(const Char (&literal)[N])
      : capacity((N + 1) | 1), size(N - 1), text(literal) {}
};
static_assert(sizeof(constant_string<char>) == sizeof(string));

} // namespace

#define GPUC_TIME_NAMES(Char, L)                                                                   \
  namespace {                                                                                      \
  constinit const constant_string<Char> Char##_weeks[14] = {                                       \
      L##"Sunday", L##"Monday",   L##"Tuesday", L##"Wednesday", L##"Thursday",                     \
      L##"Friday", L##"Saturday", L##"Sun",     L##"Mon",       L##"Tue",                          \
      L##"Wed",    L##"Thu",      L##"Fri",     L##"Sat"};                                         \
  constinit const constant_string<Char> Char##_months[24] = {                                      \
      L##"January", L##"February", L##"March",     L##"April",   L##"May",      L##"June",         \
      L##"July",    L##"August",   L##"September", L##"October", L##"November", L##"December",     \
      L##"Jan",     L##"Feb",      L##"Mar",       L##"Apr",     L##"May",      L##"Jun",          \
      L##"Jul",     L##"Aug",      L##"Sep",       L##"Oct",     L##"Nov",      L##"Dec"};         \
  constinit const constant_string<Char> Char##_halves[2] = {L##"AM", L##"PM"};                     \
  constinit const constant_string<Char> Char##_formats[4] = {                                      \
      L##"%a %b %d %H:%M:%S %Y", L##"%I:%M:%S %p", L##"%m/%d/%y", L##"%H:%M:%S"};                  \
  }                                                                                                \
  template <> const basic_string<Char> *__time_get_c_storage<Char>::__weeks() const {              \
    return reinterpret_cast<const basic_string<Char> *>(Char##_weeks);                             \
  }                                                                                                \
  template <> const basic_string<Char> *__time_get_c_storage<Char>::__months() const {             \
    return reinterpret_cast<const basic_string<Char> *>(Char##_months);                            \
  }                                                                                                \
  template <> const basic_string<Char> *__time_get_c_storage<Char>::__am_pm() const {              \
    return reinterpret_cast<const basic_string<Char> *>(Char##_halves);                            \
  }                                                                                                \
  template <> const basic_string<Char> &__time_get_c_storage<Char>::__c() const {                  \
    return reinterpret_cast<const basic_string<Char> &>(Char##_formats[0]);                        \
  }                                                                                                \
  template <> const basic_string<Char> &__time_get_c_storage<Char>::__r() const {                  \
    return reinterpret_cast<const basic_string<Char> &>(Char##_formats[1]);                        \
  }                                                                                                \
  template <> const basic_string<Char> &__time_get_c_storage<Char>::__x() const {                  \
    return reinterpret_cast<const basic_string<Char> &>(Char##_formats[2]);                        \
  }                                                                                                \
  template <> const basic_string<Char> &__time_get_c_storage<Char>::__X() const {                  \
    return reinterpret_cast<const basic_string<Char> &>(Char##_formats[3]);                        \
  }

GPUC_TIME_NAMES(char, )
GPUC_TIME_NAMES(wchar_t, L)

__time_put::__time_put(const char *name) : __loc_(__cloc()) { check_name(name); }
__time_put::__time_put(const string &name) : __time_put(name.c_str()) {}
__time_put::~__time_put() {}

void __time_put::__do_put(char *first, char *&last, const tm *time, char conversion,
                          char modifier) const {
  const char format[] = {'%', modifier ? modifier : conversion, modifier ? conversion : '\0', '\0'};
  last = first + ::strftime(first, last - first, format, time);
}

void __time_put::__do_put(wchar_t *first, wchar_t *&last, const tm *time, char conversion,
                          char modifier) const {
  char text[100], *end = text + sizeof text;
  __do_put(text, end, time, conversion, modifier);
  wchar_t *to = first;
  for (const char *p = text; p != end && to != last; ++p)
    *to++ = *p;
  last = to;
}

} // namespace __1
} // namespace std
