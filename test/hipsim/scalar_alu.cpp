//===- scalar_alu.cpp - Scalar arithmetic and logic -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "semantics.hpp"

namespace hipsim {
namespace {

template <class T> T read(wave &w, const operand &o) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(w.scalar64(o));
  else
    return std::bit_cast<T>(w.scalar(o));
}
template <class T> void write(wave &w, const operand &o, T value) {
  if constexpr (sizeof(T) == 8)
    w.set_scalar64(o, std::bit_cast<u64>(value));
  else
    w.set_scalar(o, std::bit_cast<u32>(value));
}

template <auto F, bool Nonzero, class R, class... A, std::size_t... K>
void run(wave &w, const instruction &i, std::index_sequence<K...>, R (*)(A...)) {
  const R result = F(read<A>(w, i.op[K + 1])...);
  write(w, i.op[0], result);
  if (Nonzero)
    w.set_scc(result != 0);
}
/// Leaves SCC as it is.
template <auto F> void plain(wave &w, const instruction &i) {
  run<F, false>(w, i, indices<F>(), +F);
}
/// Sets SCC where the result is not zero.
template <auto F> void logic(wave &w, const instruction &i) {
  run<F, true>(w, i, indices<F>(), +F);
}

template <auto F, class R, class A, class B>
void run_own(wave &w, const instruction &i, R (*)(bool &, A, B)) {
  bool scc = w.scc();
  const A a = read<A>(w, i.op[1]);
  const B b = read<B>(w, i.op[2]);
  write(w, i.op[0], F(scc, a, b));
  w.set_scc(scc);
}
/// Reads and sets SCC itself.
template <auto F> void own(wave &w, const instruction &i) { run_own<F>(w, i, +F); }

template <auto F, class A, class B> void run_test(wave &w, const instruction &i, bool (*)(A, B)) {
  w.set_scc(F(read<A>(w, i.op[0]), read<B>(w, i.op[1])));
}
template <auto F> void test(wave &w, const instruction &i) { run_test<F>(w, i, +F); }

//===----------------------------------------------------------------------===//
// Masks, whose bits are defined or not each for itself
//===----------------------------------------------------------------------===//

template <unsigned Words> void write_partial(wave &w, const operand &to, partial p) {
  if (to.index == reg_null)
    return;
  w.check_arrived_scalar(to.index, Words);
  for (unsigned n = 0; n < Words; ++n) {
    w.s[to.index + n] = low_word(p.value >> 32 * n);
    w.s_defined[to.index + n] = low_word(p.defined >> 32 * n);
  }
}

template <unsigned Words> void move(wave &w, const instruction &i) {
  write_partial<Words>(w, i.op[0], w.read_partial(i.op[1], Words));
}
template <unsigned Words> void select(wave &w, const instruction &i) {
  write_partial<Words>(w, i.op[0], w.read_partial(i.op[w.scc() ? 1 : 2], Words));
}

partial inverted(partial a) { return {~a.value, a.defined}; }
partial conjunction(partial a, partial b) {
  const u64 zero = (a.defined & ~a.value) | (b.defined & ~b.value);
  return {a.value & b.value, (a.defined & b.defined) | zero};
}
partial disjunction(partial a, partial b) {
  return inverted(conjunction(inverted(a), inverted(b)));
}
partial difference(partial a, partial b) { // exclusive or
  return {a.value ^ b.value, a.defined & b.defined};
}

template <partial (*F)(partial, partial), bool InvertSecond, bool InvertResult>
partial combine(partial a, partial b) {
  const partial result = F(a, InvertSecond ? inverted(b) : b);
  return InvertResult ? inverted(result) : result;
}

template <unsigned Words> void set_scc_of(wave &w, partial p) {
  const u64 bits = Words == 2 ? ~u64{0} : all_bits;
  w.set_scc((p.value & bits) != 0, (p.value & p.defined & bits) != 0 || (p.defined & bits) == bits);
}

template <unsigned Words, auto F> void bitwise(wave &w, const instruction &i) {
  const partial result = F(w.read_partial(i.op[1], Words), w.read_partial(i.op[2], Words));
  write_partial<Words>(w, i.op[0], result);
  set_scc_of<Words>(w, result);
}
template <unsigned Words> void invert(wave &w, const instruction &i) {
  const partial result = inverted(w.read_partial(i.op[1], Words));
  write_partial<Words>(w, i.op[0], result);
  set_scc_of<Words>(w, result);
}

/// Sets exec, of which each bit must be defined.
u64 set_exec_from(wave &w, partial p) {
  if (w.all_lanes() & ~p.defined)
    throw fault("lanes go on by a mask that was never written");
  const u64 exec = p.value & w.all_lanes();
  w.set_exec(exec);
  w.set_scc(exec != 0);
  return exec;
}
template <auto F> void save_exec(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const partial result = F(w.read_partial_mask(i.op[1]), partial{exec, ~u64{0}});
  w.set_mask(i.op[0], exec);
  set_exec_from(w, result);
}
template <auto F> void update_exec(wave &w, const instruction &i) { // *_wrexec
  const partial result = F(w.read_partial_mask(i.op[1]), partial{w.exec(), ~u64{0}});
  w.set_mask(i.op[0], set_exec_from(w, result));
}

void move_immediate(wave &w, const instruction &i) {
  w.set_scalar(i.op[0], static_cast<u32>(i32{static_cast<i16>(i.op[1].integer)}));
}

void conditional_move_immediate(wave &w, const instruction &i) {
  if (w.scc())
    move_immediate(w, i);
}

i32 immediate(const instruction &i) { return static_cast<i16>(i.op[1].integer); }

void add_immediate(wave &w, const instruction &i) {
  const i32 a = static_cast<i32>(w.scalar(i.op[0]));
  i32 sum;
  w.set_scc(__builtin_add_overflow(a, immediate(i), &sum));
  w.set_scalar(i.op[0], static_cast<u32>(sum));
}

void multiply_immediate(wave &w, const instruction &i) {
  w.set_scalar(i.op[0], w.scalar(i.op[0]) * static_cast<u32>(immediate(i)));
}

template <auto F> void test_immediate(wave &w, const instruction &i) {
  w.set_scc(F(static_cast<i32>(w.scalar(i.op[0])), immediate(i)));
}
template <auto F> void test_unsigned_immediate(wave &w, const instruction &i) {
  w.set_scc(F(w.scalar(i.op[0]), static_cast<u32>(static_cast<u16>(i.op[1].integer))));
}

template <class T> void conditional_move(wave &w, const instruction &i) {
  if (w.scc())
    write(w, i.op[0], read<T>(w, i.op[1]));
}

template <class T, bool Value> void set_bit(wave &w, const instruction &i) {
  const T bit = T{1} << (w.scalar(i.op[1]) & (sizeof(T) * 8 - 1));
  const T old = read<T>(w, i.op[0]);
  write<T>(w, i.op[0], Value ? old | bit : old & ~bit);
}

template <class T> T field(T value, u32 what) {
  constexpr u32 bits = sizeof(T) * 8;
  const u32 at = what & (bits - 1), width = what >> 16 & 0x7f;
  if (width == 0)
    return 0;
  const T low = value >> at;
  if (width + at >= bits)
    return low;
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(low) << (bits - width)) >> (bits - width);
}

