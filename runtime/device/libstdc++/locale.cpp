//===- locale.cpp - Locales --------------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::locale` with the "C" locale alone; locales with facets of a program's
// own are made from it. The classic locale needs no construction and is never
// counted, so that threads do not meet over it. Its table of facets is filled
// as facets are asked for (facet_images.hpp).
//
//===----------------------------------------------------------------------===//

#include "facet_images.hpp"

#include <cstring>
#include <locale>
#include <string>

namespace std {

using gpuc_facets::all_ids;
using gpuc_facets::id_image;

static_assert(sizeof(ctype<char>) == sizeof(gpuc_facets::ctype_image));
static_assert(sizeof(ctype<wchar_t>) == sizeof(gpuc_facets::wide_ctype_image));
static_assert(sizeof(codecvt<char, char, mbstate_t>) == sizeof(gpuc_facets::named_image) - 8);
static_assert(sizeof(collate<char>) == sizeof(gpuc_facets::named_image) - 8);
static_assert(sizeof(messages<char>) == sizeof(gpuc_facets::named_image));
static_assert(sizeof(num_get<char>) == sizeof(gpuc_facets::facet_image));
static_assert(sizeof(__numpunct_cache<char>) == sizeof(gpuc_facets::numpunct_cache_image<char>));
static_assert(sizeof(__numpunct_cache<wchar_t>) ==
              sizeof(gpuc_facets::numpunct_cache_image<wchar_t>));
static_assert(sizeof(__moneypunct_cache<char, false>) ==
              sizeof(gpuc_facets::moneypunct_cache_image<char>));
static_assert(sizeof(__moneypunct_cache<wchar_t, true>) ==
              sizeof(gpuc_facets::moneypunct_cache_image<wchar_t>));
static_assert(sizeof(__timepunct_cache<char>) == sizeof(gpuc_facets::timepunct_cache_image<char>));
static_assert(sizeof(__timepunct<char>) ==
              sizeof(gpuc_facets::punctuation_image<gpuc_facets::timepunct_cache_image<char>>));

namespace {

constexpr size_t library_facets = gpuc_facets::count;

/// As `locale::_Impl`, whose members are private.
struct locale_image {
  _Atomic_word references;
  const locale::facet **facets;
  size_t size;
  const locale::facet **caches;
  char **names;
};

const locale::facet *classic_facets[library_facets];
const locale::facet *classic_caches[library_facets];
char classic_name[] = "C";
char *classic_names[6] = {classic_name};
constinit locale_image classic_image = {1, classic_facets, library_facets, classic_caches,
                                        classic_names};

/// The `locale` that `locale::classic` refers to.
constinit locale_image *classic_locale = &classic_image;
/// What `locale()` copies.
constinit locale_image *global_locale = &classic_image;

/// The index of the next facet of the program's own.
size_t next_index = library_facets;

template <class T> void publish(T *place, T value) {
  __atomic_store_n(place, value, __ATOMIC_RELAXED);
}

/// The category of a facet of the library.
locale::category category_of(size_t index) {
  constexpr locale::category kinds[] = {
      locale::ctype,   locale::ctype,    locale::numeric,  locale::numeric,  locale::numeric,
      locale::collate, locale::monetary, locale::monetary, locale::monetary, locale::monetary,
      locale::time,    locale::time,     locale::time,     locale::messages};
  constexpr size_t kind_count = sizeof kinds / sizeof *kinds;
  return index < 2 * kind_count ? kinds[index % kind_count] : locale::ctype;
}

[[gnu::noinline, gnu::cold]] void no_such_locale(const char *text) { __throw_runtime_error(text); }

bool is_classic_name(const char *name) {
  return !*name || !strcmp(name, "C") || !strcmp(name, "POSIX");
}

char **make_names() {
  char **names = new char *[6]();
  names[0] = new char[2];
  strcpy(names[0], "C");
  return names;
}

} // namespace

// The members are as in locale_image. A new locale has all the facets of the one it is made from,
// and has asked for none of them.
static_assert(sizeof(locale) == sizeof(locale_image *));

#define IMAGE(impl) reinterpret_cast<locale_image *>(impl)

size_t locale::id::_M_id() const noexcept {
  const size_t index = __atomic_load_n(&_M_index, __ATOMIC_RELAXED);
  if (index == 0) {
    size_t expected = 0;
    const size_t fresh = __atomic_fetch_add(&next_index, 1, __ATOMIC_RELAXED) + 1;
    return (__atomic_compare_exchange_n(&_M_index, &expected, fresh, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)
                ? fresh
                : expected) -
           1;
  }
  if (index <= library_facets) {
    const auto *image = reinterpret_cast<const id_image *>(this);
    // All threads write the same.
    publish(&classic_facets[index - 1], static_cast<const facet *>(image->facet));
    if (image->cache && !__atomic_load_n(&classic_caches[index - 1], __ATOMIC_RELAXED))
      publish(&classic_caches[index - 1], static_cast<const facet *>(image->cache));
  }
  return index - 1;
}

locale::facet::~facet() = default;

// There is no C library's locale but the one.
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
const char *locale::facet::_S_get_c_name() noexcept { return classic_name; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale &) noexcept { return nullptr; }
void locale::facet::_S_destroy_c_locale(__c_locale &) {}
__c_locale locale::facet::_S_lc_ctype_c_locale(__c_locale, const char *) { return nullptr; }
void locale::facet::_S_create_c_locale(__c_locale &result, const char *name, __c_locale) {
  if (!is_classic_name(name))
    no_such_locale("locale::facet::_S_create_c_locale name not valid");
  result = nullptr;
}

locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(static_cast<_Atomic_word>(references)), _M_facets_size(other._M_facets_size),
      _M_caches(nullptr), _M_names(make_names()) {
  _M_facets = new const facet *[_M_facets_size];
  _M_caches = new const facet *[_M_facets_size]();
  for (size_t i = 0; i != _M_facets_size; ++i) {
    _M_facets[i] = other._M_facets[i];
    if (!_M_facets[i] && i < library_facets)
      _M_facets[i] = static_cast<const facet *>(all_ids[i]->facet);
    if (_M_facets[i])
      _M_facets[i]->_M_add_reference();
  }
  if (!other._M_names[0]) {
    delete[] _M_names[0];
    _M_names[0] = nullptr;
  }
}

locale::_Impl::~_Impl() noexcept {
  for (size_t i = 0; i != _M_facets_size; ++i) {
    if (_M_facets[i])
      _M_facets[i]->_M_remove_reference();
    if (_M_caches[i])
      _M_caches[i]->_M_remove_reference();
  }
  delete[] _M_facets;
  delete[] _M_caches;
  delete[] _M_names[0];
  delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id *id, const facet *added) {
  if (!added)
    return;
  const size_t index = id->_M_id();
  if (index >= _M_facets_size) {
    const size_t size = index + 4;
    const facet **facets = new const facet *[size](), **caches = new const facet *[size]();
    memcpy(facets, _M_facets, _M_facets_size * sizeof *facets);
    memcpy(caches, _M_caches, _M_facets_size * sizeof *caches);
    delete[] _M_facets;
    delete[] _M_caches;
    _M_facets = facets;
    _M_caches = caches;
    _M_facets_size = size;
  }
  added->_M_add_reference();
  if (_M_facets[index])
    _M_facets[index]->_M_remove_reference();
  _M_facets[index] = added;
  // What was worked out from the facets may no longer hold.
  for (size_t i = 0; i != _M_facets_size; ++i)
    if (_M_caches[i]) {
      _M_caches[i]->_M_remove_reference();
      _M_caches[i] = nullptr;
    }
}

void locale::_Impl::_M_install_cache(const facet *cache, size_t index) {
  cache->_M_add_reference();
  const facet *expected = nullptr;
  if (!__atomic_compare_exchange_n(&_M_caches[index], &expected, cache, false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    cache->_M_remove_reference(); // another thread was first; that deletes this one
}

void locale::_Impl::_M_replace_facet(const _Impl *from, const locale::id *id) {
  const size_t index = id->_M_id();
  if (index >= from->_M_facets_size || !from->_M_facets[index])
    no_such_locale("locale::_Impl::_M_replace_facet");
  _M_install_facet(id, from->_M_facets[index]);
}

void locale::_Impl::_M_replace_categories(const _Impl *from, category categories) {
  for (size_t i = 0; i != library_facets; ++i)
    if (category_of(i) & categories)
      _M_replace_facet(from, reinterpret_cast<const locale::id *>(all_ids[i]));
  if (_M_names[0] && !from->_M_names[0]) {
    delete[] _M_names[0];
    _M_names[0] = nullptr;
  }
}

#define RETAIN(impl)                                                                               \
  if (IMAGE(impl) != &classic_image)                                                               \
  (impl)->_M_add_reference()
#define RELEASE(impl)                                                                              \
  if (IMAGE(impl) != &classic_image)                                                               \
  (impl)->_M_remove_reference()

locale::locale() noexcept
    : _M_impl(reinterpret_cast<_Impl *>(__atomic_load_n(&global_locale, __ATOMIC_ACQUIRE))) {
  RETAIN(_M_impl);
}
locale::locale(const locale &other) noexcept : _M_impl(other._M_impl) { RETAIN(_M_impl); }
locale::locale(_Impl *impl) noexcept : _M_impl(impl) {}
locale::locale(const char *name) : _M_impl(reinterpret_cast<_Impl *>(&classic_image)) {
  if (!name)
    no_such_locale("locale::locale null not valid");
  if (!is_classic_name(name))
    no_such_locale("locale::facet::_S_create_c_locale name not valid");
}
locale::locale(const locale &base, const char *name, category categories) : _M_impl(nullptr) {
  const locale added(name);
  _M_coalesce(base, added, categories);
}
locale::locale(const locale &base, const locale &added, category categories) : _M_impl(nullptr) {
  _M_coalesce(base, added, categories);
}
locale::~locale() noexcept { RELEASE(_M_impl); }

const locale &locale::operator=(const locale &other) noexcept {
  RETAIN(other._M_impl);
  RELEASE(_M_impl);
  _M_impl = other._M_impl;
  return *this;
}

void locale::_M_coalesce(const locale &base, const locale &added, category categories) {
  categories = _S_normalize_category(categories);
  if (categories == none || base._M_impl == added._M_impl) {
    _M_impl = base._M_impl;
    RETAIN(_M_impl);
  } else {
    _M_impl = new _Impl(*base._M_impl, 1);
    _M_impl->_M_replace_categories(added._M_impl, categories);
  }
}

locale::category locale::_S_normalize_category(category categories) {
  if (categories & ~all)
    no_such_locale("locale::_S_normalize_category category not found");
  return categories;
}

string locale::name() const { return _M_impl->_M_names[0] ? _M_impl->_M_names[0] : "*"; }

bool locale::operator==(const locale &other) const noexcept {
  return _M_impl == other._M_impl ||
         (_M_impl->_M_names[0] && other._M_impl->_M_names[0] && name() == other.name());
}

locale locale::global(const locale &other) {
  RETAIN(other._M_impl);
  // The caller has the reference that the global locale had.
  return locale(reinterpret_cast<_Impl *>(
      __atomic_exchange_n(&global_locale, IMAGE(other._M_impl), __ATOMIC_ACQ_REL)));
}

const locale &locale::classic() { return *reinterpret_cast<const locale *>(&classic_locale); }

const locale::category locale::none;
const locale::category locale::ctype;
const locale::category locale::numeric;
const locale::category locale::collate;
const locale::category locale::time;
const locale::category locale::monetary;
const locale::category locale::messages;
const locale::category locale::all;

} // namespace std
