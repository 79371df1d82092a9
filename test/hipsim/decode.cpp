//===- decode.cpp - From machine code to decoded instructions ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "instruction.hpp"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <vector>

extern "C" void LLVMInitializeAMDGPUTargetInfo();
extern "C" void LLVMInitializeAMDGPUTargetMC();
extern "C" void LLVMInitializeAMDGPUDisassembler();

namespace hipsim {
namespace {

bool take(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_end(std::string_view &text, std::string_view suffix) {
  if (!text.ends_with(suffix))
    return false;
  text.remove_suffix(suffix.size());
  return true;
}

i64 number(std::string_view text) {
  return static_cast<i64>(std::strtoull(std::string(text).c_str(), nullptr, 0));
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         (std::isdigit(static_cast<unsigned char>(text[0])) ||
          (text[0] == '-' && text.size() > 1 && std::isdigit(static_cast<unsigned char>(text[1]))));
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
    text.remove_suffix(1);
  return text;
}

/// `12` or `[4:7]`, behind the letter of a register file.
bool parse_register(std::string_view text, u16 base, operand &o) {
  if (take(text, "[")) {
    const auto colon = text.find(':');
    const auto first = number(text.substr(0, colon));
    const auto last = colon == text.npos ? first : number(text.substr(colon + 1));
    o.index = static_cast<u16>(base + first);
    o.words = static_cast<u8>(last - first + 1);
    return true;
  }
  for (const char c : text)
    if (!std::isdigit(static_cast<unsigned char>(c)))
      return false;
  if (text.empty())
    return false;
  o.index = static_cast<u16>(base + number(text));
  return true;
}

struct named_register {
  std::string_view name;
  u16 index;
  u8 words;
};
constexpr named_register named_registers[] = {
    {"vcc", reg_vcc, 2},
    {"vcc_lo", reg_vcc, 1},
    {"vcc_hi", reg_vcc + 1, 1},
    {"exec", reg_exec, 2},
    {"exec_lo", reg_exec, 1},
    {"exec_hi", reg_exec + 1, 1},
    {"m0", reg_m0, 1},
    {"null", reg_null, 1},
    {"scc", reg_scc, 1},
    {"src_scc", reg_scc, 1},
    {"src_vccz", reg_vccz, 1},
    {"src_execz", reg_execz, 1},
    {"flat_scratch", reg_flat_scratch, 2},
    {"flat_scratch_lo", reg_flat_scratch, 1},
    {"flat_scratch_hi", reg_flat_scratch + 1, 1},
};

bool parse_plain_operand(std::string_view text, operand &o) {
  for (const named_register &r : named_registers)
    if (text == r.name) {
      o.kind = operand_kind::scalar;
      o.index = r.index;
      o.words = r.words;
      return true;
    }
  if (text == "src_shared_base" || text == "src_private_base") {
    o.kind = text == "src_shared_base" ? operand_kind::shared_base : operand_kind::private_base;
    o.words = 2;
    return true;
  }
  if (text == "off")
    return true; // no operand in this place
  std::string_view rest = text;
  if (take(rest, "ttmp") && parse_register(rest, reg_ttmp, o)) {
    o.kind = operand_kind::scalar;
    return true;
  }
  rest = text;
  if (take(rest, "s") && parse_register(rest, 0, o)) {
    o.kind = operand_kind::scalar;
    return true;
  }
  rest = text;
  if (take(rest, "v")) {
    if (take_end(rest, ".l"))
      o.half = true;
    else if (take_end(rest, ".h"))
      o.half = o.high = true;
    if (parse_register(rest, 0, o)) {
      o.kind = operand_kind::vector;
      return true;
    }
  }
  rest = text;
  if (take(rest, "a") && parse_register(rest, first_accumulator, o)) {
    o.kind = operand_kind::vector;
    return true;
  }
  rest = text;
  if ((take(rest, "lit(") || take(rest, "lit64(")) && take_end(rest, ")"))
    text = rest;
  if (!is_number(text))
    return false;
  o.kind = operand_kind::constant;
  o.literal = text.starts_with("0x");
  o.is_float = !o.literal && text.find('.') != text.npos;
  if (o.is_float)
    o.real = std::strtod(std::string(text).c_str(), nullptr);
  else
    o.integer = number(text);
  return true;
}

bool parse_operand(std::string_view text, operand &o) {
  if (take(text, "sext(")) {
    o.sign_extend = true;
    take_end(text, ")");
  }
  if (text.size() > 1 && text[0] == '-' && !is_number(text)) {
    o.negate = true;
    text.remove_prefix(1);
  } else if (take(text, "neg(")) {
    o.negate = true;
    take_end(text, ")");
  }
  if (take(text, "|")) {
    o.absolute = true;
    take_end(text, "|");
  }
  return parse_plain_operand(text, o);
}

/// `[0,1,1]` as bits, the first the lowest, of `width` each.
u32 bit_list(std::string_view text, unsigned width) {
  u32 bits = 0;
  unsigned at = 0;
  for (const char c : text)
    if (std::isdigit(static_cast<unsigned char>(c))) {
      bits |= static_cast<u32>(c - '0') << at;
      at += width;
    }
  return bits;
}

part parse_part(std::string_view text) {
  constexpr std::string_view names[] = {"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                        "BYTE_3", "WORD_0", "WORD_1"};
  for (unsigned i = 0; i < std::size(names); ++i)
    if (text == names[i])
      return static_cast<part>(i);
  throw fault("unknown part of a register '" + std::string(text) + "'");
}

bool parse_lane_move(std::string_view name, std::string_view value, instruction &i) {
  struct form {
    std::string_view name;
    lane_move move;
  };
  static constexpr form forms[] = {
      {"row_shl", lane_move::row_shl},
      {"row_shr", lane_move::row_shr},
      {"row_ror", lane_move::row_ror},
      {"wave_shl", lane_move::wave_shl},
      {"wave_shr", lane_move::wave_shr},
      {"wave_rol", lane_move::wave_rol},
      {"wave_ror", lane_move::wave_ror},
      {"row_mirror", lane_move::row_mirror},
      {"row_half_mirror", lane_move::row_half_mirror},
      {"row_bcast", lane_move::row_bcast},
      {"row_newbcast", lane_move::row_newbcast},
      {"row_share", lane_move::row_share},
      {"row_xmask", lane_move::row_xmask},
  };
  if (name == "quad_perm" || name == "dpp8") {
    i.move = name == "dpp8" ? lane_move::dpp8 : lane_move::quad_perm;
    i.move_argument = bit_list(value, name == "dpp8" ? 3 : 2);
    return true;
  }
  for (const form &f : forms)
    if (name == f.name) {
      i.move = f.move;
      i.move_argument = static_cast<u32>(number(value));
      return true;
    }
  return false;
}

bool parse_value_modifier(std::string_view name, std::string_view value, instruction &i) {
  if (name == "offset")
    i.offset = static_cast<i32>(number(value));
  else if (name == "offset0")
    i.offset0 = static_cast<i32>(number(value));
  else if (name == "offset1")
    i.offset1 = static_cast<i32>(number(value));
  else if (name == "row_mask")
    i.row_mask = static_cast<u8>(number(value));
  else if (name == "bank_mask")
    i.bank_mask = static_cast<u8>(number(value));
  else if (name == "bound_ctrl")
    i.bound_control = true; // written for the bit that is set, as 0 for old processors
  else if (name == "fi")
    i.fetch_inactive = value == "1";
  else if (name == "op_sel") {
    i.op_sel = static_cast<u8>(bit_list(value, 1));
    i.has_op_sel = true;
  } else if (name == "op_sel_hi")
    i.op_sel_hi = static_cast<u8>(bit_list(value, 1));
  else if (name == "neg_lo")
    i.neg_lo = static_cast<u8>(bit_list(value, 1));
  else if (name == "neg_hi")
    i.neg_hi = static_cast<u8>(bit_list(value, 1));
  else if (name == "mul")
    i.output_modifier = value == "2" ? 1 : 2;
  else if (name == "div")
    i.output_modifier = 3;
  else if (name == "dst_sel")
    i.destination = parse_part(value);
  else if (name == "dst_unused") {
    i.preserve_unused = value == "UNUSED_PRESERVE";
    i.sign_unused = value == "UNUSED_SEXT";
  } else if (name == "src0_sel")
    i.select[0] = parse_part(value);
  else if (name == "src1_sel")
    i.select[1] = parse_part(value);
  else
    return parse_lane_move(name, value, i);
  return true;
}

bool parse_modifier(std::string_view text, instruction &i) {
  if (text == "glc" || text == "sc0")
    i.returns = true;
  else if (text == "clamp")
    i.clamp = true;
  else if (text == "slc" || text == "dlc" || text == "nt" || text == "sc1")
    return true; // caches are not simulated
  else if (const auto colon = text.find(':'); colon != text.npos && text[0] != '[')
    return parse_value_modifier(text.substr(0, colon), text.substr(colon + 1), i);
  else
    return parse_lane_move(text, "0", i);
  return true;
}

/// `vmcnt(0) lgkmcnt(1)`
void parse_waits(std::string_view text, instruction &i) {
  const auto value = [&](std::string_view name) {
    const auto at = text.find(name);
    return at == text.npos ? -1 : static_cast<i32>(number(text.substr(at + name.size())));
  };
  i.wait_vector = value("vmcnt(");
  i.wait_scalar = value("lgkmcnt(");
}

/// Splits at commas and spaces outside of brackets; what stands between commas may be an operand
/// and modifiers.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ',';
    if (c == '[' || c == '(')
      ++depth;
    else if (c == ']' || c == ')')
      --depth;
    else if (depth == 0 && (c == ',' || c == ' ')) {
      if (at > begin)
        pieces.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  return pieces;
}

void parse_operands(std::string_view text, instruction &i) {
  for (const std::string_view piece : split(text)) {
    if (parse_modifier(piece, i))
      continue;
    if (i.operands == std::size(i.op))
      throw fault("too many operands");
    operand &o = i.op[i.operands++];
    if (!parse_operand(piece, o))
      throw fault("unknown operand '" + std::string(piece) + "'");
    if (o.kind == operand_kind::vector) {
      u16 &limit = o.index < first_accumulator ? i.vector_limit : i.accumulator_limit;
      limit = std::max<u16>(limit, static_cast<u16>(o.index % first_accumulator + o.words));
    }
  }
}

/// Operands that are no registers or numbers.
void parse_special_operands(std::string_view text, instruction &i) {
  if (i.mnemonic == "s_waitcnt")
    parse_waits(text, i);
  else if (i.mnemonic == "s_set_gpr_idx_on")
    parse_operands(text.substr(0, text.find(',')), i);
  else if (i.mnemonic == "s_sendmsg_rtn_b32" || i.mnemonic == "s_sendmsg_rtn_b64" ||
           i.mnemonic == "s_getreg_b32")
    parse_operands(text.substr(0, text.find(',')), i); // the rest is in `text`
  else if (i.mnemonic == "s_setreg_b32" || i.mnemonic == "s_setreg_imm32_b32")
    parse_operands(text.substr(text.rfind(',') + 1), i);
}

bool has_special_operands(const std::string &mnemonic) {
  for (const std::string_view name :
       {"s_waitcnt", "s_sendmsg", "s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64", "s_getreg_b32",
        "s_setreg_b32", "s_setreg_imm32_b32", "s_set_gpr_idx_on", "s_delay_alu",
        "s_waitcnt_depctr"})
    if (mnemonic == name)
      return true;
  return false;
}

std::string without_encoding(std::string_view mnemonic) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view suffix : {"_e32", "_e64", "_dpp", "_dpp8", "_sdwa"})
      again |= take_end(mnemonic, suffix);
  }
  return std::string(mnemonic);
}

void parse(std::string_view text, const std::string &processor, instruction &i) {
  text = trim(text);
  std::string_view other;
  if (const auto at = text.find(" :: "); at != text.npos) {
    other = text.substr(at + 4);
    text = text.substr(0, at);
  }
  i.text = text;
  const auto space = text.find_first_of(" \t");
  const std::string_view full = text.substr(0, space);
  const std::string_view rest = space == text.npos ? "" : trim(text.substr(space));
  i.sdwa = full.ends_with("_sdwa");
  i.mnemonic = without_encoding(full);
  i.run = find_handler(i.mnemonic, processor);
  if (!i.run)
    return; // its operands may have forms of their own
  if (has_special_operands(i.mnemonic))
    parse_special_operands(rest, i);
  else
    parse_operands(rest, i);
  if (!other.empty()) {
    i.second = std::make_unique<instruction>();
    parse(other, processor, *i.second);
    i.vector_limit = std::max(i.vector_limit, i.second->vector_limit);
    i.text += " :: " + i.second->text;
    if (!i.second->run)
      i.run = nullptr;
  }
}

} // namespace

void *create_disassembler(const std::string &processor) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
  });
  return LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", processor.c_str(), nullptr, 0, nullptr, nullptr);
}

void dispose_disassembler(void *disassembler) { LLVMDisasmDispose(disassembler); }

std::unique_ptr<instruction> decode(void *disassembler, const std::string &processor,
                                    const u8 *code, std::size_t bytes) {
  char text[512];
  auto i = std::make_unique<instruction>();
  i->address = reinterpret_cast<u64>(code);
  i->bytes = static_cast<u32>(
      LLVMDisasmInstruction(disassembler, const_cast<u8 *>(code), bytes, 0, text, sizeof(text)));
  if (i->bytes == 0)
    throw fault("no instruction: LLVM cannot disassemble it");
  parse(text, processor, *i);
  return i;
}

} // namespace hipsim
