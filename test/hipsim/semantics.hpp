//===- semantics.hpp - How the semantics of instructions are written down --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector instruction is a function of a lane's values: its parameter types say
// how operands are read, its result type how the result is written. What all
// share (the exec mask, lane moves, sub-dword operands, modifiers) is here.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_SEMANTICS_HPP
#define GPUC_TEST_HIPSIM_SEMANTICS_HPP

#include "wave.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hipsim {

struct entry {
  std::string_view mnemonic;
  handler run;
};
using entries = std::initializer_list<entry>;

/// Adds to the table of mnemonics; `processor` limits them to those that begin so.
struct registration {
  registration(entries list, std::string_view processor = "");
};

/// As one entry, for names that are put together.
void add_semantics(const std::string &mnemonic, handler run, std::string_view processor = "");

/// An operand's words for all lanes.
struct row_view {
  const u32 *word;
  unsigned step;
  u32 operator[](unsigned lane) const { return word[lane * step]; }
};

/// Words of an operand that is not simply a register.
struct scratch_row {
  u32 word[64];
};

enum class value_type : u8 { bits32, float32, bits64, float64, bits16, float16 };

template <class T> constexpr value_type type_of() {
  if constexpr (std::is_same_v<T, f32>)
    return value_type::float32;
  else if constexpr (std::is_same_v<T, f64>)
    return value_type::float64;
  else if constexpr (std::is_same_v<T, f16>)
    return value_type::float16;
  else if constexpr (sizeof(T) == 8)
    return value_type::bits64;
  else if constexpr (sizeof(T) == 2)
    return value_type::bits16;
  else
    return value_type::bits32;
}

/// Operand `k`, its word `word`. Lanes move for operand 1.
row_view fetch(wave &w, const instruction &i, unsigned k, value_type type, unsigned word,
               scratch_row &temporary);

/// The lanes that write: those of exec that a lane move does not leave without a source.
u64 writing_lanes(wave &w, const instruction &i);

/// The lanes of `lanes` where word `word` of the operands is defined and, unless `low_only`, the
/// words before it. That a value is undefined is passed on until an address, a branch or a mask of
/// lanes depends on it: compilers compute with upper halves that nothing needs.
u64 defined_lanes(wave &w, const instruction &i, std::initializer_list<unsigned> operands,
                  u64 lanes, bool low_only);
/// Sets what of a destination is defined from what is of its sources.
void pass_definedness(wave &w, const instruction &i, std::initializer_list<unsigned> operands,
                      u64 lanes, unsigned words, bool is_float);

/// Writes `bits` to operand 0 where that is a register's part, as SDWA, op_sel and true 16-bit
/// registers have it.
void write_part(wave &w, const instruction &i, unsigned lane, u32 bits, bool is_16);

template <class T> struct source {
  row_view low, high;
  scratch_row low_words, high_words;

  source(wave &w, const instruction &i, unsigned k) {
    low = fetch(w, i, k, type_of<T>(), 0, low_words);
    if constexpr (sizeof(T) == 8)
      high = fetch(w, i, k, type_of<T>(), 1, high_words);
  }
  T operator[](unsigned lane) const {
    if constexpr (sizeof(T) == 8)
      return std::bit_cast<T>(join(low[lane], high[lane]));
    else if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(low[lane]);
    else
      return std::bit_cast<T>(static_cast<u16>(low[lane]));
  }
};

f32 modify_output(const wave &w, const instruction &i, f32 value);
f64 modify_output(const wave &w, const instruction &i, f64 value);
f16 modify_output(const wave &w, const instruction &i, f16 value);

/// Writes a lane's result to operand 0.
template <class R> void write_lane(wave &w, const instruction &i, unsigned lane, R value) {
  if constexpr (std::is_floating_point_v<R> || std::is_same_v<R, f16>)
    if (i.output_modifier || i.clamp) [[unlikely]]
      value = modify_output(w, i, value);
  u32 *to = w.row(i.op[0].index) + lane;
  if constexpr (sizeof(R) == 8) {
    const u64 bits = std::bit_cast<u64>(value);
    to[0] = low_word(bits);
    to[w.lanes] = high_word(bits);
  } else if constexpr (sizeof(R) == 4) {
    if (i.sdwa) [[unlikely]]
      write_part(w, i, lane, std::bit_cast<u32>(value), false);
    else
      *to = std::bit_cast<u32>(value);
  } else {
    const u32 bits = std::bit_cast<u16>(value);
    if (i.sdwa || i.op[0].half || (i.op_sel >> (i.operands - 1) & 1 && i.has_op_sel)) [[unlikely]]
      write_part(w, i, lane, bits, true);
    else
      *to = bits;
  }
}