template <unsigned Shift> u32 shift_add(bool &scc, u32 a, u32 b) {
  const u64 sum = (u64{a} << Shift) + b;
  scc = sum >> 32;
  return low_word(sum);
}

template <class T> i32 leading(T value) { return value ? std::countl_zero(value) : -1; }
template <class T> i32 trailing(T value) { return value ? std::countr_zero(value) : -1; }
/// The first bit from the top that differs from the sign.
template <class T> i32 leading_signs(T value) {
  using U = std::make_unsigned_t<T>;
  return leading(static_cast<U>(value < 0 ? ~value : value));
}

void whole_quads(wave &w, const instruction &i) {
  const u64 mask = w.lanes == 64 ? w.scalar64(i.op[1]) : w.scalar(i.op[1]);
  u64 result = 0;
  for (unsigned quad = 0; quad < w.lanes; quad += 4)
    if (mask >> quad & 15)
      result |= u64{15} << quad;
  w.set_mask(i.op[0], result);
  w.set_scc(result != 0);
}

const registration arithmetic({
    {"s_add_u32",
     own<[](bool &c, u32 a, u32 b) { return c = __builtin_add_overflow(a, b, &a), a; }>},
    {"s_sub_u32",
     own<[](bool &c, u32 a, u32 b) { return c = __builtin_sub_overflow(a, b, &a), a; }>},
    {"s_add_i32",
     own<[](bool &c, i32 a, i32 b) { return c = __builtin_add_overflow(a, b, &a), a; }>},
    {"s_sub_i32",
     own<[](bool &c, i32 a, i32 b) { return c = __builtin_sub_overflow(a, b, &a), a; }>},
    {"s_addc_u32", own<[](bool &c, u32 a, u32 b) {
       const u64 sum = u64{a} + b + c;
       return c = sum >> 32, low_word(sum);
     }>},
    {"s_subb_u32", own<[](bool &c, u32 a, u32 b) {
       const u64 difference = u64{a} - b - c;
       return c = difference >> 63, low_word(difference);
     }>},
    {"s_min_i32", own<[](bool &c, i32 a, i32 b) { return c = a < b, c ? a : b; }>},
    {"s_min_u32", own<[](bool &c, u32 a, u32 b) { return c = a < b, c ? a : b; }>},
    {"s_max_i32", own<[](bool &c, i32 a, i32 b) { return c = a > b, c ? a : b; }>},
    {"s_max_u32", own<[](bool &c, u32 a, u32 b) { return c = a > b, c ? a : b; }>},
    {"s_mul_i32", plain<[](u32 a, u32 b) { return a * b; }>},
    {"s_mul_hi_u32", plain<[](u32 a, u32 b) { return high_word(u64{a} * b); }>},
    {"s_mul_hi_i32", plain<[](i32 a, i32 b) { return high_word(static_cast<u64>(i64{a} * b)); }>},
    {"s_lshl1_add_u32", own<shift_add<1>>},
    {"s_lshl2_add_u32", own<shift_add<2>>},
    {"s_lshl3_add_u32", own<shift_add<3>>},
    {"s_lshl4_add_u32", own<shift_add<4>>},
    {"s_absdiff_i32", logic<[](i32 a, i32 b) {
       return a > b ? static_cast<u32>(a) - static_cast<u32>(b)
                    : static_cast<u32>(b) - static_cast<u32>(a);
     }>},
    {"s_abs_i32", logic<[](u32 a) { return static_cast<i32>(a) < 0 ? 0 - a : a; }>},
    {"s_movk_i32", move_immediate},
    {"s_cmovk_i32", conditional_move_immediate},
    {"s_addk_i32", add_immediate},
    {"s_mulk_i32", multiply_immediate},
    {"s_sext_i32_i8", plain<[](u32 a) { return i32{static_cast<i8>(a)}; }>},
    {"s_sext_i32_i16", plain<[](u32 a) { return i32{static_cast<i16>(a)}; }>},
    {"s_pack_ll_b32_b16", plain<[](u32 a, u32 b) { return (a & 0xffff) | b << 16; }>},
    {"s_pack_lh_b32_b16", plain<[](u32 a, u32 b) { return (a & 0xffff) | (b & 0xffff0000); }>},
    {"s_pack_hl_b32_b16", plain<[](u32 a, u32 b) { return a >> 16 | b << 16; }>},
    {"s_pack_hh_b32_b16", plain<[](u32 a, u32 b) { return a >> 16 | (b & 0xffff0000); }>},
});

