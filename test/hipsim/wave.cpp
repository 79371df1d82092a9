//===- wave.cpp - The state of a wave ---------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "wave.hpp"
#include "code_object.hpp"

namespace hipsim {

void counter::wait(u32 left) {
  if (left == 0) {
    done = done_all = issued;
    return;
  }
  // An operation that may overtake others says nothing of those before it.
  if (last_unordered > done_all)
    return;
  if (issued > left && issued - left > done)
    done = issued - left;
}

wave::wave(const code &m, address_space &a, unsigned lane_count)
    : module(m), memory(a), lanes(lane_count), rdna(m.processor().starts_with("gfx11")),
      v(std::size_t{vector_registers} * lane_count), v_defined(vector_registers),
      v_pending(vector_registers) {}

std::string scalar_name(unsigned index) {
  switch (index) {
  case reg_vcc:
    return "vcc_lo";
  case reg_vcc + 1:
    return "vcc_hi";
  case reg_m0:
    return "m0";
  case reg_exec:
    return "exec_lo";
  case reg_exec + 1:
    return "exec_hi";
  case reg_flat_scratch:
    return "flat_scratch_lo";
  case reg_flat_scratch + 1:
    return "flat_scratch_hi";
  default:
    return "s" + std::to_string(index);
  }
}

std::string vector_name(unsigned index) {
  return index < first_accumulator ? "v" + std::to_string(index)
                                   : "a" + std::to_string(index - first_accumulator);
}

void wave::check_arrived(const pending &p, unsigned index, bool vector) const {
  const char *missing = nullptr;
  if (p.vector > (p.unordered ? vector_count.done_all : vector_count.done))
    missing = "vmcnt";
  else if (p.scalar > (p.unordered ? scalar_count.done_all : scalar_count.done))
    missing = "lgkmcnt";
  if (missing)
    throw fault("uses " + (vector ? vector_name(index) : scalar_name(index)) +
                ", whose load may still be under way: no s_waitcnt " + missing + " covers it");
}

void wave::begin_load(u16 index, unsigned words, bool vector, bool scalar) {
  // A flat load may be of either memory; gfx11 has both answer in order.
  const bool unordered = vector && scalar && !rdna;
  vector_count.issued += vector;
  scalar_count.issued += scalar;
  if (unordered) {
    vector_count.last_unordered = vector_count.issued;
    scalar_count.last_unordered = scalar_count.issued;
  }
  for (unsigned n = 0; n < words; ++n) {
    pending &p = v_pending[index + n];
    // Loads of one counter write their registers in order: what was under way of the other counter
    // must be there.
    pending other = p;
    (vector ? other.vector : other.scalar) = 0;
    check_arrived(other, index + n, true);
    p = {vector ? vector_count.issued : 0, scalar ? scalar_count.issued : 0, unordered};
  }
}

void wave::begin_store(bool vector, bool scalar) {
  (rdna ? store_count : vector_count).issued += vector;
  scalar_count.issued += scalar;
}

void wave::undefined(unsigned index, u64 lanes_used) const {
  throw fault("reads " + vector_name(index) + ", which lane " +
              std::to_string(std::countr_zero(lanes_used)) + " never wrote");
}

bool wave::is_defined(const operand &o, unsigned words) const {
  if (o.kind != operand_kind::scalar)
    return true;
  for (unsigned i = 0; i < words; ++i)
    if (o.index + i <= reg_vcc + 1 && s_defined[o.index + i] != all_bits)
      return false;
  return true;
}

void wave::need_defined(const operand &o, unsigned words) const {
  if (!is_defined(o, words)) [[unlikely]]
    throw fault("reads " + scalar_name(o.index) + ", which the wave never wrote");
}

u32 wave::constant32(const operand &o) const {
  return o.is_float ? std::bit_cast<u32>(static_cast<f32>(o.real)) : static_cast<u32>(o.integer);
}

u32 wave::scalar(const operand &o) {
  switch (o.kind) {
  case operand_kind::scalar:
    check_arrived_scalar(o.index, 1);
    need_defined(o, 1);
    if (o.index == reg_null)
      return 0;
    if (o.index == reg_vccz)
      return mask(reg_vcc) == 0;
    if (o.index == reg_execz)
      return exec() == 0;
    return s[o.index];
  case operand_kind::constant:
    return constant32(o);
  case operand_kind::shared_base:
    return shared_aperture;
  case operand_kind::private_base:
    return private_aperture;
  default:
    throw fault("a scalar operand is missing");
  }
}

u64 wave::scalar64(const operand &o) {
  switch (o.kind) {
  case operand_kind::scalar:
    if (o.index == reg_null)
      return 0;
    check_arrived_scalar(o.index, 2);
    need_defined(o, 2);
    return join(s[o.index], s[o.index + 1]);
  case operand_kind::constant:
    return o.is_float ? std::bit_cast<u64>(o.real) : static_cast<u64>(o.integer);
  case operand_kind::shared_base:
    return join(0, shared_aperture);
  case operand_kind::private_base:
    return join(0, private_aperture);
  default:
    throw fault("a scalar operand is missing");
  }
}

void wave::set_scalar(const operand &o, u32 value) {
  if (o.index == reg_null)
    return;
  check_arrived_scalar(o.index, 1);
  s[o.index] = value;
  s_defined[o.index] = all_bits;
}

void wave::set_scalar64(const operand &o, u64 value) {
  if (o.index == reg_null)
    return;
  check_arrived_scalar(o.index, 2);
  s[o.index] = low_word(value);
  s[o.index + 1] = high_word(value);
  s_defined[o.index] = s_defined[o.index + 1] = all_bits;
}

void wave::write_mask(u16 index, u64 value, u64 defined) {
  s[index] = low_word(value);
  s_defined[index] = low_word(defined);
  if (lanes == 64) {
    s[index + 1] = high_word(value);
    s_defined[index + 1] = high_word(defined);
  }
}

void wave::set_mask(const operand &o, u64 value, u64 defined) {
  if (o.index == reg_null)
    return;
  check_arrived_scalar(o.index, lanes / 32);
  write_mask(o.index, value, defined);
}

partial wave::read_partial(const operand &o, unsigned words) {
  if (o.kind != operand_kind::scalar || o.index == reg_null || o.index >= reg_exec)
    return {words == 2 ? scalar64(o) : scalar(o), ~u64{0}};
  check_arrived_scalar(o.index, words);
  if (words == 1)
    return {s[o.index], s_defined[o.index]};
  return {join(s[o.index], s[o.index + 1]), join(s_defined[o.index], s_defined[o.index + 1])};
}

} // namespace hipsim