template <class F> void for_lanes(u64 lanes, F f) {
  for (; lanes; lanes &= lanes - 1)
    f(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Sets the host's rounding and denormal modes to the wave's while it lives, where they differ
/// from the usual ones and `T` is a floating-point type.
class host_float_mode {
public:
  host_float_mode(const wave &w, value_type type);
  ~host_float_mode() {
    if (changed_)
      restore();
  }
  host_float_mode(const host_float_mode &) = delete;

private:
  void restore();
  bool changed_ = false;
  u32 before_ = 0;
};

template <class R, class... A> constexpr value_type float_type() {
  value_type type = value_type::bits32;
  const auto consider = [&](value_type t) {
    if (t == value_type::float32 || t == value_type::float64 || t == value_type::float16)
      type = t;
  };
  (consider(type_of<A>()), ...);
  if constexpr (!std::is_same_v<R, bool>)
    consider(type_of<R>());
  return type;
}

/// The sources of an instruction, which stay where they are made.
template <std::size_t K, class T> struct source_slot {
  source<T> from;
  source_slot(wave &w, const instruction &i, unsigned k) : from(w, i, k) {}
};
template <class Indices, class... A> struct sources;
template <std::size_t... K, class... A>
struct sources<std::index_sequence<K...>, A...> : source_slot<K, A>... {
  sources(wave &w, const instruction &i, std::initializer_list<unsigned> operands)
      : source_slot<K, A>(w, i, operands.begin()[K])... {}
  template <class F> auto apply(F f, unsigned lane) const {
    return f(source_slot<K, A>::from[lane]...);
  }
};

template <auto F, class R, class... A, std::size_t... K>
void run_lanes(wave &w, const instruction &i, std::initializer_list<unsigned> operands,
               std::index_sequence<K...>, R (*)(A...)) {
  const u64 lanes = writing_lanes(w, i);
  const sources<std::index_sequence<K...>, A...> from(w, i, operands);
  constexpr unsigned words = sizeof(R) == 8 ? 2 : 1;
  constexpr value_type floats = float_type<R, A...>();
  w.check_arrived(i.op[0].index, words);
  pass_definedness(w, i, {operands.begin()[K]...}, lanes, words, floats != value_type::bits32);
  [[maybe_unused]] const host_float_mode mode(w, floats);
  if (lanes == w.all_lanes()) {
    for (unsigned lane = 0; lane < w.lanes; ++lane)
      write_lane<R>(w, i, lane, from.apply(F, lane));
  } else {
    for_lanes(lanes, [&](unsigned lane) { write_lane<R>(w, i, lane, from.apply(F, lane)); });
  }
}

template <class R, class... A> constexpr std::size_t arity(R (*)(A...)) { return sizeof...(A); }
template <auto F> using indices = std::make_index_sequence<arity(+F)>;

/// `F(a, b…)` for each lane.
template <auto F> void vector_op(wave &w, const instruction &i) {
  run_lanes<F>(w, i, {1, 2, 3, 4}, indices<F>(), +F);
}
/// `F(a, b, what the destination held)`.
template <auto F> void accumulate_op(wave &w, const instruction &i) {
  run_lanes<F>(w, i, {1, 2, 0}, indices<F>(), +F);
}

/// A comparison: writes a lane mask to operand 0 or, in forms without one (`v_cmpx` of gfx11), to
/// exec.
template <auto F, bool Exec, class T, class U>
void run_compare(wave &w, const instruction &i, bool (*)(T, U)) {
  const u64 lanes = w.exec();
  const bool implicit = Exec && w.rdna;
  const unsigned first = implicit ? 0 : 1;
  const source<T> a(w, i, first);
  const source<U> b(w, i, first + 1);
  [[maybe_unused]] const host_float_mode mode(w, float_type<bool, T>());
  u64 result = 0;
  for_lanes(lanes, [&](unsigned lane) { result |= u64{F(a[lane], b[lane])} << lane; });
  const u64 undefined = lanes & ~defined_lanes(w, i, {first, first + 1}, lanes, false);
  if (!implicit)
    w.set_mask(i.op[0], result, ~undefined);
  if (Exec && undefined)
    throw fault("lanes go on by a comparison with a value that was never written");
  if (Exec)
    w.set_exec(result);
}
template <auto F, bool Exec> void compare_op(wave &w, const instruction &i) {
  run_compare<F, Exec>(w, i, +F);
}

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_SEMANTICS_HPP
