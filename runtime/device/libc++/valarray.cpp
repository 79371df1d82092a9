//===- valarray.cpp - libc++: slices of arrays ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <valarray>

namespace std {
inline namespace __1 {

template void valarray<size_t>::resize(size_t, size_t);

/// The index of each element, the last dimension first.
void gslice::__init(size_t start) {
  size_t count = __size_.size() ? 1 : 0;
  for (size_t i = 0; i != __size_.size(); ++i)
    count *= __size_[i];
  __1d_.resize(count);
  for (size_t element = 0; element != count; ++element) {
    size_t index = start, rest = element;
    for (size_t i = __size_.size(); i-- != 0; rest /= __size_[i])
      index += rest % __size_[i] * __stride_[i];
    __1d_[element] = index;
  }
}

} // namespace __1
} // namespace std
