//===- instruction.hpp - A decoded instruction ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made once for each instruction that runs, from LLVM's own assembly text, whose
// forms LLVM's "Syntax of AMDGPU instruction operands" documents.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_INSTRUCTION_HPP
#define GPUC_TEST_HIPSIM_INSTRUCTION_HPP

#include "types.hpp"

#include <memory>
#include <string>

namespace hipsim {

class wave;
struct instruction;
using handler = void (*)(wave &, const instruction &);

/// Places in the scalar register file behind s0 to s105.
enum scalar_register : u16 {
  reg_vcc = 106, // and 107
  reg_ttmp = 108,
  reg_m0 = 124,
  reg_null = 125,
  reg_exec = 126, // and 127
  reg_flat_scratch = 128,
  reg_scc = 130,
  reg_vccz,
  reg_execz,
  scalar_registers,
};
/// Accumulation registers follow the other vector registers.
inline constexpr u16 first_accumulator = 256, vector_registers = 512;

enum class operand_kind : u8 { none, scalar, vector, constant, shared_base, private_base };

struct operand {
  operand_kind kind = operand_kind::none;
  bool negate = false, absolute = false, sign_extend = false;
  bool half = false;     ///< `.l` or `.h`: a half of a 32-bit register
  bool high = false;     ///< `.h`
  bool literal = false;  ///< a constant written in hexadecimal: its bits
  bool is_float = false; ///< a constant written as a decimal fraction: `real`
  u8 words = 1;          ///< the 32-bit registers named
  u16 index = 0;         ///< the first of them
  i64 integer = 0;
  double real = 0;

  bool is_plain_vector() const {
    return kind == operand_kind::vector && !negate && !absolute && !sign_extend && !half;
  }
};

enum class lane_move : u8 {
  none,
  quad_perm,
  row_shl,
  row_shr,
  row_ror,
  wave_shl,
  wave_shr,
  wave_rol,
  wave_ror,
  row_mirror,
  row_half_mirror,
  row_bcast,
  row_newbcast,
  row_share,
  row_xmask,
  dpp8,
};

/// The part of a register that an SDWA operand names.
enum class part : u8 { dword, byte0, byte1, byte2, byte3, word0, word1 };

struct instruction {
  handler run = nullptr;
  u32 bytes = 0;
  u64 address = 0;
  u16 vector_limit = 0;      ///< one more than the greatest vector register named
  u16 accumulator_limit = 0; ///< likewise
  u8 operands = 0;
  operand op[8];
  std::string text, mnemonic;

  // Data parallel primitives.
  lane_move move = lane_move::none;
  u32 move_argument = 0; ///< an amount, or selectors of 2 (quad_perm) or 3 (dpp8) bits
  u8 row_mask = 0xf, bank_mask = 0xf;
  bool bound_control = false, fetch_inactive = false;
  // Sub-dword addressing.
  bool sdwa = false, preserve_unused = false, sign_unused = false;
  part select[2] = {part::dword, part::dword}, destination = part::dword;
  // Outputs.
  bool clamp = false;
  u8 output_modifier = 0; ///< 1: times two, 2: times four, 3: half
  // Packed and 16-bit operands, a bit an operand.
  bool has_op_sel = false;
  u8 op_sel = 0, op_sel_hi = 0xff, neg_lo = 0, neg_hi = 0;
  // Memory.
  i32 offset = 0, offset0 = 0, offset1 = 0;
  bool returns = false; ///< `glc` or `sc0`: an atomic gives back the value before
  // Waits: -1 where a counter is not waited for.
  i32 wait_vector = -1, wait_scalar = -1, wait_store = -1;
  std::unique_ptr<instruction> second; ///< the other half of a dual instruction
};

/// What `mnemonic` does, or null where the simulator has no semantics for it.
handler find_handler(const std::string &mnemonic, const std::string &processor);

/// Disassembles and parses the instruction at `code`. Throws `fault` where it cannot.
std::unique_ptr<instruction> decode(void *disassembler, const std::string &processor,
                                    const u8 *code, std::size_t bytes);
void *create_disassembler(const std::string &processor);
void dispose_disassembler(void *disassembler);

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_INSTRUCTION_HPP
