//===- vector_compare.cpp - Comparisons of lanes ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "semantics.hpp"

#include <cmath>

namespace hipsim {
namespace {

template <auto F> void add(const std::string &what) {
  add_semantics("v_cmp_" + what, compare_op<F, false>);
  add_semantics("v_cmpx_" + what, compare_op<F, true>);
}

template <class T> void add_integers(const std::string &type) {
  add<[](T, T) { return false; }>("f_" + type);
  add<[](T a, T b) { return a < b; }>("lt_" + type);
  add<[](T a, T b) { return a == b; }>("eq_" + type);
  add<[](T a, T b) { return a <= b; }>("le_" + type);
  add<[](T a, T b) { return a > b; }>("gt_" + type);
  add<[](T a, T b) { return a != b; }>("ne_" + type);
  add<[](T a, T b) { return a >= b; }>("ge_" + type);
  add<[](T, T) { return true; }>("t_" + type);
}

/// The names with `n` are true for NaN, those without are not.
template <class T> void add_floats(const std::string &type) {
  add<[](T, T) { return false; }>("f_" + type);
  add<[](T a, T b) { return a < b; }>("lt_" + type);
  add<[](T a, T b) { return a == b; }>("eq_" + type);
  add<[](T a, T b) { return a <= b; }>("le_" + type);
  add<[](T a, T b) { return a > b; }>("gt_" + type);
  add<[](T a, T b) { return a < b || a > b; }>("lg_" + type);
  add<[](T a, T b) { return a >= b; }>("ge_" + type);
  add<[](T a, T b) { return a == a && b == b; }>("o_" + type);
  add<[](T a, T b) { return a != a || b != b; }>("u_" + type);
  add<[](T a, T b) { return !(a >= b); }>("nge_" + type);
  add<[](T a, T b) { return !(a < b || a > b); }>("nlg_" + type);
  add<[](T a, T b) { return !(a > b); }>("ngt_" + type);
  add<[](T a, T b) { return !(a <= b); }>("nle_" + type);
  add<[](T a, T b) { return !(a == b); }>("neq_" + type);
  add<[](T a, T b) { return !(a < b); }>("nlt_" + type);
  add<[](T, T) { return true; }>("t_" + type);
  add<[](T, T) { return true; }>("tru_" + type);
}

/// Whether the value is of a kind that the mask names: from bit 0 signalling and quiet NaN, minus
/// infinity, normal, denormal, zero, and plus zero, denormal, normal, infinity.
template <class T, class Bits> bool is_class(T value, u32 mask) {
  constexpr unsigned width = sizeof(T) * 8;
  constexpr unsigned fraction = width == 64 ? 52 : width == 32 ? 23 : 10;
  const Bits bits = std::bit_cast<Bits>(value);
  const bool negative = bits >> (width - 1) & 1;
  const Bits exponent = static_cast<Bits>(bits << 1) >> (fraction + 1);
  const Bits rest = bits & static_cast<Bits>((Bits{1} << fraction) - 1);
  const Bits greatest = static_cast<Bits>((Bits{1} << (width - 1 - fraction)) - 1);
  unsigned kind;
  if (exponent == greatest && rest)
    return mask >> (rest >> (fraction - 1) & 1) & 1;
  if (exponent == greatest)
    kind = negative ? 2 : 9;
  else if (exponent)
    kind = negative ? 3 : 8;
  else if (rest)
    kind = negative ? 4 : 7;
  else
    kind = negative ? 5 : 6;
  return mask >> kind & 1;
}

[[maybe_unused]] const bool added = [] {
  add_integers<i16>("i16");
  add_integers<u16>("u16");
  add_integers<i32>("i32");
  add_integers<u32>("u32");
  add_integers<i64>("i64");
  add_integers<u64>("u64");
  add_floats<f16>("f16");
  add_floats<f32>("f32");
  add_floats<f64>("f64");
  add<is_class<f16, u16>>("class_f16");
  add<is_class<f32, u32>>("class_f32");
  add<is_class<f64, u64>>("class_f64");
  return true;
}();

} // namespace
} // namespace hipsim
