//===- per_thread.hpp - One element for each thread -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_PER_THREAD_HPP
#define GPU_PER_THREAD_HPP

#include <gpu/index.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace gpu {

namespace detail {

/// What a contiguous range's elements are, const where the range's data are.
template <class Range>
using element_of = std::remove_pointer_t<decltype(std::data(std::declval<Range &>()))>;

/// A range whose elements lie one after another and may be used as `T`.
template <class Range, class T>
concept contiguous_range_of = requires(Range &range) {
  { std::size(range) } -> std::convertible_to<std::size_t>;
  requires std::is_convertible_v<element_of<Range> (*)[], T (*)[]>;
};

} // namespace detail

/// A kernel parameter that gives each thread one element of a range and no other's, so that threads
/// cannot race. A launch with more threads than elements, or with more than one dimension, is
/// refused. Refers to the range's memory and does not own it.
template <class T> class per_thread {
public:
  using element_type = T; ///< as of `std::span`

  /// Refers to `size` elements at `data`.
  constexpr per_thread(T *data, std::size_t size) : data_(data), size_(size) {}
  /// Refers to the elements of a contiguous range, which must outlive the launch.
  template <class Range>
    requires(!std::is_same_v<std::remove_cvref_t<Range>, per_thread>) &&
            detail::contiguous_range_of<Range, T>
  constexpr per_thread(Range &&range) : data_(std::data(range)), size_(std::size(range)) {}

  /// The calling thread's element, that of number `global_idx().x`. In kernels only.
  T &mine() const { return data_[global_idx().x]; }

  /// Where the elements are.
  constexpr T *data() const { return data_; }
  /// How many elements there are.
  constexpr std::size_t size() const { return size_; }

private:
  T *data_; // first: the launch rewrites it
  std::size_t size_;
};

} // namespace gpu

#endif // GPU_PER_THREAD_HPP
