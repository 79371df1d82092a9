//===- class_type.hpp - Type information of classes -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what the compiler generates for classes: Itanium C++ ABI 2.9.5 (layout of
// type information) and 2.5.2 (of virtual tables). The first word of a type's
// information tells by its address which layout it has.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CLASS_TYPE_HPP
#define GPUC_DEVICE_CLASS_TYPE_HPP

#include <stddef.h>
#include <stdint.h>

// On the CPU target these are the C++ library's.
extern "C" {
extern const void *const gpuc_si_class[] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void *const gpuc_vmi_class[] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
}

namespace gpuc_abi {

struct type {
  const void *const *table;
  const char *name;
};

/// A class with one base: public, not virtual, at the start.
struct single_type : type {
  const type *base;
};

struct base_info {
  const type *base;
  long offset_flags;

  bool is_virtual() const { return offset_flags & 1; }
  bool is_public() const { return offset_flags & 2; }
  /// Of the base in the object; of a virtual base, of its place in the virtual table.
  ptrdiff_t offset() const { return offset_flags >> 8; }
};

struct multiple_type : type {
  unsigned flags, count;
  base_info bases[1]; ///< [count]
};

inline bool same(const type *a, const type *b) {
  if (a == b || a->name == b->name)
    return true;
  if (a->name[0] == '*' || b->name[0] == '*') // local to its translation unit
    return false;
  const char *p = a->name, *q = b->name;
  for (; *p && *p == *q; ++p, ++q) {
  }
  return *p == *q;
}

/// The virtual table of the polymorphic object at `object`.
inline const char *table_of(const void *object) {
  return *static_cast<const char *const *>(object);
}

/// Calls `visit(base type, address, is public)` for each direct base of the object at `object`.
template <class Visit> void for_each_base(const type *t, const void *object, Visit visit) {
  if (t->table == gpuc_si_class + 2) {
    visit(static_cast<const single_type *>(t)->base, object, true);
  } else if (t->table == gpuc_vmi_class + 2) {
    const auto *many = static_cast<const multiple_type *>(t);
    for (unsigned i = 0; i != many->count; ++i) {
      const base_info &info = many->bases[i];
      ptrdiff_t offset = info.offset();
      if (info.is_virtual())
        offset = *reinterpret_cast<const ptrdiff_t *>(table_of(object) + offset);
      visit(info.base, static_cast<const char *>(object) + offset, info.is_public());
    }
  }
}

} // namespace gpuc_abi

#endif // GPUC_DEVICE_CLASS_TYPE_HPP