const registration bits({
    {"s_mov_b32", move<1>},
    {"s_mov_b64", move<2>},
    {"s_cmov_b32", conditional_move<u32>},
    {"s_cmov_b64", conditional_move<u64>},
    {"s_cselect_b32", select<1>},
    {"s_cselect_b64", select<2>},
    {"s_lshl_b32", logic<[](u32 a, u32 n) { return a << (n & 31); }>},
    {"s_lshl_b64", logic<[](u64 a, u32 n) { return a << (n & 63); }>},
    {"s_lshr_b32", logic<[](u32 a, u32 n) { return a >> (n & 31); }>},
    {"s_lshr_b64", logic<[](u64 a, u32 n) { return a >> (n & 63); }>},
    {"s_ashr_i32", logic<[](i32 a, u32 n) { return a >> (n & 31); }>},
    {"s_ashr_i64", logic<[](i64 a, u32 n) { return a >> (n & 63); }>},
    {"s_bfm_b32", plain<[](u32 a, u32 b) { return ((u32{1} << (a & 31)) - 1) << (b & 31); }>},
    {"s_bfm_b64", plain<[](u32 a, u32 b) { return ((u64{1} << (a & 63)) - 1) << (b & 63); }>},
    {"s_bfe_u32", logic<[](u32 a, u32 b) { return field<u32>(a, b); }>},
    {"s_bfe_i32", logic<[](i32 a, u32 b) { return field<i32>(a, b); }>},
    {"s_bfe_u64", logic<[](u64 a, u32 b) { return field<u64>(a, b); }>},
    {"s_bfe_i64", logic<[](i64 a, u32 b) { return field<i64>(a, b); }>},
    {"s_brev_b32", plain<[](u32 a) { return __builtin_bitreverse32(a); }>},
    {"s_brev_b64", plain<[](u64 a) { return __builtin_bitreverse64(a); }>},
    {"s_bcnt1_i32_b32", logic<[](u32 a) { return std::popcount(a); }>},
    {"s_bcnt1_i32_b64", logic<[](u64 a) { return std::popcount(a); }>},
    {"s_bcnt0_i32_b32", logic<[](u32 a) { return std::popcount(~a); }>},
    {"s_bcnt0_i32_b64", logic<[](u64 a) { return std::popcount(~a); }>},
    {"s_ff1_i32_b32", plain<trailing<u32>>},
    {"s_ff1_i32_b64", plain<trailing<u64>>},
    {"s_ctz_i32_b32", plain<trailing<u32>>},
    {"s_ctz_i32_b64", plain<trailing<u64>>},
    {"s_flbit_i32_b32", plain<leading<u32>>},
    {"s_flbit_i32_b64", plain<leading<u64>>},
    {"s_clz_i32_u32", plain<leading<u32>>},
    {"s_clz_i32_u64", plain<leading<u64>>},
    {"s_flbit_i32", plain<leading_signs<i32>>},
    {"s_flbit_i32_i64", plain<leading_signs<i64>>},
    {"s_cls_i32", plain<leading_signs<i32>>},
    {"s_cls_i32_i64", plain<leading_signs<i64>>},
    {"s_bitset0_b32", set_bit<u32, false>},
    {"s_bitset0_b64", set_bit<u64, false>},
    {"s_bitset1_b32", set_bit<u32, true>},
    {"s_bitset1_b64", set_bit<u64, true>},
    {"s_wqm_b32", whole_quads},
    {"s_wqm_b64", whole_quads},
});

