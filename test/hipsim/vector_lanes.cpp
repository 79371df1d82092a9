//===- vector_lanes.cpp - Carries, selections and instructions across lanes --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "semantics.hpp"

namespace hipsim {
namespace {

/// v_add_co…: dst, carry out, a, b and, with `CarryIn`, the carry in.
template <auto F, bool CarryIn> void with_carry(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const source<u32> a(w, i, 2), b(w, i, 3);
  const partial carries = CarryIn ? w.read_partial_mask(i.op[4]) : partial{0, ~u64{0}};
  const u64 in = carries.value;
  const u64 defined = defined_lanes(w, i, {2, 3}, exec, false) & carries.defined;
  w.check_arrived(i.op[0].index, 1);
  u64 out = 0;
  u32 results[64];
  for_lanes(exec, [&](unsigned lane) {
    bool carry = in >> lane & 1;
    results[lane] = F(a[lane], b[lane], carry);
    out |= u64{carry} << lane;
  });
  for_lanes(exec, [&](unsigned lane) { write_lane<u32>(w, i, lane, results[lane]); });
  w.set_defined(i.op[0].index, exec, defined);
  w.set_mask(i.op[1], out, defined | ~exec);
}

u32 add_carry(u32 a, u32 b, bool &carry) {
  const u64 sum = u64{a} + b + carry;
  carry = sum >> 32;
  return low_word(sum);
}
u32 subtract_borrow(u32 a, u32 b, bool &borrow) {
  const u64 difference = u64{a} - b - borrow;
  borrow = difference >> 63;
  return low_word(difference);
}
u32 subtract_reversed(u32 a, u32 b, bool &borrow) { return subtract_borrow(b, a, borrow); }

/// v_mad_u64_u32 dst, carry out, a, b, c
template <class T, class Wide> void multiply_add_wide(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const source<T> a(w, i, 2), b(w, i, 3);
  const source<u64> c(w, i, 4);
  w.check_arrived(i.op[0].index, 2);
  const u64 low = defined_lanes(w, i, {2, 3, 4}, exec, true);
  const u64 all = defined_lanes(w, i, {2, 3, 4}, exec, false);
  u64 out = 0;
  u64 results[64];
  for_lanes(exec, [&](unsigned lane) {
    const u64 product = static_cast<u64>(Wide{a[lane]} * Wide{b[lane]});
    out |= u64{__builtin_add_overflow(product, c[lane], &results[lane])} << lane;
  });
  for_lanes(exec, [&](unsigned lane) { write_lane<u64>(w, i, lane, results[lane]); });
  w.set_defined(i.op[0].index, exec, low);
  w.set_defined(static_cast<u16>(i.op[0].index + 1), exec, all);
  w.set_mask(i.op[1], out, all | ~exec);
}

/// dst, where the mask has no bit, where it has one, the mask. A value that is not taken may be
/// undefined.
template <class T> void select(wave &w, const instruction &i) {
  const u64 lanes = writing_lanes(w, i);
  operand vcc;
  vcc.kind = operand_kind::scalar;
  vcc.index = reg_vcc;
  const auto [mask, mask_defined] = w.read_partial_mask(i.operands > 3 ? i.op[3] : vcc);
  const source<T> zero(w, i, 1), one(w, i, 2);
  const operand &to = i.op[0];
  w.check_arrived(to.index, 1);
  const u64 ok = ((defined_lanes(w, i, {1}, lanes, false) & ~mask) |
                  (defined_lanes(w, i, {2}, lanes, false) & mask)) &
                 mask_defined;
  for_lanes(lanes, [&](unsigned lane) {
    write_lane<T>(w, i, lane, mask >> lane & 1 ? one[lane] : zero[lane]);
  });
  w.set_defined(to.index, lanes, to.half ? lanes : ok & lanes);
}

//===----------------------------------------------------------------------===//
// Lanes and scalars
//===----------------------------------------------------------------------===//

/// Saved and restored registers pass through here, defined or not.
void read_lane_at(wave &w, const instruction &i, unsigned lane) {
  const operand &from = i.op[1], &to = i.op[0];
  w.check_arrived(from.index, 1);
  w.set_scalar(to, w.row(from.index)[lane]);
  if (to.index != reg_null)
    w.s_defined[to.index] = w.v_defined[from.index] >> lane & 1 ? all_bits : 0;
}

void read_first_lane(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  if (i.op[1].kind != operand_kind::vector)
    w.set_scalar(i.op[0], w.scalar(i.op[1]));
  else
    read_lane_at(w, i, exec ? static_cast<unsigned>(std::countr_zero(exec)) : 0);
}

void read_lane(wave &w, const instruction &i) {
  read_lane_at(w, i, w.scalar(i.op[2]) & (w.lanes - 1));
}

void write_lane_of(wave &w, const instruction &i) {
  const unsigned lane = w.scalar(i.op[2]) & (w.lanes - 1);
  const u16 to = i.op[0].index;
  w.check_arrived(to, 1);
  // A lane is defined as a whole: a mask of which some bits are not counts as defined.
  const auto [value, bits] = w.read_partial(i.op[1], 1);
  const bool defined = low_word(bits) != 0;
  w.row(to)[lane] = low_word(value);
  const u64 bit = u64{1} << lane;
  w.v_defined[to] = defined ? w.v_defined[to] | bit : w.v_defined[to] & ~bit;
}

/// Bits of the mask below the lane, of the lower 32 lanes or of the upper ones.
template <bool Upper> void count_lower_lanes(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const source<u32> mask(w, i, 1), add(w, i, 2);
  w.check_arrived(i.op[0].index, 1);
  const u64 defined = defined_lanes(w, i, {1, 2}, exec, false);
  u32 results[64];
  for_lanes(exec, [&](unsigned lane) {
    const u64 below = (u64{1} << lane) - 1;
    const u32 used = mask[lane] & (Upper ? high_word(below) : low_word(below));
    results[lane] = add[lane] + static_cast<u32>(std::popcount(used));
  });
  for_lanes(exec, [&](unsigned lane) { w.row(i.op[0].index)[lane] = results[lane]; });
  w.set_defined(i.op[0].index, exec, defined);
}

void swap(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const u16 a = i.op[0].index, b = i.op[1].index;
  w.check_arrived(a, 1);
  w.check_arrived(b, 1);
  for_lanes(exec, [&](unsigned lane) { std::swap(w.row(a)[lane], w.row(b)[lane]); });
  const u64 of_a = w.v_defined[a], of_b = w.v_defined[b];
  w.set_defined(a, exec, of_b & exec);
  w.set_defined(b, exec, of_a & exec);
}

/// v_permlane16, v_permlanex16: dst, source, selectors of the lower and upper eight lanes of a row.
template <bool OtherRow> void permute_row(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const u64 select = join(w.scalar(i.op[2]), w.scalar(i.op[3]));
  const operand &from = i.op[1];
  const bool fetch_inactive = i.op_sel & 1, bound_control = i.op_sel >> 1 & 1;
  w.check_arrived(from.index, 1);
  u32 results[64];
  u64 written = 0, defined = 0;
  for_lanes(exec, [&](unsigned lane) {
    unsigned at = (lane & ~15u) | static_cast<unsigned>(select >> 4 * (lane & 15) & 15);
    if (OtherRow)
      at ^= 16;
    const bool there = fetch_inactive || exec >> at & 1;
    if (!there && !bound_control)
      return;
    results[lane] = there ? w.row(from.index)[at] : 0;
    written |= u64{1} << lane;
    defined |= u64{!there || w.v_defined[from.index] >> at & 1} << lane;
  });
  const u16 to = i.op[0].index;
  for_lanes(written, [&](unsigned lane) { w.row(to)[lane] = results[lane]; });
  w.v_defined[to] = (w.v_defined[to] & ~written) | defined;
}

void permute_halves(wave &w, const instruction &i) { // v_permlane64
  const u64 exec = w.exec();
  const u16 from = i.op[1].index, to = i.op[0].index;
  w.check_arrived(from, 1);
  u32 results[64];
  for (unsigned lane = 0; lane < w.lanes; ++lane)
    results[lane] = w.row(from)[w.lanes == 64 ? lane ^ 32 : lane];
  for_lanes(exec, [&](unsigned lane) { w.row(to)[lane] = results[lane]; });
  w.define(to, 1, exec);
}

//===----------------------------------------------------------------------===//
// Registers by index
//===----------------------------------------------------------------------===//

u16 indexed(wave &w, const operand &o) {
  const u32 index = o.index + (w.rdna ? w.s[reg_m0] : w.s[reg_m0] & 0xff);
  if (index >= w.vector_limit)
    throw fault("an index in m0 leads to v" + std::to_string(index) +
                ", which is outside the kernel's registers");
  return static_cast<u16>(index);
}

template <bool Source> void move_indexed(wave &w, const instruction &i) {
  instruction moved;
  moved.operands = 2;
  moved.op[0] = i.op[0];
  moved.op[1] = i.op[1];
  operand &o = moved.op[Source ? 1 : 0];
  o.index = indexed(w, o);
  vector_op<[](u32 a) { return a; }>(w, moved);
}

/// `s_set_gpr_idx_on index, gpr_idx(SRC0,DST)`: until `s_set_gpr_idx_off` the operands named are
/// indexed.
void set_index_mode(wave &w, const instruction &i) {
  w.s[reg_m0] = (w.s[reg_m0] & ~0xffu) | (w.scalar(i.op[0]) & 0xff);
  w.s_defined[reg_m0] = all_bits;
  w.indexes_source = i.text.find("SRC0") != std::string::npos;
  w.indexes_destination = i.text.find("DST") != std::string::npos;
}
void end_index_mode(wave &w, const instruction &) {
  w.indexes_source = w.indexes_destination = false;
}

void move(wave &w, const instruction &i) {
  if (!w.indexes_source && !w.indexes_destination) [[likely]] {
    vector_op<[](u32 a) { return a; }>(w, i);
    return;
  }
  instruction moved;
  moved.operands = 2;
  moved.op[0] = i.op[0];
  moved.op[1] = i.op[1];
  if (w.indexes_source)
    moved.op[1].index = indexed(w, i.op[1]);
  if (w.indexes_destination)
    moved.op[0].index = indexed(w, i.op[0]);
  vector_op<[](u32 a) { return a; }>(w, moved);
}

const registration all({
    {"v_mov_b32", move},
    {"s_set_gpr_idx_on", set_index_mode},
    {"s_set_gpr_idx_off", end_index_mode},
    {"v_add_co_u32", with_carry<add_carry, false>},
    {"v_sub_co_u32", with_carry<subtract_borrow, false>},
    {"v_subrev_co_u32", with_carry<subtract_reversed, false>},
    {"v_addc_co_u32", with_carry<add_carry, true>},
    {"v_subb_co_u32", with_carry<subtract_borrow, true>},
    {"v_subbrev_co_u32", with_carry<subtract_reversed, true>},
    {"v_add_co_ci_u32", with_carry<add_carry, true>},
    {"v_sub_co_ci_u32", with_carry<subtract_borrow, true>},
    {"v_subrev_co_ci_u32", with_carry<subtract_reversed, true>},
    {"v_mad_u64_u32", multiply_add_wide<u32, u64>},
    {"v_mad_i64_i32", multiply_add_wide<i32, i64>},
    {"v_cndmask_b32", select<u32>},
    {"v_cndmask_b16", select<u16>},
    {"v_dual_cndmask_b32", select<u32>},
    {"v_readfirstlane_b32", read_first_lane},
    {"v_readlane_b32", read_lane},
    {"v_writelane_b32", write_lane_of},
    {"v_mbcnt_lo_u32_b32", count_lower_lanes<false>},
    {"v_mbcnt_hi_u32_b32", count_lower_lanes<true>},
    {"v_swap_b32", swap},
    {"v_permlane16_b32", permute_row<false>},
    {"v_permlanex16_b32", permute_row<true>},
    {"v_permlane64_b32", permute_halves},
    {"v_movrels_b32", move_indexed<true>},
    {"v_movreld_b32", move_indexed<false>},
});

} // namespace
} // namespace hipsim
