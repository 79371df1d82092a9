//===- wave.hpp - The state of a wave and of its group ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_WAVE_HPP
#define GPUC_TEST_HIPSIM_WAVE_HPP

#include "address_space.hpp"
#include "instruction.hpp"

#include <memory>
#include <vector>

namespace hipsim {

class code;

/// Upper halves of the addresses through which flat instructions reach LDS and scratch memory:
/// none that a process on the host has.
inline constexpr u32 shared_aperture = 0x10000, private_aperture = 0x20000;

/// A group's local data share.
struct local_memory {
  std::vector<u8> bytes;
  std::vector<u8> written; ///< for each byte, whether it was
};

/// A group of work-items.
struct group {
  local_memory lds;
  u32 waves = 0, ended = 0, at_barrier = 0;
  u64 index = 0;
};

enum class wave_state : u8 { running, sleeping, at_barrier, ended };

/// Bits some of which may be undefined.
struct partial {
  u64 value, defined;
};
inline constexpr u32 all_bits = 0xffffffff;

/// Outstanding operations of a counter, by their number since the wave began.
struct counter {
  u32 issued = 0;
  u32 done = 0;           ///< those up to this one are known to be complete
  u32 done_all = 0;       ///< as `done`, by waits for zero only
  u32 last_unordered = 0; ///< the last that may complete out of order

  bool outstanding() const { return issued != done_all; }
  void wait(u32 left);
};

/// What a register waits for: numbers of the operations that fill it.
struct pending {
  u32 vector = 0, scalar = 0;
  bool unordered = false;
};

class wave {
public:
  wave(const code &module, address_space &memory, unsigned lanes);

  const code &module;
  address_space &memory;
  const unsigned lanes;
  const bool rdna; ///< gfx11, else gfx9
  group *in = nullptr;
  wave_state state = wave_state::running;
  u64 pc = 0;
  u64 next_pc = 0;
  unsigned vector_limit = 0, accumulator_limit = 0; ///< registers of each kind it has
  u32 scratch_bytes = 0;                            ///< a lane's
  std::unique_ptr<u8[]> scratch;                    ///< all lanes', one behind the other
  u32 mode = 0; ///< the MODE register: rounding, denormals, IEEE
  bool indexes_source = false, indexes_destination = false; ///< s_set_gpr_idx_on

  // Registers.
  u32 s[scalar_registers] = {};
  std::vector<u32> v; ///< `lanes` words for each register
  std::vector<u64> v_defined;
  u32 s_defined[scalar_registers] = {}; ///< a bit for each bit
  bool scc_defined = true;
  std::vector<pending> v_pending;
  pending s_pending[scalar_registers] = {};
  counter vector_count, scalar_count, store_count;
  allocation last_allocation; ///< that a lane touched, while `last_generation` lasts
  u64 last_generation = 0;

  void set_scratch(u32 bytes) {
    if (bytes == scratch_bytes)
      return;
    scratch.reset(new u8[std::size_t{bytes} * lanes]); // pages come as they are touched
    scratch_bytes = bytes;
  }
  u64 all_lanes() const { return lanes == 64 ? ~u64{0} : 0xffffffff; }
  u64 exec() const { return join(s[reg_exec], s[reg_exec + 1]); }
  void set_exec(u64 mask) { write_mask(reg_exec, mask); }
  u64 vcc() const { return join(s[reg_vcc], s[reg_vcc + 1]); }
  bool scc() const { return s[reg_scc]; }
  void set_scc(bool value, bool defined = true) {
    s[reg_scc] = value;
    scc_defined = defined;
  }
  /// A lane mask: one register for 32 lanes, else two.
  u64 mask(u16 index) const { return lanes == 64 ? join(s[index], s[index + 1]) : s[index]; }
  void write_mask(u16 index, u64 value, u64 defined = ~u64{0});

  // Scalar operands; reading one that is not there yet or was never written is a fault.
  u32 scalar(const operand &o);
  u64 scalar64(const operand &o);
  void set_scalar(const operand &o, u32 value);
  void set_scalar64(const operand &o, u64 value);
  void set_mask(const operand &o, u64 value, u64 defined = ~u64{0});
  /// Of one or two words, which need not be defined.
  partial read_partial(const operand &o, unsigned words);
  partial read_partial_mask(const operand &o) { return read_partial(o, lanes / 32); }
  bool is_defined(const operand &o, unsigned words) const;

  u32 *row(u16 index) { return v.data() + std::size_t{index} * lanes; }
  /// Faults where the registers are not loaded yet or, in `lanes_used`, hold nothing.
  void check_vector(u16 index, unsigned words, u64 lanes_used) {
    check_arrived(index, words);
    for (unsigned i = 0; i < words; ++i)
      if (lanes_used & ~v_defined[index + i]) [[unlikely]]
        undefined(index + i, lanes_used & ~v_defined[index + i]);
  }
  void check_arrived(u16 index, unsigned words) {
    if (vector_count.outstanding() || scalar_count.outstanding()) [[unlikely]]
      for (unsigned i = 0; i < words; ++i)
        check_arrived(v_pending[index + i], index + i, true);
  }
  void check_arrived_scalar(u16 index, unsigned words) {
    if (scalar_count.outstanding()) [[unlikely]]
      for (unsigned i = 0; i < words; ++i)
        check_arrived(s_pending[index + i], index + i, false);
  }
  void set_defined(u16 index, u64 lanes_written, u64 lanes_defined) {
    v_defined[index] = (v_defined[index] & ~lanes_written) | (lanes_defined & lanes_written);
  }
  void define(u16 index, unsigned words, u64 lanes_written) {
    for (unsigned i = 0; i < words; ++i)
      v_defined[index + i] |= lanes_written;
  }
  u32 constant32(const operand &o) const;

  /// Notes that registers are filled by an operation of the counters that are true.
  void begin_load(u16 index, unsigned words, bool vector, bool scalar);
  void begin_store(bool vector, bool scalar);

private:
  void check_arrived(const pending &p, unsigned index, bool vector) const;
  [[noreturn]] void undefined(unsigned index, u64 lanes_used) const;
  void need_defined(const operand &o, unsigned words) const;
};

/// A register's name in assembly.
std::string scalar_name(unsigned index);
std::string vector_name(unsigned index);

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_WAVE_HPP
