//===- vector_packed.cpp - Packed values and mixed precision ----*- C++ -*-===//
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

/// An operand of a packed instruction: two values, each of either half as op_sel and op_sel_hi say.
/// `T` of 16 bits: halves of a register; of 32 bits: a pair of registers.
template <class T> class packed_source {
public:
  packed_source(wave &w, const instruction &i, unsigned k)
      : o_(i.op[k]), low_half_(i.op_sel >> (k - 1) & 1), high_half_(i.op_sel_hi >> (k - 1) & 1),
        negate_low_(i.neg_lo >> (k - 1) & 1), negate_high_(i.neg_hi >> (k - 1) & 1) {
    constexpr bool pair = sizeof(T) == 4;
    if (o_.kind == operand_kind::vector) {
      w.check_arrived(o_.index, pair ? 2 : 1);
      row_ = w.row(o_.index);
      step_ = 1;
      next_ = w.lanes;
    } else if (o_.kind == operand_kind::constant) {
      // A constant stands in the low half; of pairs it is both values.
      words_[0] = words_[1] = pair ? w.constant32(o_) : constant16(w);
    } else {
      const u64 bits = w.read_partial(o_, pair ? 2 : 1).value;
      words_[0] = low_word(bits);
      words_[1] = high_word(bits);
    }
  }
  T low(unsigned lane) const { return value(lane, low_half_, negate_low_); }
  T high(unsigned lane) const { return value(lane, high_half_, negate_high_); }

private:
  u32 constant16(wave &w) const {
    if (!o_.is_float)
      return w.constant32(o_);
    return std::bit_cast<u16>(static_cast<f16>(o_.real));
  }
  T value(unsigned lane, bool second, bool negate) const {
    const u32 *const row = row_ ? row_ : words_;
    if constexpr (sizeof(T) == 4) {
      u32 bits = row[lane * step_ + (second ? next_ : 0)];
      return std::bit_cast<T>(negate ? bits ^ 0x80000000 : bits);
    } else {
      const u32 word = row[lane * step_];
      const u16 bits = static_cast<u16>(second ? word >> 16 : word);
      return std::bit_cast<T>(static_cast<u16>(negate ? bits ^ 0x8000 : bits));
    }
  }

  const operand &o_;
  bool low_half_, high_half_, negate_low_, negate_high_;
  const u32 *row_ = nullptr;
  unsigned step_ = 0, next_ = 1;
  u32 words_[2] = {};
};

template <class T> void write_pair(wave &w, const instruction &i, unsigned lane, T low, T high) {
  if constexpr (std::is_same_v<T, f16> || std::is_same_v<T, f32>)
    if (i.clamp) {
      low = modify_output(w, i, low);
      high = modify_output(w, i, high);
    }
  u32 *const to = w.row(i.op[0].index) + lane;
  if constexpr (sizeof(T) == 4) {
    to[0] = std::bit_cast<u32>(low);
    to[w.lanes] = std::bit_cast<u32>(high);
  } else {
    to[0] = std::bit_cast<u16>(low) | u32{std::bit_cast<u16>(high)} << 16;
  }
}

/// The source operands of a packed instruction's type.
template <std::size_t K, class T> struct packed_slot {
  packed_source<T> from;
  packed_slot(wave &w, const instruction &i) : from(w, i, K + 1) {}
};
template <class Indices, class T> struct packed_sources;
template <std::size_t... K, class T>
struct packed_sources<std::index_sequence<K...>, T> : packed_slot<K, T>... {
  packed_sources(wave &w, const instruction &i) : packed_slot<K, T>(w, i)... {}
  template <class F> T low(F f, unsigned lane) const {
    return f(packed_slot<K, T>::from.low(lane)...);
  }
  template <class F> T high(F f, unsigned lane) const {
    return f(packed_slot<K, T>::from.high(lane)...);
  }
};

/// The lanes in which a word of an operand is defined.
u64 defined_in(wave &w, const instruction &i, unsigned k, unsigned word) {
  const operand &o = i.op[k];
  if (o.kind == operand_kind::vector)
    return w.v_defined[o.index + word];
  return w.is_defined(o, 1) ? ~u64{0} : 0;
}

