//===- facets.cpp - libc++: the classic locale's facets ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only facets that there are on a device, as constants: each has the layout
// of its class (a pointer into the virtual table, a reference count that is
// never used up, the members), and its id points to it (locale.hpp). Neither
// needs to be built, and a kernel is linked with those alone that it uses. The
// ids are no constants only because LLVM's back end for PTX fails at an atomic
// load from one.
//
//===----------------------------------------------------------------------===//

#include "libc++/locale.hpp"

namespace {

struct facet {
  const void *table;
  long references;
};

/// Where an object's pointer to a virtual table points: past an offset and the type.
#define TABLE(type) (type##_table + 2)

} // namespace

#define FACET_TABLE(type, mangled)                                                                 \
  extern "C" const void *const type##_table[] __asm__("_ZTVNSt3__1" mangled "E")
#define FACET_ID(type, mangled, number)                                                            \
  extern "C" facet_id type##_id __asm__("_ZNSt3__1" mangled "2idE");                               \
  constinit facet_id type##_id = {&type##_object, number}

/// A facet without members.
#define FACET(type, mangled, number)                                                               \
  FACET_TABLE(type, mangled);                                                                      \
  static const facet type##_object = {TABLE(type), 0};                                             \
  FACET_ID(type, mangled, number)

FACET(collate, "7collateIcE", 1);
FACET(wide_collate, "7collateIwE", 2);
FACET(wide_ctype, "5ctypeIwE", 4);
FACET(codecvt, "7codecvtIcc11__mbstate_tE", 5);
FACET(codecvt_16, "7codecvtIDsc11__mbstate_tE", 7);
FACET(codecvt_32, "7codecvtIDic11__mbstate_tE", 8);
FACET(codecvt_16_8, "7codecvtIDsDu11__mbstate_tE", 9);
FACET(codecvt_32_8, "7codecvtIDiDu11__mbstate_tE", 10);
FACET(num_get, "7num_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE", 13);
FACET(wide_num_get, "7num_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE", 14);
FACET(num_put, "7num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE", 15);
FACET(wide_num_put, "7num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE", 16);
FACET(moneypunct, "10moneypunctIcLb0EE", 17);
FACET(wide_moneypunct, "10moneypunctIwLb0EE", 18);
FACET(moneypunct_intl, "10moneypunctIcLb1EE", 19);
FACET(wide_moneypunct_intl, "10moneypunctIwLb1EE", 20);
FACET(money_get, "9money_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE", 21);
FACET(wide_money_get, "9money_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE", 22);
FACET(money_put, "9money_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE", 23);
FACET(wide_money_put, "9money_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE", 24);
FACET(messages, "8messagesIcE", 25);
FACET(wide_messages, "8messagesIwE", 26);

/// std::ctype<char>: a table of its own where it is not null, and whether it is to be freed.
struct ctype_facet {
  facet base;
  const unsigned short *masks;
  bool owned;
};
extern "C" const unsigned short __gpuc_ctype_masks[256];
FACET_TABLE(ctype, "5ctypeIcE");
static const ctype_facet ctype_object = {{TABLE(ctype), 0}, __gpuc_ctype_masks, false};
FACET_ID(ctype, "5ctypeIcE", 3);

/// Facets that hold a locale_t, which nothing looks at.
struct named_facet {
  facet base;
  void *locale;
};
FACET_TABLE(wide_codecvt, "7codecvtIwc11__mbstate_tE");
static const named_facet wide_codecvt_object = {{TABLE(wide_codecvt), 0}, nullptr};
FACET_ID(wide_codecvt, "7codecvtIwc11__mbstate_tE", 6);

#define TIME_PUT "8time_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE"
FACET_TABLE(time_put, TIME_PUT);
static const named_facet time_put_object = {{TABLE(time_put), 0}, nullptr};
FACET_ID(time_put, TIME_PUT, 27);

#define WIDE_TIME_PUT "8time_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE"
FACET_TABLE(wide_time_put, WIDE_TIME_PUT);
static const named_facet wide_time_put_object = {{TABLE(wide_time_put), 0}, nullptr};
FACET_ID(wide_time_put, WIDE_TIME_PUT, 28);

/// std::numpunct: the decimal point, the separator of thousands, and an empty string for the
/// grouping.
template <class Char> struct numpunct_facet {
  facet base;
  Char point, separator;
  size_t grouping[3];
};
FACET_TABLE(numpunct, "8numpunctIcE");
static const numpunct_facet<char> numpunct_object = {{TABLE(numpunct), 0}, '.', ',', {}};
FACET_ID(numpunct, "8numpunctIcE", 11);

FACET_TABLE(wide_numpunct, "8numpunctIwE");
static const numpunct_facet<wchar_t> wide_numpunct_object = {
    {TABLE(wide_numpunct), 0}, L'.', L',', {}};
FACET_ID(wide_numpunct, "8numpunctIwE", 12);

/// std::time_get has a second base class with virtual functions, the names of days and months; its
/// part of the table follows the twelve entries of the first, after an offset and the type.
struct time_get_facet {
  facet base;
  const void *names_table;
};
#define TIME_GET "8time_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE"
FACET_TABLE(time_get, TIME_GET);
static const time_get_facet time_get_object = {{TABLE(time_get), 0}, TABLE(time_get) + 12};
FACET_ID(time_get, TIME_GET, 29);

#define WIDE_TIME_GET "8time_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE"
FACET_TABLE(wide_time_get, WIDE_TIME_GET);
static const time_get_facet wide_time_get_object = {{TABLE(wide_time_get), 0},
                                                    TABLE(wide_time_get) + 12};
FACET_ID(wide_time_get, WIDE_TIME_GET, 30);
