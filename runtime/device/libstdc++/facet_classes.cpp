//===- facet_classes.cpp - The facets' class templates ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Virtual tables, type information and functions of the class templates that
// <locale> declares to be instantiated in the library. The static members `id` that
// these define too are weak; those of facet_images.cpp are used.
//
//===----------------------------------------------------------------------===//

// The headers' `locale::id` has a constructor that would run before main. This makes it a constant
// one; it is the only function of that name.
#define GPUC_ID() constexpr id() : _M_index(0)
#define GPUC_ID_OF(...) id(__VA_ARGS__)
#define id(...) GPUC_ID##__VA_OPT__(_OF)(__VA_ARGS__)

#include <locale>

#undef id

namespace std {

#define FACET_CLASSES(C)                                                                           \
  template struct __numpunct_cache<C>;                                                             \
  template class numpunct<C>;                                                                      \
  template class numpunct_byname<C>;                                                               \
  template class num_get<C>;                                                                       \
  template class num_put<C>;                                                                       \
  template class ctype_byname<C>;                                                                  \
  template class codecvt_byname<C, char, mbstate_t>;                                               \
  template class collate<C>;                                                                       \
  template class collate_byname<C>;                                                                \
  template struct __moneypunct_cache<C, false>;                                                    \
  template struct __moneypunct_cache<C, true>;                                                     \
  template class moneypunct<C, false>;                                                             \
  template class moneypunct<C, true>;                                                              \
  template class moneypunct_byname<C, false>;                                                      \
  template class moneypunct_byname<C, true>;                                                       \
  template class money_get<C>;                                                                     \
  template class money_put<C>;                                                                     \
  template struct __timepunct_cache<C>;                                                            \
  template class __timepunct<C>;                                                                   \
  template class time_get<C>;                                                                      \
  template class time_put<C>;                                                                      \
  template class time_get_byname<C>;                                                               \
  template class time_put_byname<C>;                                                               \
  template class messages<C>;                                                                      \
  template class messages_byname<C>;                                                               \
  template class __ctype_abstract_base<C>;                                                         \
  template class __codecvt_abstract_base<C, char, mbstate_t>;

#define FACET_FUNCTIONS(type)                                                                      \
  template const type &use_facet<type>(const locale &);                                            \
  template bool has_facet<type>(const locale &) noexcept;

#define FACETS(C)                                                                                  \
  FACET_CLASSES(C)                                                                                 \
  FACET_FUNCTIONS(ctype<C>)                                                                        \
  using codecvt_of_##C = codecvt<C, char, mbstate_t>;                                              \
  FACET_FUNCTIONS(codecvt_of_##C)                                                                  \
  FACET_FUNCTIONS(numpunct<C>)                                                                     \
  FACET_FUNCTIONS(num_put<C>)                                                                      \
  FACET_FUNCTIONS(num_get<C>)                                                                      \
  FACET_FUNCTIONS(collate<C>)                                                                      \
  template const moneypunct<C, true> &use_facet<moneypunct<C, true>>(const locale &);              \
  template const moneypunct<C, false> &use_facet<moneypunct<C, false>>(const locale &);            \
  FACET_FUNCTIONS(money_put<C>)                                                                    \
  FACET_FUNCTIONS(money_get<C>)                                                                    \
  FACET_FUNCTIONS(__timepunct<C>)                                                                  \
  FACET_FUNCTIONS(time_put<C>)                                                                     \
  FACET_FUNCTIONS(time_get<C>)                                                                     \
  FACET_FUNCTIONS(messages<C>)

FACETS(char)
FACETS(wchar_t)

template class __codecvt_abstract_base<char16_t, char, mbstate_t>;
template class __codecvt_abstract_base<char32_t, char, mbstate_t>;
template class __codecvt_abstract_base<char16_t, char8_t, mbstate_t>;
template class __codecvt_abstract_base<char32_t, char8_t, mbstate_t>;

} // namespace std
