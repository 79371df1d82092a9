//===- type_info.cpp - What type information points to ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type information of a class, which its virtual table names, begins with
// a pointer to the virtual table of one of the Itanium C++ ABI's classes
// (2.9.5). The host's C++ library has these; device code only needs them to be
// there, since nothing defined for devices calls through them.
//
//===----------------------------------------------------------------------===//

// An offset, a type information pointer, and room for the functions.
using table = const void *const[8];

#define GPUC_TYPE_INFO_TABLE(name, symbol)                                                         \
  extern "C" table name __asm__(symbol);                                                           \
  [[gnu::weak]] table name = {}

GPUC_TYPE_INFO_TABLE(gpuc_class, "_ZTVN10__cxxabiv117__class_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_si_class, "_ZTVN10__cxxabiv120__si_class_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_vmi_class, "_ZTVN10__cxxabiv121__vmi_class_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_fundamental, "_ZTVN10__cxxabiv123__fundamental_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_pointer, "_ZTVN10__cxxabiv119__pointer_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_array, "_ZTVN10__cxxabiv117__array_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_function, "_ZTVN10__cxxabiv120__function_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_enum, "_ZTVN10__cxxabiv116__enum_type_infoE");
GPUC_TYPE_INFO_TABLE(gpuc_member, "_ZTVN10__cxxabiv129__pointer_to_member_type_infoE");
