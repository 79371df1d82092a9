//===- valarray.cpp - libstdc++: generalised slices -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <valarray>

namespace {

size_t product(const std::valarray<size_t> &sizes) {
  size_t result = sizes.size() ? 1 : 0;
  for (size_t k = 0; k < sizes.size(); ++k)
    result *= sizes[k];
  return result;
}

} // namespace

/// Lists the elements that a slice is made of, those of the last dimension one after the other.
std::gslice::_Indexer::_Indexer(size_t start, const valarray<size_t> &sizes,
                                const valarray<size_t> &strides)
    : _M_count(1), _M_start(start), _M_size(sizes), _M_stride(strides), _M_index(product(sizes)) {
  for (size_t element = 0; element < _M_index.size(); ++element) {
    size_t rest = element, index = start;
    for (size_t k = sizes.size(); k-- > 0; rest /= sizes[k])
      index += rest % sizes[k] * strides[k];
    _M_index[element] = index;
  }
}
