//===- dynamic_cast.cpp - dynamic_cast --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [expr.dynamic.cast] over the tables that the compiler generates: one walk over
// the most derived object's bases finds every subobject of the wanted type, and
// which of them contain the source subobject.
//
//===----------------------------------------------------------------------===//

#include "class_type.hpp"

using namespace gpuc_abi;

namespace {

/// An address that is unique or not there or ambiguous.
class unique_address {
public:
  void add(const void *address) {
    if (address_ && address_ != address)
      ambiguous_ = true;
    address_ = address;
  }
  const void *get() const { return ambiguous_ ? nullptr : address_; }
  bool found() const { return address_ != nullptr; }

private:
  const void *address_ = nullptr;
  bool ambiguous_ = false;
};

struct search {
  const type *source_type, *wanted_type;
  const void *source;

  unique_address containing;     ///< wanted objects that have the source as a public base
  unique_address wanted;         ///< wanted objects
  bool wanted_is_public = false; ///< ... one of which is a public base of the whole
  bool source_is_public = false; ///< the source is a public base of the whole

  /// Visits the subobject of type `t` at `object`. `inside` is the nearest wanted object around
  /// it, of which it is a public base.
  void visit(const type *t, const void *object, bool is_public, const void *inside) {
    if (same(t, wanted_type)) {
      wanted.add(object);
      wanted_is_public |= is_public;
      inside = object;
    }
    if (object == source && same(t, source_type)) {
      source_is_public |= is_public;
      if (inside)
        containing.add(inside);
    }
    for_each_base(t, object, [&](const type *base, const void *at, bool base_is_public) {
      visit(base, at, is_public && base_is_public, base_is_public ? inside : nullptr);
    });
  }
};

} // namespace

extern "C" void *__dynamic_cast(const void *source, const type *source_type,
                                const type *wanted_type, ptrdiff_t) {
  const char *table = table_of(source);
  const auto *whole =
      static_cast<const char *>(source) + reinterpret_cast<const ptrdiff_t *>(table)[-2];
  const type *whole_type = reinterpret_cast<const type *const *>(table)[-1];
  search s{source_type, wanted_type, source, {}, {}};
  s.visit(whole_type, whole, true, nullptr);
  if (s.containing.found())
    return const_cast<void *>(s.containing.get());
  if (s.source_is_public && s.wanted_is_public)
    return const_cast<void *>(s.wanted.get());
  return nullptr;
}