template <auto F, class T, class... A>
void run_packed(wave &w, const instruction &i, T (*)(T, A...)) {
  const u64 exec = w.exec();
  const packed_sources<indices<F>, T> from(w, i);
  constexpr unsigned words = sizeof(T) == 4 ? 2 : 1;
  w.check_arrived(i.op[0].index, words);
  [[maybe_unused]] const host_float_mode mode(w, type_of<T>());
  u64 low = exec, high = exec;
  for (unsigned k = 1; k <= sizeof...(A) + 1; ++k) {
    low &= defined_in(w, i, k, words == 2 && i.op_sel >> (k - 1) & 1);
    high &= defined_in(w, i, k, words == 2 && i.op_sel_hi >> (k - 1) & 1);
  }
  for_lanes(exec, [&](unsigned lane) {
    write_pair<T>(w, i, lane, from.low(F, lane), from.high(F, lane));
  });
  w.set_defined(i.op[0].index, exec, words == 2 ? low : low & high);
  if (words == 2)
    w.set_defined(static_cast<u16>(i.op[0].index + 1), exec, high);
}
template <auto F> void packed_op(wave &w, const instruction &i) { run_packed<F>(w, i, +F); }

/// v_pk_mov_b32: the first result from the first source, the second from the second.
void packed_move(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  const packed_source<u32> a(w, i, 1), b(w, i, 2);
  w.check_arrived(i.op[0].index, 2);
  const u64 first = defined_in(w, i, 1, i.op_sel & 1),
            second = defined_in(w, i, 2, i.op_sel_hi >> 1 & 1);
  u32 results[64][2];
  for_lanes(exec, [&](unsigned lane) {
    results[lane][0] = a.low(lane);
    results[lane][1] = b.high(lane);
  });
  const u16 to = i.op[0].index;
  for_lanes(exec, [&](unsigned lane) {
    write_pair<u32>(w, i, lane, results[lane][0], results[lane][1]);
  });
  w.v_defined[to] = (w.v_defined[to] & ~exec) | (first & exec);
  w.v_defined[to + 1] = (w.v_defined[to + 1] & ~exec) | (second & exec);
}

//===----------------------------------------------------------------------===//
// Mixed precision
//===----------------------------------------------------------------------===//

/// An operand of v_fma_mix: op_sel_hi says whether it is a half, op_sel which one.
f32 mixed(wave &w, const instruction &i, unsigned k, unsigned lane) {
  const operand &o = i.op[k];
  const bool half = i.op_sel_hi >> (k - 1) & 1, high = i.op_sel >> (k - 1) & 1;
  u32 bits;
  if (o.kind == operand_kind::vector)
    bits = w.row(o.index)[lane];
  else if (o.kind == operand_kind::constant && half && o.is_float)
    bits = std::bit_cast<u16>(static_cast<f16>(o.real));
  else
    bits = w.scalar(o);
  f32 value = half
                  ? static_cast<f32>(std::bit_cast<f16>(static_cast<u16>(high ? bits >> 16 : bits)))
                  : std::bit_cast<f32>(bits);
  if (o.absolute || i.neg_hi >> (k - 1) & 1)
    value = std::fabs(value);
  return o.negate || i.neg_lo >> (k - 1) & 1 ? -value : value;
}

/// `Half`: 0 for a result of 32 bits, 1 and 2 for the lower and upper half.
template <int Half> void multiply_add_mixed(wave &w, const instruction &i) {
  const u64 exec = w.exec();
  for (unsigned k = 1; k < 4; ++k)
    if (i.op[k].kind == operand_kind::vector)
      w.check_arrived(i.op[k].index, 1);
  w.check_arrived(i.op[0].index, 1);
  const u64 defined = defined_lanes(w, i, {1, 2, 3}, exec, true);
  for_lanes(exec, [&](unsigned lane) {
    f32 result = fused(mixed(w, i, 1, lane), mixed(w, i, 2, lane), mixed(w, i, 3, lane));
    if (i.clamp)
      result = modify_output(w, i, result);
    u32 &to = w.row(i.op[0].index)[lane];
    const u32 half = std::bit_cast<u16>(static_cast<f16>(result));
    if (Half == 0)
      to = std::bit_cast<u32>(result);
    else
      to = Half == 1 ? (to & 0xffff0000) | half : (to & 0xffff) | half << 16;
  });
  w.set_defined(i.op[0].index, exec, Half == 0 ? defined : exec);
}

