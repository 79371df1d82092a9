//===- control.cpp - Branches, calls, waits and the wave's modes --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "semantics.hpp"

namespace hipsim {
namespace {

void branch(wave &w, const instruction &i) {
  w.next_pc += static_cast<u64>(i64{static_cast<i16>(i.op[0].integer)} * 4);
}
template <bool (*When)(wave &)> void branch_if(wave &w, const instruction &i) {
  if (When(w))
    branch(w, i);
}
bool scc1(wave &w) {
  if (!w.scc_defined)
    throw fault("branches by a value that was never written");
  return w.scc();
}
bool scc0(wave &w) { return !scc1(w); }
bool vccz(wave &w) {
  w.check_arrived_scalar(reg_vcc, 2);
  const u64 defined =
      w.lanes == 64 ? join(w.s_defined[reg_vcc], w.s_defined[reg_vcc + 1]) : w.s_defined[reg_vcc];
  if ((w.mask(reg_vcc) & defined) == 0 && (defined & w.all_lanes()) != w.all_lanes())
    throw fault("branches by a mask that was never written");
  return w.mask(reg_vcc) == 0;
}
bool vccnz(wave &w) { return !vccz(w); }
bool execz(wave &w) { return w.exec() == 0; }
bool execnz(wave &w) { return w.exec() != 0; }

void get_pc(wave &w, const instruction &i) { w.set_scalar64(i.op[0], w.next_pc); }
void set_pc(wave &w, const instruction &i) { w.next_pc = w.scalar64(i.op[0]); }
void swap_pc(wave &w, const instruction &i) {
  const u64 to = w.scalar64(i.op[1]);
  w.set_scalar64(i.op[0], w.next_pc);
  w.next_pc = to;
}
void call(wave &w, const instruction &i) {
  w.set_scalar64(i.op[0], w.next_pc);
  w.next_pc += static_cast<u64>(i64{static_cast<i16>(i.op[1].integer)} * 4);
}

void end_program(wave &w, const instruction &) { w.state = wave_state::ended; }
void barrier(wave &w, const instruction &) { w.state = wave_state::at_barrier; }
void sleep(wave &w, const instruction &) { w.state = wave_state::sleeping; }
void nothing(wave &, const instruction &) {}

[[noreturn]] void trap(wave &, const instruction &) { throw fault("the kernel traps"); }
[[noreturn]] void code_end(wave &, const instruction &) {
  throw fault("the program counter ran past the end of a function");
}

void wait(wave &w, const instruction &i) {
  const auto apply = [](counter &c, i32 left) {
    if (left >= 0)
      c.wait(static_cast<u32>(left));
  };
  // The older form has all counters as a number where it waits for each.
  apply(w.vector_count, i.wait_vector);
  apply(w.scalar_count, i.wait_scalar);
}
void wait_stores(wave &w, const instruction &i) {
  w.store_count.wait(static_cast<u32>(i.op[1].integer));
}
void wait_loads(wave &w, const instruction &i) {
  w.vector_count.wait(static_cast<u32>(i.op[1].integer));
}
void wait_scalar(wave &w, const instruction &i) {
  w.scalar_count.wait(static_cast<u32>(i.op[1].integer));
}

//===----------------------------------------------------------------------===//
// The MODE register
//===----------------------------------------------------------------------===//

struct hardware_field {
  std::string name;
  u32 offset = 0, width = 32;
  u32 mask() const { return width == 32 ? ~u32{0} : (u32{1} << width) - 1; }
};

/// `hwreg(HW_REG_MODE, 4, 2)`
hardware_field parse_field(const std::string &text) {
  hardware_field f;
  const auto at = text.find("hwreg(");
  if (at == std::string::npos)
    throw fault("a hardware register of unknown name");
  const std::string what = text.substr(at + 6, text.find(')', at) - at - 6);
  const auto comma = what.find(',');
  f.name = what.substr(0, comma);
  if (comma != std::string::npos) {
    f.offset = static_cast<u32>(std::stoul(what.substr(comma + 1)));
    f.width = static_cast<u32>(std::stoul(what.substr(what.rfind(',') + 1)));
  }
  return f;
}

void get_register(wave &w, const instruction &i) {
  const hardware_field f = parse_field(i.text);
  u32 value = 0;
  if (f.name == "HW_REG_MODE")
    value = w.mode;
  else if (f.name != "HW_REG_HW_ID" && f.name != "HW_REG_HW_ID1" && f.name != "HW_REG_HW_ID2" &&
           f.name != "HW_REG_XCC_ID")
    throw fault("reads hardware register " + f.name + ", which the simulator has not");
  w.set_scalar(i.op[0], value >> f.offset & f.mask());
}

void set_register(wave &w, const instruction &i) {
  const hardware_field f = parse_field(i.text);
  if (f.name != "HW_REG_MODE")
    throw fault("writes hardware register " + f.name + ", which the simulator has not");
  const u32 mask = f.mask() << f.offset;
  w.mode = (w.mode & ~mask) | (w.scalar(i.op[0]) << f.offset & mask);
}

void set_rounding(wave &w, const instruction &i) {
  w.mode = (w.mode & ~0xfu) | (static_cast<u32>(i.op[0].integer) & 0xf);
}
void set_denormals(wave &w, const instruction &i) {
  w.mode = (w.mode & ~0xf0u) | (static_cast<u32>(i.op[0].integer) & 0xf) << 4;
}

const registration all({
    {"s_branch", branch},
    {"s_cbranch_scc0", branch_if<scc0>},
    {"s_cbranch_scc1", branch_if<scc1>},
    {"s_cbranch_vccz", branch_if<vccz>},
    {"s_cbranch_vccnz", branch_if<vccnz>},
    {"s_cbranch_execz", branch_if<execz>},
    {"s_cbranch_execnz", branch_if<execnz>},
    {"s_getpc_b64", get_pc},
    {"s_setpc_b64", set_pc},
    {"s_swappc_b64", swap_pc},
    {"s_call_b64", call},
    {"s_endpgm", end_program},
    {"s_barrier", barrier},
    {"s_sleep", sleep},
    {"s_trap", trap},
    {"s_sethalt", trap},
    {"s_code_end", code_end},
    {"s_nop", nothing},
    {"s_clause", nothing},
    {"s_delay_alu", nothing},
    {"s_waitcnt_depctr", nothing},
    {"s_wait_idle", nothing},
    {"s_inst_prefetch", nothing},
    {"s_set_inst_prefetch_distance", nothing},
    {"s_setprio", nothing},
    {"s_sendmsg", nothing}, // gives registers back early, or wakes the host after a trap
    {"s_waitcnt", wait},
    {"s_waitcnt_vscnt", wait_stores},
    {"s_waitcnt_vmcnt", wait_loads},
    {"s_waitcnt_lgkmcnt", wait_scalar},
    {"s_waitcnt_expcnt", nothing},
    {"s_getreg_b32", get_register},
    {"s_setreg_b32", set_register},
    {"s_setreg_imm32_b32", set_register},
    {"s_round_mode", set_rounding},
    {"s_denorm_mode", set_denormals},
});

} // namespace
} // namespace hipsim
