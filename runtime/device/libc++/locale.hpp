//===- locale.hpp - libc++: the classic locale's parts ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBCXX_LOCALE_HPP
#define GPUC_DEVICE_LIBCXX_LOCALE_HPP

#include <stddef.h>
#include <stdint.h>

/// What std::locale::id holds: for a facet of the classic locale the library's only object of it,
/// which code that names the id is thus linked with and no other code; and the facet's number. An
/// id of a program's own facet is zero at first.
struct facet_id {
  const void *facet;
  int32_t number;
};

inline constexpr int32_t first_free_facet = 64; ///< the numbers below are the standard facets'

#endif // GPUC_DEVICE_LIBCXX_LOCALE_HPP