template <class T> u32 dot4(u32 a, u32 b, u32 c) {
  for (unsigned n = 0; n < 4; ++n)
    c += static_cast<u32>(i32{static_cast<T>(a >> 8 * n)} * i32{static_cast<T>(b >> 8 * n)});
  return c;
}

constexpr u16 low16(u32 a) { return static_cast<u16>(a); }

const registration all({
    {"v_pk_mov_b32", packed_move},
    {"v_pk_add_f32", packed_op<[](f32 a, f32 b) { return a + b; }>},
    {"v_pk_mul_f32", packed_op<[](f32 a, f32 b) { return a * b; }>},
    {"v_pk_fma_f32", packed_op<[](f32 a, f32 b, f32 c) { return fused(a, b, c); }>},
    {"v_pk_add_f16", packed_op<[](f16 a, f16 b) { return f16(a + b); }>},
    {"v_pk_mul_f16", packed_op<[](f16 a, f16 b) { return f16(a * b); }>},
    {"v_pk_fma_f16", packed_op<[](f16 a, f16 b, f16 c) { return fused(a, b, c); }>},
    {"v_pk_min_f16", packed_op<[](f16 a, f16 b) { return min_number(a, b); }>},
    {"v_pk_max_f16", packed_op<[](f16 a, f16 b) { return max_number(a, b); }>},
    {"v_pk_add_u16", packed_op<[](u16 a, u16 b) { return low16(u32{a} + b); }>},
    {"v_pk_add_i16", packed_op<[](u16 a, u16 b) { return low16(u32{a} + b); }>},
    {"v_pk_sub_u16", packed_op<[](u16 a, u16 b) { return low16(u32{a} - b); }>},
    {"v_pk_sub_i16", packed_op<[](u16 a, u16 b) { return low16(u32{a} - b); }>},
    {"v_pk_mul_lo_u16", packed_op<[](u16 a, u16 b) { return low16(u32{a} * b); }>},
    {"v_pk_mad_u16", packed_op<[](u16 a, u16 b, u16 c) { return low16(u32{a} * b + c); }>},
    {"v_pk_mad_i16", packed_op<[](u16 a, u16 b, u16 c) { return low16(u32{a} * b + c); }>},
    {"v_pk_min_u16", packed_op<[](u16 a, u16 b) { return std::min(a, b); }>},
    {"v_pk_max_u16", packed_op<[](u16 a, u16 b) { return std::max(a, b); }>},
    {"v_pk_min_i16", packed_op<[](i16 a, i16 b) { return std::min(a, b); }>},
    {"v_pk_max_i16", packed_op<[](i16 a, i16 b) { return std::max(a, b); }>},
    {"v_pk_lshlrev_b16", packed_op<[](u16 n, u16 a) { return low16(u32{a} << (n & 15)); }>},
    {"v_pk_lshrrev_b16", packed_op<[](u16 n, u16 a) { return low16(a >> (n & 15)); }>},
    {"v_pk_ashrrev_i16", packed_op<[](i16 n, i16 a) { return static_cast<i16>(a >> (n & 15)); }>},
    {"v_fma_mix_f32", multiply_add_mixed<0>},
    {"v_fma_mixlo_f16", multiply_add_mixed<1>},
    {"v_fma_mixhi_f16", multiply_add_mixed<2>},
    {"v_dot4_u32_u8", vector_op<dot4<u8>>},
    {"v_dot4_i32_i8", vector_op<dot4<i8>>},
});

} // namespace
} // namespace hipsim