const registration tests({
    {"s_cmp_eq_i32", test<[](i32 a, i32 b) { return a == b; }>},
    {"s_cmp_lg_i32", test<[](i32 a, i32 b) { return a != b; }>},
    {"s_cmp_gt_i32", test<[](i32 a, i32 b) { return a > b; }>},
    {"s_cmp_ge_i32", test<[](i32 a, i32 b) { return a >= b; }>},
    {"s_cmp_lt_i32", test<[](i32 a, i32 b) { return a < b; }>},
    {"s_cmp_le_i32", test<[](i32 a, i32 b) { return a <= b; }>},
    {"s_cmp_eq_u32", test<[](u32 a, u32 b) { return a == b; }>},
    {"s_cmp_lg_u32", test<[](u32 a, u32 b) { return a != b; }>},
    {"s_cmp_gt_u32", test<[](u32 a, u32 b) { return a > b; }>},
    {"s_cmp_ge_u32", test<[](u32 a, u32 b) { return a >= b; }>},
    {"s_cmp_lt_u32", test<[](u32 a, u32 b) { return a < b; }>},
    {"s_cmp_le_u32", test<[](u32 a, u32 b) { return a <= b; }>},
    {"s_cmp_eq_u64", test<[](u64 a, u64 b) { return a == b; }>},
    {"s_cmp_lg_u64", test<[](u64 a, u64 b) { return a != b; }>},
    {"s_bitcmp0_b32", test<[](u32 a, u32 n) { return (a >> (n & 31) & 1) == 0; }>},
    {"s_bitcmp1_b32", test<[](u32 a, u32 n) { return (a >> (n & 31) & 1) == 1; }>},
    {"s_bitcmp0_b64", test<[](u64 a, u32 n) { return (a >> (n & 63) & 1) == 0; }>},
    {"s_bitcmp1_b64", test<[](u64 a, u32 n) { return (a >> (n & 63) & 1) == 1; }>},
    {"s_cmpk_eq_i32", test_immediate<[](i32 a, i32 b) { return a == b; }>},
    {"s_cmpk_lg_i32", test_immediate<[](i32 a, i32 b) { return a != b; }>},
    {"s_cmpk_gt_i32", test_immediate<[](i32 a, i32 b) { return a > b; }>},
    {"s_cmpk_ge_i32", test_immediate<[](i32 a, i32 b) { return a >= b; }>},
    {"s_cmpk_lt_i32", test_immediate<[](i32 a, i32 b) { return a < b; }>},
    {"s_cmpk_le_i32", test_immediate<[](i32 a, i32 b) { return a <= b; }>},
    {"s_cmpk_eq_u32", test_unsigned_immediate<[](u32 a, u32 b) { return a == b; }>},
    {"s_cmpk_lg_u32", test_unsigned_immediate<[](u32 a, u32 b) { return a != b; }>},
    {"s_cmpk_gt_u32", test_unsigned_immediate<[](u32 a, u32 b) { return a > b; }>},
    {"s_cmpk_ge_u32", test_unsigned_immediate<[](u32 a, u32 b) { return a >= b; }>},
    {"s_cmpk_lt_u32", test_unsigned_immediate<[](u32 a, u32 b) { return a < b; }>},
    {"s_cmpk_le_u32", test_unsigned_immediate<[](u32 a, u32 b) { return a <= b; }>},
});

