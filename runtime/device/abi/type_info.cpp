//===- type_info.cpp - What type information points to ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type information of a class, which its virtual table names, begins with
// a pointer to the virtual table of one of the Itanium C++ ABI's classes
// (2.9.5). The host's C++ library has these; for device code their addresses tell
// the kinds of types apart (class_type.hpp) and nothing calls through them.
//
//===----------------------------------------------------------------------===//

// An offset, a type information pointer, and room for the functions.
using table = const void *const[8];

#define GPUC_TYPE_INFO_TABLE(name, symbol)                                                         \
  extern "C" table name __asm__(symbol);                                                           \
  [[gnu::weak]] table name = {}

GPUC_TYPE_INFO_TABLE(gpuc_type_info, "_ZTVSt9type_info");
GPUC_TYPE_INFO_TABLE(gpuc_class, "_ZTVN10__cxxabiv117__class_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_si_class, "_ZTVN10__cxxabiv120__si_class_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_vmi_class, "_ZTVN10__cxxabiv121__vmi_class_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_fundamental, "_ZTVN10__cxxabiv123__fundamental_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_pointer, "_ZTVN10__cxxabiv119__pointer_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_array, "_ZTVN10__cxxabiv117__array_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_function, "_ZTVN10__cxxabiv120__function_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_enum, "_ZTVN10__cxxabiv116__enum_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_member, "_ZTVN10__cxxabiv129__pointer_to_member_type_infoE");

//===----------------------------------------------------------------------===//
// Fundamental types, pointers to them, and pointers to const
//===----------------------------------------------------------------------===//

namespace {

struct type {
  const void *const *kind; ///< behind the two words before its functions
  const char *name;
};

struct pointer_type : type {
  unsigned flags; ///< 1: to const
  const type *to;
};

} // namespace

#define GPUC_FUNDAMENTAL(code)                                                                     \
  extern "C" const type gpuc_##code __asm__("_ZTI" #code);                                         \
  [[gnu::weak]] constinit const type gpuc_##code = {gpuc_fundamental + 2, #code};                  \
  extern "C" const pointer_type gpuc_P##code __asm__("_ZTIP" #code);                               \
  [[gnu::weak]] constinit const pointer_type gpuc_P##code = {                                      \
      {gpuc_pointer + 2, "P" #code}, 0, &gpuc_##code};                                             \
  extern "C" const pointer_type gpuc_PK##code __asm__("_ZTIPK" #code);                             \
  [[gnu::weak]] constinit const pointer_type gpuc_PK##code = {                                     \
      {gpuc_pointer + 2, "PK" #code}, 1, &gpuc_##code}

GPUC_FUNDAMENTAL(v);
GPUC_FUNDAMENTAL(b);
GPUC_FUNDAMENTAL(w);
GPUC_FUNDAMENTAL(c);
GPUC_FUNDAMENTAL(a);
GPUC_FUNDAMENTAL(h);
GPUC_FUNDAMENTAL(s);
GPUC_FUNDAMENTAL(t);
GPUC_FUNDAMENTAL(i);
GPUC_FUNDAMENTAL(j);
GPUC_FUNDAMENTAL(l);
GPUC_FUNDAMENTAL(m);
GPUC_FUNDAMENTAL(x);
GPUC_FUNDAMENTAL(y);
GPUC_FUNDAMENTAL(n);
GPUC_FUNDAMENTAL(o);
GPUC_FUNDAMENTAL(f);
GPUC_FUNDAMENTAL(d);
GPUC_FUNDAMENTAL(e);
GPUC_FUNDAMENTAL(Dn);
GPUC_FUNDAMENTAL(Du);
GPUC_FUNDAMENTAL(Ds);
GPUC_FUNDAMENTAL(Di);
