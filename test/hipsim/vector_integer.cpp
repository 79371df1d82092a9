//===- vector_integer.cpp - Integer arithmetic and logic of lanes --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "semantics.hpp"

#include <algorithm>

namespace hipsim {
namespace {

constexpr u32 low24(u32 a) { return a & 0xffffff; }
constexpr i32 signed24(u32 a) { return static_cast<i32>(a << 8) >> 8; }

/// What else only carries bits about.
const registration copies({
    {"v_mov_b64", vector_op<[](u64 a) { return a; }>},
    {"v_mov_b16", vector_op<[](u16 a) { return a; }>},
    {"v_dual_mov_b32", vector_op<[](u32 a) { return a; }>},
    {"v_accvgpr_read_b32", vector_op<[](u32 a) { return a; }>},
    {"v_accvgpr_write_b32", vector_op<[](u32 a) { return a; }>},
    {"v_accvgpr_mov_b32", vector_op<[](u32 a) { return a; }>},
});

const registration sums({
    {"v_add_u32", vector_op<[](u32 a, u32 b) { return a + b; }>},
    {"v_add_nc_u32", vector_op<[](u32 a, u32 b) { return a + b; }>},
    {"v_dual_add_nc_u32", vector_op<[](u32 a, u32 b) { return a + b; }>},
    {"v_sub_u32", vector_op<[](u32 a, u32 b) { return a - b; }>},
    {"v_sub_nc_u32", vector_op<[](u32 a, u32 b) { return a - b; }>},
    {"v_subrev_u32", vector_op<[](u32 a, u32 b) { return b - a; }>},
    {"v_subrev_nc_u32", vector_op<[](u32 a, u32 b) { return b - a; }>},
    {"v_add_i32", vector_op<[](u32 a, u32 b) { return a + b; }>},
    {"v_sub_i32", vector_op<[](u32 a, u32 b) { return a - b; }>},
    {"v_add_nc_i32", vector_op<[](u32 a, u32 b) { return a + b; }>},
    {"v_sub_nc_i32", vector_op<[](u32 a, u32 b) { return a - b; }>},
    {"v_add3_u32", vector_op<[](u32 a, u32 b, u32 c) { return a + b + c; }>},
    {"v_xad_u32", vector_op<[](u32 a, u32 b, u32 c) { return (a ^ b) + c; }>},
    {"v_lshl_add_u32", vector_op<[](u32 a, u32 n, u32 c) { return (a << (n & 31)) + c; }>},
    {"v_add_lshl_u32", vector_op<[](u32 a, u32 b, u32 n) { return (a + b) << (n & 31); }>},
    {"v_lshl_add_u64", vector_op<[](u64 a, u32 n, u64 c) { return (a << (n & 7)) + c; }>},
    {"v_sad_u32", vector_op<[](u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; }>},
});

const registration products({
    {"v_mul_lo_u32", vector_op<[](u32 a, u32 b) { return a * b; }>},
    {"v_mul_hi_u32", vector_op<[](u32 a, u32 b) { return high_word(u64{a} * b); }>},
    {"v_mul_hi_i32",
     vector_op<[](i32 a, i32 b) { return high_word(static_cast<u64>(i64{a} * b)); }>},
    {"v_mul_u32_u24", vector_op<[](u32 a, u32 b) { return low24(a) * low24(b); }>},
    {"v_mul_i32_i24", vector_op<[](u32 a, u32 b) {
       return static_cast<u32>(signed24(a)) * static_cast<u32>(signed24(b));
     }>},
    {"v_mul_hi_u32_u24",
     vector_op<[](u32 a, u32 b) { return high_word(u64{low24(a)} * low24(b)); }>},
    {"v_mul_hi_i32_i24", vector_op<[](u32 a, u32 b) {
       return high_word(static_cast<u64>(i64{signed24(a)} * signed24(b)));
     }>},
    {"v_mad_u32_u24", vector_op<[](u32 a, u32 b, u32 c) { return low24(a) * low24(b) + c; }>},
    {"v_mad_i32_i24", vector_op<[](u32 a, u32 b, u32 c) {
       return static_cast<u32>(signed24(a)) * static_cast<u32>(signed24(b)) + c;
     }>},
    {"v_mad_u32_u16", vector_op<[](u16 a, u16 b, u32 c) { return u32{a} * u32{b} + c; }>},
    {"v_mad_i32_i16",
     vector_op<[](i16 a, i16 b, u32 c) { return static_cast<u32>(i32{a} * i32{b}) + c; }>},
});

const registration logic({
    {"v_and_b32", vector_op<[](u32 a, u32 b) { return a & b; }>},
    {"v_dual_and_b32", vector_op<[](u32 a, u32 b) { return a & b; }>},
    {"v_or_b32", vector_op<[](u32 a, u32 b) { return a | b; }>},
    {"v_xor_b32", vector_op<[](u32 a, u32 b) { return a ^ b; }>},
    {"v_xnor_b32", vector_op<[](u32 a, u32 b) { return ~(a ^ b); }>},
    {"v_not_b32", vector_op<[](u32 a) { return ~a; }>},
    {"v_and_or_b32", vector_op<[](u32 a, u32 b, u32 c) { return (a & b) | c; }>},
    {"v_or3_b32", vector_op<[](u32 a, u32 b, u32 c) { return a | b | c; }>},
    {"v_xor3_b32", vector_op<[](u32 a, u32 b, u32 c) { return a ^ b ^ c; }>},
    {"v_bfi_b32", vector_op<[](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }>},
    {"v_bfe_u32",
     vector_op<[](u32 a, u32 at, u32 n) { return a >> (at & 31) & ((u32{1} << (n & 31)) - 1); }>},
    {"v_bfe_i32", vector_op<[](i32 a, u32 at, u32 n) {
       at &= 31;
       n &= 31;
       if (n == 0)
         return 0;
       return at + n >= 32 ? a >> at
                           : static_cast<i32>(static_cast<u32>(a) << (32 - at - n)) >> (32 - n);
     }>},
    {"v_bfm_b32", vector_op<[](u32 a, u32 b) { return ((u32{1} << (a & 31)) - 1) << (b & 31); }>},
    {"v_bfrev_b32", vector_op<[](u32 a) { return __builtin_bitreverse32(a); }>},
    {"v_bcnt_u32_b32",
     vector_op<[](u32 a, u32 b) { return static_cast<u32>(std::popcount(a)) + b; }>},
    {"v_ffbl_b32", vector_op<[](u32 a) { return a ? std::countr_zero(a) : -1; }>},
    {"v_ctz_i32_b32", vector_op<[](u32 a) { return a ? std::countr_zero(a) : -1; }>},
    {"v_ffbh_u32", vector_op<[](u32 a) { return a ? std::countl_zero(a) : -1; }>},
    {"v_clz_i32_u32", vector_op<[](u32 a) { return a ? std::countl_zero(a) : -1; }>},
    {"v_ffbh_i32", vector_op<[](i32 a) {
       const u32 b = static_cast<u32>(a < 0 ? ~a : a);
       return b ? std::countl_zero(b) : -1;
     }>},
    {"v_cls_i32", vector_op<[](i32 a) {
       const u32 b = static_cast<u32>(a < 0 ? ~a : a);
       return b ? std::countl_zero(b) : -1;
     }>},
});

const registration shifts({
    {"v_lshlrev_b32", vector_op<[](u32 n, u32 a) { return a << (n & 31); }>},
    {"v_dual_lshlrev_b32", vector_op<[](u32 n, u32 a) { return a << (n & 31); }>},
    {"v_lshrrev_b32", vector_op<[](u32 n, u32 a) { return a >> (n & 31); }>},
    {"v_ashrrev_i32", vector_op<[](u32 n, i32 a) { return a >> (n & 31); }>},
    {"v_lshlrev_b64", vector_op<[](u32 n, u64 a) { return a << (n & 63); }>},
    {"v_lshrrev_b64", vector_op<[](u32 n, u64 a) { return a >> (n & 63); }>},
    {"v_ashrrev_i64", vector_op<[](u32 n, i64 a) { return a >> (n & 63); }>},
    {"v_lshl_or_b32", vector_op<[](u32 a, u32 n, u32 c) { return (a << (n & 31)) | c; }>},
    {"v_alignbit_b32",
     vector_op<[](u32 a, u32 b, u32 n) { return low_word(join(b, a) >> (n & 31)); }>},
    {"v_alignbyte_b32",
     vector_op<[](u32 a, u32 b, u32 n) { return low_word(join(b, a) >> 8 * (n & 3)); }>},
    {"v_perm_b32", vector_op<[](u32 a, u32 b, u32 select) {
       const u64 both = join(b, a);
       u32 result = 0;
       for (unsigned n = 0; n < 4; ++n) {
         const u32 s = select >> 8 * n & 0xff;
         u32 byte = 0;
         if (s < 8)
           byte = static_cast<u32>(both >> 8 * s & 0xff);
         else if (s < 12) // the sign of a half
           byte = both >> (16 * (s - 8) + 15) & 1 ? 0xff : 0;
         else if (s > 12)
           byte = 0xff;
         result |= byte << 8 * n;
       }
       return result;
     }>},
});

template <class T> T median(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

const registration extremes({
    {"v_min_u32", vector_op<[](u32 a, u32 b) { return std::min(a, b); }>},
    {"v_max_u32", vector_op<[](u32 a, u32 b) { return std::max(a, b); }>},
    {"v_min_i32", vector_op<[](i32 a, i32 b) { return std::min(a, b); }>},
    {"v_max_i32", vector_op<[](i32 a, i32 b) { return std::max(a, b); }>},
    {"v_min3_u32", vector_op<[](u32 a, u32 b, u32 c) {
       return std::min({a, b, c});
     }>},
    {"v_max3_u32", vector_op<[](u32 a, u32 b, u32 c) {
       return std::max({a, b, c});
     }>},
    {"v_min3_i32", vector_op<[](i32 a, i32 b, i32 c) {
       return std::min({a, b, c});
     }>},
    {"v_max3_i32", vector_op<[](i32 a, i32 b, i32 c) {
       return std::max({a, b, c});
     }>},
    {"v_med3_u32", vector_op<[](u32 a, u32 b, u32 c) { return median(a, b, c); }>},
    {"v_med3_i32", vector_op<[](i32 a, i32 b, i32 c) { return median(a, b, c); }>},
    {"v_maxmin_u32", vector_op<[](u32 a, u32 b, u32 c) { return std::min(std::max(a, b), c); }>},
    {"v_minmax_u32", vector_op<[](u32 a, u32 b, u32 c) { return std::max(std::min(a, b), c); }>},
    {"v_maxmin_i32", vector_op<[](i32 a, i32 b, i32 c) { return std::min(std::max(a, b), c); }>},
    {"v_minmax_i32", vector_op<[](i32 a, i32 b, i32 c) { return std::max(std::min(a, b), c); }>},
});

constexpr u16 low16(u32 a) { return static_cast<u16>(a); }

[[maybe_unused]] const bool words16 = [] {
  const auto add = [](std::initializer_list<const char *> names, handler run) {
    for (const char *name : names)
      add_semantics(name, run);
  };
  add({"v_add_u16", "v_add_nc_u16", "v_add_i16", "v_add_nc_i16"},
      vector_op<[](u16 a, u16 b) { return low16(u32{a} + b); }>);
  add({"v_sub_u16", "v_sub_nc_u16", "v_sub_i16", "v_sub_nc_i16"},
      vector_op<[](u16 a, u16 b) { return low16(u32{a} - b); }>);
  add({"v_subrev_u16"}, vector_op<[](u16 a, u16 b) { return low16(u32{b} - a); }>);
  add({"v_mul_lo_u16"}, vector_op<[](u16 a, u16 b) { return low16(u32{a} * b); }>);
  add({"v_mad_u16", "v_mad_legacy_u16", "v_mad_i16", "v_mad_legacy_i16"},
      vector_op<[](u16 a, u16 b, u16 c) { return low16(u32{a} * b + c); }>);
  add({"v_lshlrev_b16"}, vector_op<[](u16 n, u16 a) { return low16(u32{a} << (n & 15)); }>);
  add({"v_lshrrev_b16"}, vector_op<[](u16 n, u16 a) { return low16(a >> (n & 15)); }>);
  add({"v_ashrrev_i16"},
      vector_op<[](u16 n, i16 a) { return low16(static_cast<u32>(a >> (n & 15))); }>);
  add({"v_and_b16"}, vector_op<[](u16 a, u16 b) { return low16(a & b); }>);
  add({"v_or_b16"}, vector_op<[](u16 a, u16 b) { return low16(a | b); }>);
  add({"v_xor_b16"}, vector_op<[](u16 a, u16 b) { return low16(a ^ b); }>);
  add({"v_not_b16"}, vector_op<[](u16 a) { return low16(~u32{a}); }>);
  add({"v_min_u16"}, vector_op<[](u16 a, u16 b) { return std::min(a, b); }>);
  add({"v_max_u16"}, vector_op<[](u16 a, u16 b) { return std::max(a, b); }>);
  add({"v_min_i16"}, vector_op<[](i16 a, i16 b) { return std::min(a, b); }>);
  add({"v_max_i16"}, vector_op<[](i16 a, i16 b) { return std::max(a, b); }>);
  add({"v_min3_u16"}, vector_op<[](u16 a, u16 b, u16 c) { return std::min({a, b, c}); }>);
  add({"v_max3_u16"}, vector_op<[](u16 a, u16 b, u16 c) { return std::max({a, b, c}); }>);
  add({"v_min3_i16"}, vector_op<[](i16 a, i16 b, i16 c) { return std::min({a, b, c}); }>);
  add({"v_max3_i16"}, vector_op<[](i16 a, i16 b, i16 c) { return std::max({a, b, c}); }>);
  add({"v_med3_u16"}, vector_op<[](u16 a, u16 b, u16 c) { return median(a, b, c); }>);
  add({"v_med3_i16"}, vector_op<[](i16 a, i16 b, i16 c) { return median(a, b, c); }>);
  add({"v_pack_b32_f16"}, vector_op<[](u16 a, u16 b) { return u32{a} | u32{b} << 16; }>);
  add({"v_cvt_i32_i16"}, vector_op<[](i16 a) { return i32{a}; }>);
  add({"v_cvt_u32_u16"}, vector_op<[](u16 a) { return u32{a}; }>);
  add({"v_sat_pk_u8_i16"}, vector_op<[](u32 a) {
        const auto clamped = [](u32 half) {
          const i32 value = static_cast<i16>(half);
          return static_cast<u32>(std::clamp(value, 0, 255));
        };
        return clamped(a) | clamped(a >> 16) << 8;
      }>);
  return true;
}();

} // namespace
} // namespace hipsim
