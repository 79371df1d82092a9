//===- vector_convert.cpp - Conversions of lanes ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "float_math.hpp"
#include "semantics.hpp"

#include <algorithm>

namespace hipsim {
namespace {

template <unsigned Byte> f32 from_byte(u32 a) { return static_cast<f32>(a >> 8 * Byte & 0xff); }

u16 bits_of(f16 value) { return std::bit_cast<u16>(value); }

/// Towards zero, as v_cvt_pkrtz has it, whatever the mode.
u16 half_towards_zero(f32 value) {
  f16 half = static_cast<f16>(value);
  if (value == value && std::fabs(f32(half)) > std::fabs(value))
    half = std::bit_cast<f16>(static_cast<u16>(bits_of(half) - 1)); // also from infinity
  if (std::isinf(value))
    half = static_cast<f16>(value);
  return bits_of(half);
}

i16 to_normalised(f64 value) {
  return to_integer<i16>(std::rint(std::clamp(value, -1.0, 1.0) * 32767));
}
u16 to_unsigned_normalised(f64 value) {
  return to_integer<u16>(std::rint(std::clamp(value, 0.0, 1.0) * 65535));
}

const registration all({
    {"v_cvt_f32_i32", vector_op<[](i32 a) { return static_cast<f32>(a); }>},
    {"v_cvt_f32_u32", vector_op<[](u32 a) { return static_cast<f32>(a); }>},
    {"v_cvt_f64_i32", vector_op<[](i32 a) { return static_cast<f64>(a); }>},
    {"v_cvt_f64_u32", vector_op<[](u32 a) { return static_cast<f64>(a); }>},
    {"v_cvt_f16_i16", vector_op<[](i16 a) { return static_cast<f16>(f32(a)); }>},
    {"v_cvt_f16_u16", vector_op<[](u16 a) { return static_cast<f16>(f32(a)); }>},
    {"v_cvt_i32_f32", vector_op<[](f32 a) { return to_integer<i32>(a); }>},
    {"v_cvt_u32_f32", vector_op<[](f32 a) { return to_integer<u32>(a); }>},
    {"v_cvt_i32_f64", vector_op<[](f64 a) { return to_integer<i32>(a); }>},
    {"v_cvt_u32_f64", vector_op<[](f64 a) { return to_integer<u32>(a); }>},
    {"v_cvt_i16_f16", vector_op<[](f16 a) { return to_integer<i16>(a); }>},
    {"v_cvt_u16_f16", vector_op<[](f16 a) { return to_integer<u16>(a); }>},
    {"v_cvt_f32_f64", vector_op<[](f64 a) { return static_cast<f32>(a); }>},
    {"v_cvt_f64_f32", vector_op<[](f32 a) { return static_cast<f64>(a); }>},
    {"v_cvt_f32_f16", vector_op<[](f16 a) { return static_cast<f32>(a); }>},
    {"v_cvt_f16_f32", vector_op<[](f32 a) { return static_cast<f16>(a); }>},
    {"v_cvt_rpi_i32_f32", vector_op<[](f32 a) { return to_integer<i32>(std::floor(a + 0.5)); }>},
    {"v_cvt_flr_i32_f32", vector_op<[](f32 a) { return to_integer<i32>(std::floor(a)); }>},
    {"v_cvt_nearest_i32_f32",
     vector_op<[](f32 a) { return to_integer<i32>(std::floor(a + 0.5)); }>},
    {"v_cvt_floor_i32_f32", vector_op<[](f32 a) { return to_integer<i32>(std::floor(a)); }>},
    {"v_cvt_f32_ubyte0", vector_op<from_byte<0>>},
    {"v_cvt_f32_ubyte1", vector_op<from_byte<1>>},
    {"v_cvt_f32_ubyte2", vector_op<from_byte<2>>},
    {"v_cvt_f32_ubyte3", vector_op<from_byte<3>>},
    {"v_cvt_pkrtz_f16_f32", vector_op<[](f32 a, f32 b) {
       return half_towards_zero(a) | u32{half_towards_zero(b)} << 16;
     }>},
    {"v_cvt_pk_rtz_f16_f32", vector_op<[](f32 a, f32 b) {
       return half_towards_zero(a) | u32{half_towards_zero(b)} << 16;
     }>},
    {"v_cvt_pknorm_i16_f32", vector_op<[](f32 a, f32 b) {
       return static_cast<u16>(to_normalised(a)) | u32{static_cast<u16>(to_normalised(b))} << 16;
     }>},
    {"v_cvt_pknorm_u16_f32", vector_op<[](f32 a, f32 b) {
       return to_unsigned_normalised(a) | u32{to_unsigned_normalised(b)} << 16;
     }>},
    {"v_cvt_pk_u16_u32",
     vector_op<[](u32 a, u32 b) { return std::min(a, 0xffffu) | std::min(b, 0xffffu) << 16; }>},
    {"v_cvt_pk_i16_i32", vector_op<[](i32 a, i32 b) {
       const auto clamped = [](i32 n) {
         return u32{static_cast<u16>(std::clamp(n, -32768, 32767))};
       };
       return clamped(a) | clamped(b) << 16;
     }>},
    {"v_cvt_pk_u8_f32", vector_op<[](f32 a, u32 at, u32 old) {
       const u32 shift = 8 * (at & 3);
       const u32 byte = to_integer<u8>(std::nearbyint(a));
       return (old & ~(0xffu << shift)) | byte << shift;
     }>},
});

} // namespace
} // namespace hipsim
