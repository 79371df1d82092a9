//===- scalar_memory.cpp - Scalar loads -------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "memory_access.hpp"

#include <chrono>

namespace hipsim {
namespace {

/// Scalar loads may return out of order.
void begin_scalar_load(wave &w, const operand &to, unsigned words) {
  w.scalar_count.last_unordered = ++w.scalar_count.issued;
  for (unsigned n = 0; n < words; ++n) {
    w.s_pending[to.index + n] = {0, w.scalar_count.issued, true};
    w.s_defined[to.index + n] = all_bits;
  }
}

/// s_load dst, base, offset
template <unsigned Words> void scalar_load(wave &w, const instruction &i) {
  const u64 offset = i.operands > 2 ? w.scalar(i.op[2]) : 0;
  u64 address = w.scalar64(i.op[1]) + static_cast<u64>(i64{i.offset});
  address += i.op[2].kind == operand_kind::constant ? static_cast<u64>(i.op[2].integer) : offset;
  if (address % 4)
    throw fault("a scalar load at an address that is not aligned to 4 bytes");
  const place p = locate(w, space::global, address, 0, Words * 4, "reads");
  w.check_arrived_scalar(i.op[0].index, Words);
  load_words(p.bytes, w.s + i.op[0].index, 1, Words);
  begin_scalar_load(w, i.op[0], Words);
}

u64 ticks() { // of a counter that runs with 100 MHz
  return static_cast<u64>(std::chrono::steady_clock::now().time_since_epoch().count()) / 10;
}

void read_clock(wave &w, const instruction &i) {
  w.set_scalar64(i.op[0], ticks());
  begin_scalar_load(w, i.op[0], 2);
}

void message_with_answer(wave &w, const instruction &i) {
  if (i.text.find("MSG_RTN_GET_REALTIME") == std::string::npos)
    throw fault("a message that the simulator does not answer");
  read_clock(w, i);
}

const registration all({
    {"s_load_dword", scalar_load<1>},
    {"s_load_b32", scalar_load<1>},
    {"s_load_dwordx2", scalar_load<2>},
    {"s_load_b64", scalar_load<2>},
    {"s_load_dwordx4", scalar_load<4>},
    {"s_load_b128", scalar_load<4>},
    {"s_load_dwordx8", scalar_load<8>},
    {"s_load_b256", scalar_load<8>},
    {"s_load_dwordx16", scalar_load<16>},
    {"s_load_b512", scalar_load<16>},
    {"s_memtime", read_clock},
    {"s_memrealtime", read_clock},
    {"s_sendmsg_rtn_b64", message_with_answer},
});

} // namespace
} // namespace hipsim
