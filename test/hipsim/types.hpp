//===- types.hpp - Plain types of the simulator -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_TYPES_HPP
#define GPUC_TEST_HIPSIM_TYPES_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace hipsim {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using f16 = _Float16;
using f32 = float;
using f64 = double;

/// What a kernel did that hardware would not forgive. Whoever runs the kernel adds its name, the
/// address and the instruction.
struct fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr u64 join(u32 low, u32 high) { return u64{high} << 32 | low; }
constexpr u32 low_word(u64 value) { return static_cast<u32>(value); }
constexpr u32 high_word(u64 value) { return static_cast<u32>(value >> 32); }

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_TYPES_HPP
