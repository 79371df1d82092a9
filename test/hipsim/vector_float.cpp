//===- vector_float.cpp - Floating-point arithmetic of lanes ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reciprocals, square roots and transcendental functions are computed in double
// and rounded, so that they are at least as exact as the hardware's, whose last
// place differs between processors.
//
//===----------------------------------------------------------------------===//
#include "float_math.hpp"
#include "semantics.hpp"

namespace hipsim {
namespace {

void add(std::initializer_list<const char *> names, handler run) {
  for (const char *name : names)
    add_semantics(name, run);
}

/// A literal stands between or behind the factors: v_fmamk dst, a, K, c and v_fmaak dst, a, b, K.
template <class T> T multiply_literal_add(T a, T k, T c) { return fused(a, k, c); }

template <class T> void add_type(const std::string &type) {
  const auto name = [&](const char *what) { return std::string("v_") + what + "_" + type; };
  add_semantics(name("add"), vector_op<[](T a, T b) { return T(a + b); }>);
  add_semantics(name("sub"), vector_op<[](T a, T b) { return T(a - b); }>);
  add_semantics(name("subrev"), vector_op<[](T a, T b) { return T(b - a); }>);
  add_semantics(name("mul"), vector_op<[](T a, T b) { return T(a * b); }>);
  add_semantics(name("fma"), vector_op<[](T a, T b, T c) { return fused(a, b, c); }>);
  add_semantics(name("fmac"), accumulate_op<[](T a, T b, T c) { return fused(a, b, c); }>);
  add_semantics(name("fmamk"), vector_op<multiply_literal_add<T>>);
  add_semantics(name("fmaak"), vector_op<[](T a, T b, T k) { return fused(a, b, k); }>);
  add_semantics(name("mad"), vector_op<[](T a, T b, T c) { return T(T(a * b) + c); }>);
  add_semantics(name("mac"), accumulate_op<[](T a, T b, T c) { return T(T(a * b) + c); }>);
  add_semantics(name("min"), vector_op<[](T a, T b) { return min_number(a, b); }>);
  add_semantics(name("max"), vector_op<[](T a, T b) { return max_number(a, b); }>);
  add_semantics(name("min3"),
                vector_op<[](T a, T b, T c) { return min_number(min_number(a, b), c); }>);
  add_semantics(name("max3"),
                vector_op<[](T a, T b, T c) { return max_number(max_number(a, b), c); }>);
  add_semantics(name("maxmin"),
                vector_op<[](T a, T b, T c) { return min_number(max_number(a, b), c); }>);
  add_semantics(name("minmax"),
                vector_op<[](T a, T b, T c) { return max_number(min_number(a, b), c); }>);
  add_semantics(name("med3"), vector_op<[](T a, T b, T c) {
                  if (a != a || b != b || c != c)
                    return min_number(min_number(a, b), c);
                  return max_number(min_number(a, b), min_number(max_number(a, b), c));
                }>);
  add_semantics(name("ceil"), vector_op<[](T a) { return T(std::ceil(f64(a))); }>);
  add_semantics(name("floor"), vector_op<[](T a) { return T(std::floor(f64(a))); }>);
  add_semantics(name("trunc"), vector_op<[](T a) { return T(std::trunc(f64(a))); }>);
  add_semantics(name("rndne"), vector_op<[](T a) { return T(std::nearbyint(f64(a))); }>);
  add_semantics(name("sqrt"), vector_op<[](T a) { return T(std::sqrt(f64(a))); }>);
  add_semantics(name("rcp"), vector_op<[](T a) { return T(1 / f64(a)); }>);
  add_semantics(name("rsq"), vector_op<[](T a) { return T(1 / std::sqrt(f64(a))); }>);
}

//===----------------------------------------------------------------------===//
// Parts of a number
//===----------------------------------------------------------------------===//

template <class T> constexpr T just_below_one = T(1) - std::numeric_limits<T>::epsilon() / 2;
template <> constexpr f16 just_below_one<f16> = f16(0.99951171875);

template <class T> T fraction(T a) {
  const T part = T(a - T(std::floor(f64(a))));
  return part < just_below_one<T> || part != part ? part : just_below_one<T>;
}

template <class T> T mantissa(T a) {
  if (!std::isfinite(f64(a)))
    return a;
  int exponent;
  return T(std::frexp(f64(a), &exponent));
}

template <class T> i32 exponent(T a) {
  if (!std::isfinite(f64(a)))
    return 0;
  int result;
  std::frexp(f64(a), &result);
  return a == T(0) ? 0 : result;
}

f32 scale(f32 a, i32 n) { return std::ldexp(a, n); }
f64 scale(f64 a, i32 n) { return std::ldexp(a, n); }

//===----------------------------------------------------------------------===//
// Division in steps, as the ISA guides have it
//===----------------------------------------------------------------------===//

template <class T> int exponent_bits(T value) {
  if constexpr (sizeof(T) == 8)
    return static_cast<int>(std::bit_cast<u64>(value) >> 52 & 0x7ff);
  else
    return static_cast<int>(std::bit_cast<u32>(value) >> 23 & 0xff);
}
template <class T> bool is_denormal(T value) { return value != 0 && exponent_bits(value) == 0; }

/// Scales `value`, one of the two others, away from the ends of the range; `flag` says whether the
/// quotient must be scaled back.
template <class T> T division_scale(T value, T denominator, T numerator, bool &flag) {
  constexpr int step = sizeof(T) == 8 ? 128 : 64, limit = sizeof(T) == 8 ? 768 : 96;
  constexpr int small = sizeof(T) == 8 ? 53 : 23;
  flag = false;
  if (numerator == 0 || denominator == 0)
    return std::numeric_limits<T>::quiet_NaN();
  const auto up = [&] { return std::ldexp(value, step); };
  if (exponent_bits(numerator) - exponent_bits(denominator) >= limit) {
    flag = true;
    return value == denominator ? up() : value;
  }
  if (is_denormal(denominator))
    return up();
  if (is_denormal(T(1) / denominator) && is_denormal(numerator / denominator)) {
    flag = true;
    return value == denominator ? up() : value;
  }
  if (is_denormal(T(1) / denominator))
    return std::ldexp(value, -step);
  if (is_denormal(numerator / denominator)) {
    flag = true;
    return value == numerator ? up() : value;
  }
  if (exponent_bits(numerator) <= small)
    return up();
  return value;
}

/// v_div_scale dst, flags, value, denominator, numerator
template <class T> void scale_for_division(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const source<T> value(w, i, 2), denominator(w, i, 3), numerator(w, i, 4);
  w.check_arrived(i.op[0].index, sizeof(T) / 4);
  const u64 defined = defined_lanes(w, i, {2, 3, 4}, exec, false);
  T results[64];
  u64 flags = 0;
  for_lanes(exec, [&](unsigned lane) {
    bool flag;
    results[lane] = division_scale(value[lane], denominator[lane], numerator[lane], flag);
    flags |= u64{flag} << lane;
  });
  for_lanes(exec, [&](unsigned lane) { write_lane<T>(w, i, lane, results[lane]); });
  for (unsigned word = 0; word < sizeof(T) / 4; ++word)
    w.set_defined(static_cast<u16>(i.op[0].index + word), exec, defined);
  w.set_mask(i.op[1], flags, defined | ~exec);
}

/// A fused multiply-add, scaled back where VCC says so.
template <class T> void multiply_add_for_division(wave &w, const instruction &i) {
  const u64 exec = w.exec(), flags = w.mask(reg_vcc);
  const source<T> a(w, i, 1), b(w, i, 2), c(w, i, 3);
  [[maybe_unused]] const host_float_mode mode(w, type_of<T>());
  w.check_arrived(i.op[0].index, sizeof(T) / 4);
  pass_definedness(w, i, {1, 2, 3}, exec, sizeof(T) / 4, true);
  for_lanes(exec, [&](unsigned lane) {
    T result = fused(a[lane], b[lane], c[lane]);
    if (flags >> lane & 1)
      result = std::ldexp(result, sizeof(T) == 8 ? (exponent_bits(c[lane]) > 1023 ? 128 : -128)
                                                 : (exponent_bits(c[lane]) > 127 ? 64 : -64));
    write_lane<T>(w, i, lane, result);
  });
}

/// The quotient with the special cases put right.
template <class T> T fix_quotient(T quotient, T denominator, T numerator) {
  const f64 d = f64(denominator), n = f64(numerator);
  const bool negative = std::signbit(d) != std::signbit(n);
  const T infinity = T(std::numeric_limits<f64>::infinity());
  const auto with_sign = [&](T value) { return negative ? T(-value) : value; };
  if (n != n)
    return numerator;
  if (d != d)
    return denominator;
  if ((d == 0 && n == 0) || (std::isinf(d) && std::isinf(n)))
    return T(std::numeric_limits<f64>::quiet_NaN());
  if (d == 0 || std::isinf(n))
    return with_sign(infinity);
  if (n == 0 || std::isinf(d))
    return with_sign(T(0));
  return with_sign(T(std::fabs(f64(quotient))));
}

//===----------------------------------------------------------------------===//
// Arguments of sine and cosine
//===----------------------------------------------------------------------===//

/// 1201 bits of 2/pi behind the point, the first the highest.
constexpr u64 two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb1f8d5d085, 0x6033046fc7b6babf};

/// v_trig_preop: the segment of 2/pi that matters for the argument's exponent.
f64 segment_of_two_over_pi(f64 value, u32 segment) {
  const int exponent = exponent_bits(value);
  int shift = static_cast<int>(segment & 31) * 53;
  if (exponent > 1077)
    shift += exponent - 1077;
  u64 bits = 0; // 53 of them
  for (int n = 0; n < 53; ++n) {
    const int at = shift + n;
    const u64 bit = at < 1201 ? two_over_pi[at / 64] >> (63 - at % 64) & 1 : 0;
    bits = bits << 1 | bit;
  }
  int scale = -53 - shift;
  if (exponent >= 1968)
    scale += 128;
  return std::ldexp(static_cast<f64>(bits), scale);
}

constexpr f64 turn = 6.283185307179586476925286766559;

template <class T> void add_functions(const std::string &type) {
  const auto name = [&](const char *what) { return std::string("v_") + what + "_" + type; };
  add_semantics(name("exp"), vector_op<[](T a) { return T(std::exp2(f64(a))); }>);
  add_semantics(name("log"), vector_op<[](T a) { return T(std::log2(f64(a))); }>);
  // Of turns.
  add_semantics(name("sin"),
                vector_op<[](T a) { return T(std::sin(turn * (f64(a) - std::rint(f64(a))))); }>);
  add_semantics(name("cos"),
                vector_op<[](T a) { return T(std::cos(turn * (f64(a) - std::rint(f64(a))))); }>);
}

[[maybe_unused]] const bool added = [] {
  add_type<f16>("f16");
  add_type<f32>("f32");
  add_type<f64>("f64");
  add_functions<f16>("f16");
  add_functions<f32>("f32");
  add({"v_fract_f16"}, vector_op<fraction<f16>>);
  add({"v_fract_f32"}, vector_op<fraction<f32>>);
  add({"v_fract_f64"}, vector_op<fraction<f64>>);
  add({"v_frexp_mant_f16"}, vector_op<mantissa<f16>>);
  add({"v_frexp_mant_f32"}, vector_op<mantissa<f32>>);
  add({"v_frexp_mant_f64"}, vector_op<mantissa<f64>>);
  add({"v_frexp_exp_i16_f16"}, vector_op<[](f16 a) { return static_cast<u16>(exponent(a)); }>);
  add({"v_frexp_exp_i32_f32"}, vector_op<exponent<f32>>);
  add({"v_frexp_exp_i32_f64"}, vector_op<exponent<f64>>);
  add({"v_ldexp_f16"}, vector_op<[](f16 a, u16 n) {
        return static_cast<f16>(std::ldexp(f64(a), static_cast<i16>(n)));
      }>);
  add({"v_ldexp_f32"}, vector_op<[](f32 a, i32 n) { return scale(a, n); }>);
  add({"v_ldexp_f64"}, vector_op<[](f64 a, i32 n) { return scale(a, n); }>);
  add({"v_rcp_iflag_f32"}, vector_op<[](f32 a) { return f32(1 / f64(a)); }>);
  // Zero times anything is zero.
  add({"v_mul_legacy_f32", "v_mul_dx9_zero_f32", "v_dual_mul_dx9_zero_f32"},
      vector_op<[](f32 a, f32 b) { return a == 0 || b == 0 ? 0.0f : a * b; }>);
  add({"v_dual_add_f32"}, vector_op<[](f32 a, f32 b) { return a + b; }>);
  add({"v_dual_sub_f32"}, vector_op<[](f32 a, f32 b) { return a - b; }>);
  add({"v_dual_subrev_f32"}, vector_op<[](f32 a, f32 b) { return b - a; }>);
  add({"v_dual_mul_f32"}, vector_op<[](f32 a, f32 b) { return a * b; }>);
  add({"v_dual_min_f32"}, vector_op<[](f32 a, f32 b) { return min_number(a, b); }>);
  add({"v_dual_max_f32"}, vector_op<[](f32 a, f32 b) { return max_number(a, b); }>);
  add({"v_dual_fmac_f32"}, accumulate_op<[](f32 a, f32 b, f32 c) { return fused(a, b, c); }>);
  add({"v_dual_fmamk_f32", "v_dual_fmaak_f32"},
      vector_op<[](f32 a, f32 b, f32 c) { return fused(a, b, c); }>);
  add({"v_div_scale_f32"}, scale_for_division<f32>);
  add({"v_div_scale_f64"}, scale_for_division<f64>);
  add({"v_div_fmas_f32"}, multiply_add_for_division<f32>);
  add({"v_div_fmas_f64"}, multiply_add_for_division<f64>);
  add({"v_div_fixup_f16"}, vector_op<fix_quotient<f16>>);
  add({"v_div_fixup_f32"}, vector_op<fix_quotient<f32>>);
  add({"v_div_fixup_f64"}, vector_op<fix_quotient<f64>>);
  add({"v_trig_preop_f64"}, vector_op<segment_of_two_over_pi>);
  return true;
}();

} // namespace
} // namespace hipsim
