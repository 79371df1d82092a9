//===- facet_images.hpp - The facets of the "C" locale ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No constructor runs on a device before its kernels, so the facets of the
// classic locale are initialised by constants, laid out by hand as the headers' classes are
// (locale.cpp checks the sizes). Nothing here needs the headers.
//
// Counts of references are changed, so they are variables all the same. A kernel's module should
// hold only the facets that it uses: each brings its virtual functions. So the id of each, which
// whoever uses the facet must ask for its index, leads to the facet, and puts it into the locale
// then.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBSTDCXX_FACET_IMAGES_HPP
#define GPUC_DEVICE_LIBSTDCXX_FACET_IMAGES_HPP

#include <ctype.h>
#include <stddef.h>
#include <wchar.h>

namespace gpuc_facets {

/// How many facets the classic locale has. Their indices begin at 0.
inline constexpr size_t count = 32;

/// A `locale::id` of such a facet, and what only the library knows of.
struct id_image {
  size_t index; ///< plus one, as `locale::id` has it
  const void *facet;
  const void *cache; ///< or null
};

/// What every facet begins with.
struct facet_image {
  const void *const *functions;
  int references; ///< never 0
};

/// A facet that has a pointer to the C library's locale, which is null here, and a name.
struct named_image {
  facet_image facet;
  const void *locale;
  const char *name;
};

/// A facet whose data is its cache.
template <class Cache> struct punctuation_image {
  facet_image facet;
  Cache *data;
  const void *locale = nullptr;
  const char *name = "C";
};

struct ctype_image {
  facet_image facet;
  const void *locale;
  bool owns_table;
  const int *upper, *lower; ///< unused
  const unsigned short *table;
  char widen_ok;
  char widen[256];
  char narrow[256];
  char narrow_ok;
};

struct wide_ctype_image {
  facet_image facet;
  const void *locale;
  bool narrow_ok;
  char narrow[128];
  wint_t widen[256];
  unsigned short bits[16]; ///< unused, as are the masks
  unsigned long masks[16];
};

inline constexpr unsigned numbers_out = 36, numbers_in = 26, money_atoms = 11;

template <class C> struct numpunct_cache_image {
  facet_image facet;
  const char *grouping;
  size_t grouping_size;
  bool use_grouping;
  const C *true_name;
  size_t true_size;
  const C *false_name;
  size_t false_size;
  C point, separator;
  C out[numbers_out], in[numbers_in];
  bool allocated;
};

template <class C> struct moneypunct_cache_image {
  facet_image facet;
  const char *grouping;
  size_t grouping_size;
  bool use_grouping;
  C point, separator;
  const C *symbol;
  size_t symbol_size;
  const C *positive;
  size_t positive_size;
  const C *negative;
  size_t negative_size;
  int digits;
  char positive_format[4], negative_format[4];
  C atoms[money_atoms];
  bool allocated;
};

inline constexpr unsigned time_texts = 9 + 14 + 24;

template <class C> struct timepunct_cache_image {
  facet_image facet;
  const C *texts[time_texts];
  bool allocated;
};

/// Which characters are what, by `ctype_base::mask`.
extern const unsigned short classic_masks[256];

extern numpunct_cache_image<char> numpunct_cache;
extern numpunct_cache_image<wchar_t> wide_numpunct_cache;
extern moneypunct_cache_image<char> moneypunct_cache;
extern moneypunct_cache_image<wchar_t> wide_moneypunct_cache;
extern timepunct_cache_image<char> timepunct_cache;
extern timepunct_cache_image<wchar_t> wide_timepunct_cache;

/// The ids of all, by index.
extern const id_image *const all_ids[count];

} // namespace gpuc_facets

// The facets that streams have at hand.
extern "C" {
extern gpuc_facets::ctype_image __gpuc_ctype;
extern gpuc_facets::wide_ctype_image __gpuc_wide_ctype;
extern gpuc_facets::facet_image __gpuc_num_get, __gpuc_wide_num_get, __gpuc_num_put,
    __gpuc_wide_num_put;
extern gpuc_facets::named_image __gpuc_codecvt, __gpuc_wide_codecvt;
}

#endif // GPUC_DEVICE_LIBSTDCXX_FACET_IMAGES_HPP
