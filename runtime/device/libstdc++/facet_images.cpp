//===- facet_images.cpp - The facets of the "C" locale ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facet_images.hpp"

namespace gpuc_facets {

namespace {

template <class C, unsigned n, unsigned m> constexpr void copy(C (&to)[n], const char (&from)[m]) {
  static_assert(n + 1 == m);
  for (unsigned i = 0; i != n; ++i)
    to[i] = static_cast<C>(from[i]);
}

constexpr bool between(int c, int low, int high) { return low <= c && c <= high; }

/// What a character is, in the C library's bits.
constexpr unsigned short masks_of(int c) {
  const bool upper = between(c, 'A', 'Z'), lower = between(c, 'a', 'z');
  const bool digit = between(c, '0', '9'), graph = between(c, 33, 126);
  const bool hexadecimal = digit || between(c, 'A', 'F') || between(c, 'a', 'f');
  int mask = 0;
  mask |= upper ? _ISupper | _ISalpha | _ISalnum : 0;
  mask |= lower ? _ISlower | _ISalpha | _ISalnum : 0;
  mask |= digit ? _ISdigit | _ISalnum : 0;
  mask |= hexadecimal ? _ISxdigit : 0;
  mask |= graph ? _ISgraph | _ISprint : 0;
  mask |= graph && !upper && !lower && !digit ? _ISpunct : 0;
  mask |= c == ' ' ? _ISprint : 0;
  mask |= c == ' ' || c == '\t' ? _ISblank : 0;
  mask |= c == ' ' || between(c, '\t', '\r') ? _ISspace : 0;
  mask |= between(c, 0, 31) || c == 127 ? _IScntrl : 0;
  return static_cast<unsigned short>(mask);
}

template <class C>
constexpr numpunct_cache_image<C> make_numpunct(const void *const *functions, const C *yes,
                                                const C *no) {
  numpunct_cache_image<C> image = {{functions, 1}, "", 0, false, yes, 4, no, 5, '.', ',', {}, {},
                                   false};
  copy(image.out, "-+xX0123456789abcdef0123456789ABCDEF");
  copy(image.in, "-+xX0123456789abcdefABCDEF");
  return image;
}

template <class C>
constexpr moneypunct_cache_image<C> make_moneypunct(const void *const *functions, const C *empty) {
  // The amount comes after the currency's symbol and the sign (std::money_base::part).
  moneypunct_cache_image<C> image = {
      {functions, 1}, "", 0, false,        '.',          ',', empty, 0, empty, 0,
      empty,          0,  0, {2, 3, 0, 4}, {2, 3, 0, 4}, {},  false};
  copy(image.atoms, "-0123456789");
  return image;
}

} // namespace

#define MASKS4(c) masks_of(c), masks_of((c) + 1), masks_of((c) + 2), masks_of((c) + 3)
#define MASKS16(c) MASKS4(c), MASKS4((c) + 4), MASKS4((c) + 8), MASKS4((c) + 12)
#define MASKS64(c) MASKS16(c), MASKS16((c) + 16), MASKS16((c) + 32), MASKS16((c) + 48)
constexpr unsigned short classic_masks[256] = {MASKS64(0), MASKS64(64)}; // the rest is none

// The tables of virtual functions, which begin with an offset and the type information.
#define FUNCTIONS(name, symbol)                                                                    \
  extern "C" const void *const name[4] __asm__(symbol);                                            \
  constexpr const void *const *name##_functions = name + 2;

FUNCTIONS(numpunct_cache_table, "_ZTVSt16__numpunct_cacheIcE")
FUNCTIONS(wide_numpunct_cache_table, "_ZTVSt16__numpunct_cacheIwE")
FUNCTIONS(moneypunct_cache_table, "_ZTVSt18__moneypunct_cacheIcLb0EE")
FUNCTIONS(wide_moneypunct_cache_table, "_ZTVSt18__moneypunct_cacheIwLb0EE")
FUNCTIONS(timepunct_cache_table, "_ZTVSt17__timepunct_cacheIcE")
FUNCTIONS(wide_timepunct_cache_table, "_ZTVSt17__timepunct_cacheIwE")

constinit numpunct_cache_image<char> numpunct_cache =
    make_numpunct<char>(numpunct_cache_table_functions, "true", "false");
constinit numpunct_cache_image<wchar_t> wide_numpunct_cache =
    make_numpunct<wchar_t>(wide_numpunct_cache_table_functions, L"true", L"false");
constinit moneypunct_cache_image<char> moneypunct_cache =
    make_moneypunct<char>(moneypunct_cache_table_functions, "");
constinit moneypunct_cache_image<wchar_t> wide_moneypunct_cache =
    make_moneypunct<wchar_t>(wide_moneypunct_cache_table_functions, L"");

#define TIME_TEXTS(L)                                                                              \
  {                                                                                                \
    L##"%m/%d/%y", L##"%m/%d/%y", L##"%H:%M:%S", L##"%H:%M:%S", L##"%a %b %e %H:%M:%S %Y",         \
        L##"%a %b %e %H:%M:%S %Y", L##"AM", L##"PM", L##"%I:%M:%S %p", L##"Sunday", L##"Monday",   \
        L##"Tuesday", L##"Wednesday", L##"Thursday", L##"Friday", L##"Saturday", L##"Sun",         \
        L##"Mon", L##"Tue", L##"Wed", L##"Thu", L##"Fri", L##"Sat", L##"January", L##"February",   \
        L##"March", L##"April", L##"May", L##"June", L##"July", L##"August", L##"September",       \
        L##"October", L##"November", L##"December", L##"Jan", L##"Feb", L##"Mar", L##"Apr",        \
        L##"May", L##"Jun", L##"Jul", L##"Aug", L##"Sep", L##"Oct", L##"Nov", L##"Dec"             \
  }
constinit timepunct_cache_image<char> timepunct_cache = {
    {timepunct_cache_table_functions, 1}, TIME_TEXTS(), false};
constinit timepunct_cache_image<wchar_t> wide_timepunct_cache = {
    {wide_timepunct_cache_table_functions, 1}, TIME_TEXTS(L), false};

namespace {

constexpr ctype_image make_ctype(const void *const *functions, const unsigned short *table) {
  ctype_image image = {{functions, 1}, nullptr, false, nullptr, nullptr, table, 1, {}, {}, 1};
  for (int c = 0; c != 256; ++c)
    image.widen[c] = image.narrow[c] = static_cast<char>(c);
  return image;
}

constexpr wide_ctype_image make_wide_ctype(const void *const *functions) {
  wide_ctype_image image = {{functions, 1}, nullptr, true, {}, {}, {}, {}};
  for (unsigned c = 0; c != 256; ++c)
    image.widen[c] = c < 128 ? c : static_cast<wint_t>(-1);
  for (unsigned c = 0; c != 128; ++c)
    image.narrow[c] = static_cast<char>(c);
  return image;
}

} // namespace

} // namespace gpuc_facets