/// `op_b32`, `op_b64`, `op_saveexec_b32` and so on.
template <auto F> void add_bitwise(const std::string &name) {
  add_semantics("s_" + name + "_b32", bitwise<1, F>);
  add_semantics("s_" + name + "_b64", bitwise<2, F>);
  add_semantics("s_" + name + "_saveexec_b32", save_exec<F>);
  add_semantics("s_" + name + "_saveexec_b64", save_exec<F>);
  add_semantics("s_" + name + "_wrexec_b32", update_exec<F>);
  add_semantics("s_" + name + "_wrexec_b64", update_exec<F>);
}

/// With the first source inverted.
template <partial (*F)(partial, partial)> partial first_inverted(partial a, partial b) {
  return F(inverted(a), b);
}

[[maybe_unused]] const bool masks = [] {
  add_bitwise<combine<conjunction, false, false>>("and");
  add_bitwise<combine<conjunction, false, true>>("nand");
  add_bitwise<combine<disjunction, false, false>>("or");
  add_bitwise<combine<disjunction, false, true>>("nor");
  add_bitwise<combine<difference, false, false>>("xor");
  add_bitwise<combine<difference, false, true>>("xnor");
  // Both names of each: the older counts sources from one.
  for (const char *name : {"andn2", "and_not1"})
    add_bitwise<combine<conjunction, true, false>>(name);
  for (const char *name : {"orn2", "or_not1"})
    add_bitwise<combine<disjunction, true, false>>(name);
  for (const char *name : {"andn1", "and_not0"})
    add_bitwise<first_inverted<conjunction>>(name);
  for (const char *name : {"orn1", "or_not0"})
    add_bitwise<first_inverted<disjunction>>(name);
  add_semantics("s_not_b32", invert<1>);
  add_semantics("s_not_b64", invert<2>);
  return true;
}();

} // namespace
} // namespace hipsim
