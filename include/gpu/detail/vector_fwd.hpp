//===- vector_fwd.hpp - Declares std::vector --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `buffer::to_vector` names `std::vector`, and whoever calls it has <vector>. To
// include <vector> here would cost every source a fifth of what gpu.hpp takes to
// parse, most of it for `std::vector<bool>`. libc++ has a header that declares
// it; of libstdc++ it is declared as its own <vector> does, except in the debug
// modes, which define it elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_VECTOR_FWD_HPP
#define GPU_DETAIL_VECTOR_FWD_HPP

#include <cstddef> // defines the macros of the standard library

#if defined(_LIBCPP_VERSION) && __has_include(<__fwd/vector.h>)
#include <__fwd/memory.h>
#include <__fwd/vector.h>
#elif defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !_GLIBCXX_INLINE_VERSION
#include <bits/memoryfwd.h>
namespace std _GLIBCXX_VISIBILITY(default) {
template <typename T, typename Allocator> class vector;
}
#else
#include <vector>
#endif

#endif // GPU_DETAIL_VECTOR_FWD_HPP
