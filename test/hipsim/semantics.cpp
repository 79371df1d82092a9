//===- semantics.cpp - What vector instructions share -----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "semantics.hpp"

#include <unordered_map>
#include <xmmintrin.h>

namespace hipsim {
namespace {

struct known {
  handler any = nullptr, rdna = nullptr, cdna = nullptr;
};

std::unordered_map<std::string, known> &table() {
  static std::unordered_map<std::string, known> made;
  return made;
}

u32 sign_bit(value_type type, unsigned word) {
  switch (type) {
  case value_type::float16:
  case value_type::bits16:
    return 0x8000;
  case value_type::float64:
  case value_type::bits64:
    return word == 1 ? 0x80000000 : 0;
  default:
    return 0x80000000;
  }
}

u32 constant_word(const operand &o, value_type type, unsigned word) {
  switch (type) {
  case value_type::bits16:
  case value_type::float16:
    if (o.is_float)
      return std::bit_cast<u16>(static_cast<f16>(o.real));
    return static_cast<u16>(o.integer);
  case value_type::float64:
    // A literal is the upper half; a wider one is all of it.
    if (o.literal && static_cast<u64>(o.integer) <= 0xffffffff)
      return word == 1 ? static_cast<u32>(o.integer) : 0;
    [[fallthrough]];
  case value_type::bits64: {
    const u64 bits = o.is_float ? std::bit_cast<u64>(o.real) : static_cast<u64>(o.integer);
    return word == 1 ? high_word(bits) : low_word(bits);
  }
  default:
    return o.is_float ? std::bit_cast<u32>(static_cast<f32>(o.real)) : static_cast<u32>(o.integer);
  }
}

u32 select_part(u32 value, part which, bool sign_extend) {
  switch (which) {
  case part::dword:
    return value;
  case part::word0:
  case part::word1: {
    const u16 bits = static_cast<u16>(value >> (which == part::word1 ? 16 : 0));
    return sign_extend ? static_cast<u32>(i32{static_cast<i16>(bits)}) : bits;
  }
  default: {
    const u8 bits = static_cast<u8>(value >> 8 * (static_cast<unsigned>(which) - 1));
    return sign_extend ? static_cast<u32>(i32{static_cast<i8>(bits)}) : bits;
  }
  }
}

/// The lane that `lane` reads from, or -1 outside of its row.
int source_lane(const instruction &i, unsigned lane, unsigned lanes) {
  const unsigned row = lane & ~15u, in_row = lane & 15, n = i.move_argument;
  switch (i.move) {
  case lane_move::none:
    return static_cast<int>(lane);
  case lane_move::quad_perm:
    return static_cast<int>((lane & ~3u) | (n >> 2 * (lane & 3) & 3));
  case lane_move::dpp8:
    return static_cast<int>((lane & ~7u) | (n >> 3 * (lane & 7) & 7));
  case lane_move::row_shl:
    return in_row + n > 15 ? -1 : static_cast<int>(lane + n);
  case lane_move::row_shr:
    return in_row < n ? -1 : static_cast<int>(lane - n);
  case lane_move::row_ror:
    return static_cast<int>(row | ((in_row + 16 - n) & 15));
  case lane_move::wave_shl:
    return lane + 1 < lanes ? static_cast<int>(lane + 1) : -1;
  case lane_move::wave_shr:
    return static_cast<int>(lane) - 1;
  case lane_move::wave_rol:
    return static_cast<int>((lane + 1) % lanes);
  case lane_move::wave_ror:
    return static_cast<int>((lane + lanes - 1) % lanes);
  case lane_move::row_mirror:
    return static_cast<int>(row | (15 - in_row));
  case lane_move::row_half_mirror:
    return static_cast<int>((lane & ~7u) | (7 - (lane & 7)));
  case lane_move::row_bcast: // the last lane of the row or of the half before
    if (n == 15)
      return static_cast<int>(row) - 1;
    return lane < 32 ? -1 : 31;
  case lane_move::row_newbcast:
  case lane_move::row_share:
    return static_cast<int>(row | n);
  case lane_move::row_xmask:
    return static_cast<int>(row | (in_row ^ n));
  }
  return -1;
}

row_view moved(wave &w, const instruction &i, row_view from, scratch_row &temporary) {
  const u64 exec = w.exec();
  scratch_row result;
  for (unsigned lane = 0; lane < w.lanes; ++lane) {
    const int at = source_lane(i, lane, w.lanes);
    const bool there = at >= 0 && (i.fetch_inactive || exec >> at & 1);
    result.word[lane] = there ? from[static_cast<unsigned>(at)] : 0;
  }
  temporary = result;
  return {temporary.word, 1};
}

row_view base_row(wave &w, const operand &o, value_type type, unsigned word,
                  scratch_row &temporary) {
  switch (o.kind) {
  case operand_kind::vector:
    return {w.row(static_cast<u16>(o.index + word)), 1};
  case operand_kind::constant:
    temporary.word[0] = constant_word(o, type, word);
    return {temporary.word, 0};
  default:
    if (type == value_type::bits64 || type == value_type::float64) {
      const u64 bits = w.read_partial(o, 2).value;
      temporary.word[0] = word ? high_word(bits) : low_word(bits);
    } else {
      temporary.word[0] = low_word(w.read_partial(o, 1).value);
    }
    return {temporary.word, 0};
  }
}

} // namespace

void add_semantics(const std::string &mnemonic, handler run, std::string_view processor) {
  known &k = table()[mnemonic];
  (processor.empty() ? k.any : processor == "gfx11" ? k.rdna : k.cdna) = run;
}

registration::registration(entries list, std::string_view processor) {
  for (const entry &e : list)
    add_semantics(std::string(e.mnemonic), e.run, processor);
}

handler find_handler(const std::string &mnemonic, const std::string &processor) {
  const auto found = table().find(mnemonic);
  if (found == table().end())
    return nullptr;
  const known &k = found->second;
  const handler own = processor.starts_with("gfx11") ? k.rdna : k.cdna;
  return own ? own : k.any;
}

row_view fetch(wave &w, const instruction &i, unsigned k, value_type type, unsigned word,
               scratch_row &temporary) {
  const operand &o = i.op[k];
  const bool moves = k == 1 && i.move != lane_move::none;
  if (o.kind == operand_kind::vector)
    w.check_arrived(static_cast<u16>(o.index + word), 1);
  const bool is_16 = type == value_type::bits16 || type == value_type::float16;
  const bool upper = i.has_op_sel && is_16 && k > 0 && i.op_sel >> (k - 1) & 1;
  if (o.is_plain_vector() && !moves && !i.sdwa && !upper) [[likely]]
    return {w.row(static_cast<u16>(o.index + word)), 1};
  row_view row = base_row(w, o, type, word, temporary);
  if (moves)
    row = moved(w, i, row, temporary);
  const part selected = i.sdwa && k >= 1 && k <= 2 ? i.select[k - 1] : part::dword;
  const bool high = o.high || upper;
  if (!o.negate && !o.absolute && !high && selected == part::dword)
    return row;
  const u32 sign = sign_bit(type, word);
  const unsigned count = row.step ? w.lanes : 1;
  for (unsigned lane = 0; lane < count; ++lane) {
    u32 value = row[lane];
    if (high)
      value >>= 16;
    value = select_part(value, selected, o.sign_extend);
    if (o.absolute)
      value &= ~sign;
    if (o.negate)
      value ^= sign;
    temporary.word[lane] = value;
  }
  return {temporary.word, row.step};
}

u64 writing_lanes(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  if (i.move == lane_move::none) [[likely]]
    return exec;
  u64 lanes = 0;
  for_lanes(exec, [&](unsigned lane) {
    if (!(i.row_mask >> (lane >> 4) & 1) || !(i.bank_mask >> ((lane & 15) >> 2) & 1))
      return;
    const int at = source_lane(i, lane, w.lanes);
    const bool there = at >= 0 && (i.fetch_inactive || exec >> at & 1);
    if (there || i.bound_control)
      lanes |= u64{1} << lane;
  });
  return lanes;
}

u64 defined_lanes(wave &w, const instruction &i, std::initializer_list<unsigned> operands,
                  u64 lanes, bool low_only) {
  u64 defined = lanes;
  for (const unsigned k : operands) {
    const operand &o = i.op[k];
    if (o.kind == operand_kind::scalar && !w.is_defined(o, low_only ? 1 : o.words))
      return 0;
    if (o.kind != operand_kind::vector)
      continue;
    u64 here = w.v_defined[o.index];
    if (!low_only && o.words == 2)
      here &= w.v_defined[o.index + 1];
    if (k == 1 && i.move != lane_move::none) {
      u64 moved_here = 0;
      const u64 exec = w.exec();
      for_lanes(lanes, [&](unsigned lane) {
        const int at = source_lane(i, lane, w.lanes);
        const bool there = at >= 0 && (i.fetch_inactive || exec >> at & 1);
        if (!there || here >> at & 1)
          moved_here |= u64{1} << lane;
      });
      here = moved_here;
    }
    defined &= here;
  }
  return defined;
}

void pass_definedness(wave &w, const instruction &i, std::initializer_list<unsigned> operands,
                      u64 lanes, unsigned words, bool is_float) {
  const u16 to = i.op[0].index;
  if (i.op[0].half || (i.sdwa && i.preserve_unused)) { // the rest of the register stays
    w.v_defined[to] |= lanes;
    return;
  }
  const u64 all = defined_lanes(w, i, operands, lanes, false);
  const u64 low = words == 2 && !is_float ? defined_lanes(w, i, operands, lanes, true) : all;
  w.v_defined[to] = (w.v_defined[to] & ~lanes) | low;
  if (words == 2)
    w.v_defined[to + 1] = (w.v_defined[to + 1] & ~lanes) | all;
}

void write_part(wave &w, const instruction &i, unsigned lane, u32 bits, bool is_16) {
  u32 &to = w.row(i.op[0].index)[lane];
  if (!i.sdwa) { // one half of a 32-bit register
    const bool high = i.op[0].half ? i.op[0].high : true;
    to = high ? (to & 0xffff) | bits << 16 : (to & 0xffff0000) | (bits & 0xffff);
    return;
  }
  unsigned at = 0, width = 32;
  if (i.destination >= part::word0) {
    width = 16;
    at = i.destination == part::word1 ? 16 : 0;
  } else if (i.destination != part::dword) {
    width = 8;
    at = 8 * (static_cast<unsigned>(i.destination) - 1);
  }
  if (width == 32) {
    to = is_16 ? bits & 0xffff : bits;
    return;
  }
  const u32 mask = ((1u << width) - 1) << at;
  const u32 placed = bits << at & mask;
  if (i.preserve_unused)
    to = (to & ~mask) | placed;
  else if (i.sign_unused)
    to = static_cast<u32>(static_cast<i32>(placed << (32 - width - at)) >> (32 - width - at));
  else
    to = placed;
}

namespace {
template <class T> T modify(const instruction &i, T value) {
  if (i.output_modifier)
    value *= static_cast<T>(i.output_modifier == 1 ? 2.0 : i.output_modifier == 2 ? 4.0 : 0.5);
  if (i.clamp) // a NaN becomes zero
    value = value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
  return value;
}
} // namespace

f32 modify_output(const wave &, const instruction &i, f32 value) { return modify(i, value); }
f64 modify_output(const wave &, const instruction &i, f64 value) { return modify(i, value); }
f16 modify_output(const wave &, const instruction &i, f16 value) {
  return static_cast<f16>(modify(i, static_cast<f32>(value)));
}

host_float_mode::host_float_mode(const wave &w, value_type type) {
  if (type != value_type::float32 && type != value_type::float64 && type != value_type::float16)
    return;
  // MODE: rounding of 32 bits in [1:0], of 16 and 64 bits in [3:2]; denormals likewise in [5:4]
  // and [7:6], where 3 keeps those of sources and results.
  const bool single = type == value_type::float32;
  const u32 round = single ? w.mode & 3 : w.mode >> 2 & 3;
  const u32 denormal = single ? w.mode >> 4 & 3 : w.mode >> 6 & 3;
  if (round == 0 && denormal == 3) [[likely]]
    return;
  changed_ = true;
  before_ = _mm_getcsr();
  constexpr u32 rounding[] = {0, 2, 1, 3}; // nearest, up, down, to zero
  u32 wanted = (before_ & ~0xe040u) | rounding[round] << 13;
  if (!(denormal & 1))
    wanted |= 0x0040; // sources
  if (!(denormal & 2))
    wanted |= 0x8000; // results
  _mm_setcsr(wanted);
}

void host_float_mode::restore() { _mm_setcsr(before_); }

} // namespace hipsim