using namespace gpuc_facets;

#define TRAITS(C) "St11char_traitsI" C "E"
#define READER(C) "St19istreambuf_iteratorI" C TRAITS(C) "E"
#define WRITER(C) "St19ostreambuf_iteratorI" C TRAITS(C) "E"

// The name of a class's id and of its table: in std, or in std::__cxx11, where class names are
// nested.
#define STD_ID(class) "_ZNSt" class "2idE"
#define STD_TABLE(class) "_ZTVSt" class
#define CXX11_ID(class) "_ZNSt7__cxx11" class "2idE"
#define CXX11_TABLE(class) "_ZTVNSt7__cxx11" class "E"

/// The facet `name` with `index`: its table, the object, and its id.
#define FACET_OF(name, index, table, id, type, cache, ...)                                         \
  FUNCTIONS(name##_table, table)                                                                   \
  extern "C" type name;                                                                            \
  constinit type name = __VA_ARGS__;                                                               \
  extern "C" id_image name##_id __asm__(id);                                                       \
  constinit id_image name##_id = {(index) + 1, &name, cache};
#define HEAD(name)                                                                                 \
  { name##_table_functions, 1 }
#define FACET(name, index, where, class, type, cache, ...)                                         \
  FACET_OF(name, index, where##_TABLE(class), where##_ID(class), type, cache, __VA_ARGS__)

FACET(__gpuc_ctype, 0, STD, "5ctypeIcE", ctype_image, nullptr,
      make_ctype(__gpuc_ctype_table_functions, classic_masks))
FACET(__gpuc_wide_ctype, 14, STD, "5ctypeIwE", wide_ctype_image, nullptr,
      make_wide_ctype(__gpuc_wide_ctype_table_functions))

#define NUMPUNCT punctuation_image<numpunct_cache_image<char>>
#define WIDE_NUMPUNCT punctuation_image<numpunct_cache_image<wchar_t>>
#define MONEYPUNCT punctuation_image<moneypunct_cache_image<char>>
#define WIDE_MONEYPUNCT punctuation_image<moneypunct_cache_image<wchar_t>>
#define TIMEPUNCT punctuation_image<timepunct_cache_image<char>>
#define WIDE_TIMEPUNCT punctuation_image<timepunct_cache_image<wchar_t>>

// Of each kind the one for char and the one for wchar_t, where `C` is as in mangled names.
#define FACETS(name, first, C, NUMPUNCT, MONEYPUNCT, TIMEPUNCT, caches)                            \
  FACET(name##codecvt, first + 1, STD, "7codecvtI" C "c11__mbstate_tE", named_image, nullptr,      \
        {HEAD(name##codecvt), nullptr, nullptr})                                                   \
  FACET(name##numpunct, first + 2, CXX11, "8numpunctI" C "E", NUMPUNCT, &caches##numpunct_cache,   \
        {HEAD(name##numpunct), &caches##numpunct_cache})                                           \
  FACET(name##num_get, first + 3, STD, "7num_getI" C READER(C) "E", facet_image, nullptr,          \
        HEAD(name##num_get))                                                                       \
  FACET(name##num_put, first + 4, STD, "7num_putI" C WRITER(C) "E", facet_image, nullptr,          \
        HEAD(name##num_put))                                                                       \
  FACET(name##collate, first + 5, CXX11, "7collateI" C "E", named_image, nullptr,                  \
        {HEAD(name##collate), nullptr, nullptr})                                                   \
  FACET(name##moneypunct, first + 6, CXX11, "10moneypunctI" C "Lb0EE", MONEYPUNCT,                 \
        &caches##moneypunct_cache, {HEAD(name##moneypunct), &caches##moneypunct_cache})            \
  FACET(name##moneypunct_international, first + 7, CXX11, "10moneypunctI" C "Lb1EE", MONEYPUNCT,   \
        &caches##moneypunct_cache,                                                                 \
        {HEAD(name##moneypunct_international), &caches##moneypunct_cache})                         \
  FACET(name##money_get, first + 8, CXX11, "9money_getI" C READER(C) "E", facet_image, nullptr,    \
        HEAD(name##money_get))                                                                     \
  FACET(name##money_put, first + 9, CXX11, "9money_putI" C WRITER(C) "E", facet_image, nullptr,    \
        HEAD(name##money_put))                                                                     \
  FACET(name##timepunct, first + 10, STD, "11__timepunctI" C "E", TIMEPUNCT, nullptr,              \
        {HEAD(name##timepunct), &caches##timepunct_cache})                                         \
  FACET(name##time_get, first + 11, CXX11, "8time_getI" C READER(C) "E", facet_image, nullptr,     \
        HEAD(name##time_get))                                                                      \
  FACET(name##time_put, first + 12, STD, "8time_putI" C WRITER(C) "E", facet_image, nullptr,       \
        HEAD(name##time_put))                                                                      \
  FACET(name##messages, first + 13, CXX11, "8messagesI" C "E", named_image, nullptr,               \
        {HEAD(name##messages), nullptr, "C"})

FACETS(__gpuc_, 0, "c", NUMPUNCT, MONEYPUNCT, TIMEPUNCT, )
FACETS(__gpuc_wide_, 14, "w", WIDE_NUMPUNCT, WIDE_MONEYPUNCT, WIDE_TIMEPUNCT, wide_)

#define UNICODE(name, index, types)                                                                \
  FACET(name, index, STD, "7codecvtI" types "11__mbstate_tE", named_image, nullptr,                \
        {HEAD(name), nullptr, nullptr})
UNICODE(__gpuc_codecvt16, 28, "Dsc")
UNICODE(__gpuc_codecvt32, 29, "Dic")
UNICODE(__gpuc_codecvt16_utf8, 30, "DsDu")
UNICODE(__gpuc_codecvt32_utf8, 31, "DiDu")

#define IDS(name)                                                                                  \
  &name##ctype_id, &name##codecvt_id, &name##numpunct_id, &name##num_get_id, &name##num_put_id,    \
      &name##collate_id, &name##moneypunct_id, &name##moneypunct_international_id,                 \
      &name##money_get_id, &name##money_put_id, &name##timepunct_id, &name##time_get_id,           \
      &name##time_put_id, &name##messages_id

namespace gpuc_facets {
extern constexpr const id_image *const all_ids[count] = {
    IDS(__gpuc_),         IDS(__gpuc_wide_),         &__gpuc_codecvt16_id,
    &__gpuc_codecvt32_id, &__gpuc_codecvt16_utf8_id, &__gpuc_codecvt32_utf8_id};
} // namespace gpuc_facets
