//===- dim3.hpp - Extents of grids and blocks -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `gpu::dim3`, the extent of a grid or a block, in host and in device code.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DIM3_HPP
#define GPU_DIM3_HPP

#include <cstddef>
#include <type_traits>

namespace gpu {

/// An extent along x, y and z: blocks of a grid or threads of a block. An integer is an extent
/// along x alone, so `.threads = 256` and `.blocks = {16, 16}` both work.
///
/// A value that an `unsigned` does not hold (negative, or 2^32 and more) becomes 4294967295, which
/// no device allows: the launch then reports it, where a silent wrap would run the wrong grid.
struct dim3 {
  unsigned x = 1; ///< along x
  unsigned y = 1; ///< along y
  unsigned z = 1; ///< along z

  constexpr dim3() = default;

  /// An extent of any integers, 1 along what is not given.
  template <class X, class Y = unsigned, class Z = unsigned>
    requires(std::is_integral_v<X> && std::is_integral_v<Y> && std::is_integral_v<Z>)
  constexpr dim3(X x, Y y = 1, Z z = 1) : x(clamp(x)), y(clamp(y)), z(clamp(z)) {}

  /// Product of the three, that is the number of blocks or threads.
  constexpr std::size_t count() const { return static_cast<std::size_t>(x) * y * z; }

  /// Whether all three are equal.
  friend constexpr bool operator==(const dim3 &, const dim3 &) = default;

private:
  template <class I> static constexpr unsigned clamp(I value) {
    const auto narrow = static_cast<unsigned>(value);
    const bool fits = static_cast<I>(narrow) == value && !(value < I{});
    return fits ? narrow : 0xffffffffu;
  }
};

} // namespace gpu

#endif // GPU_DIM3_HPP
