//===- scheduler.cpp - Interleaving waves and groups ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "launch_state.hpp"

#include <algorithm>
#include <memory>
#include <thread>

namespace hipsim {
namespace {

/// Instructions that a wave runs before the next one's turn.
constexpr unsigned quantum = 100;
/// Groups that are under way at a time, as many as a small device holds.
constexpr u64 resident_groups = 16;

struct resident {
  group state;
  std::vector<std::unique_ptr<wave>> waves;
  bool used = false;
};

std::string hex(u64 value) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

void check_registers(const wave &w, const instruction &i) {
  if (i.vector_limit > w.vector_limit || i.accumulator_limit > w.accumulator_limit) [[unlikely]]
    throw fault("names a register outside of the kernel's " + std::to_string(w.vector_limit) +
                " vector and " + std::to_string(w.accumulator_limit) + " accumulation registers");
}

/// Both halves of a dual instruction read their sources before either writes.
void run_dual(wave &w, const instruction &i) {
  const instruction &second = *i.second;
  const u16 to = i.op[0].index;
  bool overlaps = false;
  for (unsigned k = 1; k < second.operands; ++k)
    overlaps |= second.op[k].kind == operand_kind::vector && second.op[k].index == to;
  if (!overlaps) {
    i.run(w, i);
    second.run(w, second);
    return;
  }
  u32 before[64], after[64];
  const u64 defined_before = w.v_defined[to];
  std::copy_n(w.row(to), w.lanes, before);
  i.run(w, i);
  const u64 defined_after = w.v_defined[to];
  std::copy_n(w.row(to), w.lanes, after);
  std::copy_n(before, w.lanes, w.row(to));
  w.v_defined[to] = defined_before;
  second.run(w, second);
  std::copy_n(after, w.lanes, w.row(to));
  w.v_defined[to] = defined_after;
}

void step(wave &w, const instruction &i) {
  if (!i.run) [[unlikely]]
    throw fault("an instruction without semantics in the simulator");
  check_registers(w, i);
  w.next_pc = w.pc + i.bytes;
  if (i.second) [[unlikely]]
    run_dual(w, i);
  else
    i.run(w, i);
  w.pc = w.next_pc;
}

void run_wave(wave &w, const kernel &k) {
  const instruction *i = nullptr;
  try {
    for (unsigned n = 0; n < quantum && w.state == wave_state::running; ++n) {
      i = nullptr;
      i = &w.module.at(w.pc);
      step(w, *i);
    }
  } catch (const fault &f) {
    throw kernel_fault("kernel '" + k.name + "', address " + hex(w.pc) + " (" +
                       hex(w.pc - w.module.base()) + " in the code object), instruction '" +
                       (i ? i->text : "?") + "': " + f.what());
  }
}

class machine {
public:
  explicit machine(const dispatch &d)
      : d_(d), launch_(d), waves_((d.group_items() + launch_.lanes - 1) / launch_.lanes) {
    const u64 count = d.cooperative ? d.group_count() : std::min(d.group_count(), resident_groups);
    groups_.resize(count);
  }

  void run() {
    for (resident &r : groups_)
      begin_next(r);
    u64 left = d_.group_count();
    while (left) {
      bool busy = false;
      for (resident &r : groups_)
        if (r.used) {
          busy |= run_group(r);
          if (r.state.ended == r.state.waves) {
            --left;
            begin_next(r);
          }
        }
      if (!busy) // all sleep: what they wait for is another thread's to do
        std::this_thread::yield();
    }
  }

private:
  void begin_next(resident &r) {
    r.used = next_ < d_.group_count();
    if (!r.used)
      return;
    r.state.index = next_++;
    r.state.waves = waves_;
    r.state.ended = r.state.at_barrier = 0;
    r.state.lds.bytes.resize(launch_.group_bytes);
    r.state.lds.written.assign(launch_.group_bytes, 0);
    while (r.waves.size() < waves_)
      r.waves.push_back(
          std::make_unique<wave>(*d_.what->module, memory_of_devices(), launch_.lanes));
    for (u32 n = 0; n < waves_; ++n)
      launch_.start(*r.waves[n], r.state, n);
  }

  /// Whether a wave did more than sleep.
  bool run_group(resident &r) {
    bool busy = false;
    group &g = r.state;
    for (const std::unique_ptr<wave> &w : r.waves) {
      if (w->state == wave_state::sleeping)
        w->state = wave_state::running;
      if (w->state != wave_state::running)
        continue;
      run_wave(*w, *d_.what);
      busy |= w->state != wave_state::sleeping;
      g.ended += w->state == wave_state::ended;
      g.at_barrier += w->state == wave_state::at_barrier;
    }
    if (g.at_barrier && g.at_barrier + g.ended == g.waves) {
      g.at_barrier = 0;
      for (const std::unique_ptr<wave> &w : r.waves)
        if (w->state == wave_state::at_barrier)
          w->state = wave_state::running;
    }
    return busy;
  }

  const dispatch &d_;
  launch_state launch_;
  u32 waves_;
  std::vector<resident> groups_;
  u64 next_ = 0;
};

} // namespace

void run(const dispatch &d) { machine(d).run(); }

} // namespace hipsim
