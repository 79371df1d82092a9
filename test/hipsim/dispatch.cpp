//===- dispatch.cpp - Setting up a kernel's memory and registers --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As "Initial Kernel Execution State" of LLVM's "User Guide for AMDGPU Backend"
// has it.
//
//===----------------------------------------------------------------------===//
#include "dispatch.hpp"
#include "launch_state.hpp"

#include <cstring>

namespace hipsim {
namespace {

/// `hsa_kernel_dispatch_packet_t`
struct dispatch_packet {
  u16 header, setup, workgroup_size[3], reserved0;
  u32 grid_size[3], private_segment_size, group_segment_size;
  u64 kernel_object, kernarg_address, reserved2, completion_signal;
};
static_assert(sizeof(dispatch_packet) == 64);

/// What kernels read of `amd_queue_t`.
constexpr u32 queue_bytes = 256, group_aperture_at = 0x40, private_aperture_at = 0x44;

u64 hidden_value(const dispatch &d, const std::string &kind, u64 queue) {
  const auto axis = [&](const u32 *values) {
    return u64{values[static_cast<unsigned>(kind.back() - 'x')]};
  };
  if (kind.starts_with("hidden_block_count_"))
    return axis(d.groups);
  if (kind.starts_with("hidden_group_size_"))
    return axis(d.items);
  if (kind == "hidden_grid_dims")
    return d.groups[2] * d.items[2] > 1 ? 3 : d.groups[1] * d.items[1] > 1 ? 2 : 1;
  if (kind == "hidden_dynamic_lds_size")
    return d.dynamic_bytes;
  if (kind == "hidden_private_base")
    return private_aperture;
  if (kind == "hidden_shared_base")
    return shared_aperture;
  if (kind == "hidden_queue_ptr")
    return queue;
  return 0; // groups are whole, offsets zero; no service of ROCm's own is there
}

} // namespace

launch_state::launch_state(const dispatch &launch) : d(launch) {
  const kernel &k = *d.what;
  lanes = k.wavefront_size;
  group_bytes = k.group_bytes + d.dynamic_bytes;
  private_bytes = k.dynamic_stack ? std::max(k.private_bytes, d.stack_limit) : k.private_bytes;
  private_bytes = (private_bytes + 15) / 16 * 16;
  const u32 rsrc1 = k.descriptor->compute_pgm_rsrc1, rsrc3 = k.descriptor->compute_pgm_rsrc3;
  const u32 registers = ((rsrc1 & 0x3f) + 1) * 8;
  if (k.module->processor().starts_with("gfx11")) {
    vector_limit = registers;
  } else {
    vector_limit = std::min(registers, ((rsrc3 & 0x3f) + 1) * 4);
    accumulator_limit = registers - vector_limit;
  }
  mode = rsrc1 >> 12 & 0xff;
  place_arguments();
}

launch_state::~launch_state() {
  memory_of_devices().free(block_, memory_use::arguments, memory_use::arguments);
}

void launch_state::place_arguments() {
  const kernel &k = *d.what;
  const u64 arguments_bytes = (u64{k.kernarg_size} + 63) / 64 * 64;
  block_ = memory_of_devices().allocate(arguments_bytes + sizeof(dispatch_packet) + queue_bytes,
                                        memory_use::arguments, d.device);
  if (!block_)
    throw kernel_fault("no memory for the arguments of kernel '" + k.name + "'");
  u8 *const bytes = static_cast<u8 *>(block_);
  kernarg = reinterpret_cast<u64>(bytes);
  packet = kernarg + arguments_bytes;
  queue = packet + sizeof(dispatch_packet);
  std::memcpy(bytes, d.arguments.data(), std::min<u64>(d.arguments.size(), k.kernarg_size));
  for (const kernel_argument &a : k.arguments)
    if (a.hidden()) {
      const u64 value = hidden_value(d, a.kind, queue);
      std::memcpy(bytes + a.offset, &value, a.size);
    }
  dispatch_packet p{};
  p.setup = 3;
  for (unsigned axis = 0; axis < 3; ++axis) {
    p.workgroup_size[axis] = static_cast<u16>(d.items[axis]);
    p.grid_size[axis] = d.groups[axis] * d.items[axis];
  }
  p.private_segment_size = private_bytes;
  p.group_segment_size = group_bytes;
  p.kernel_object = reinterpret_cast<u64>(k.descriptor);
  p.kernarg_address = kernarg;
  std::memcpy(reinterpret_cast<void *>(packet), &p, sizeof(p));
  std::memcpy(reinterpret_cast<void *>(queue + group_aperture_at), &shared_aperture, 4);
  std::memcpy(reinterpret_cast<void *>(queue + private_aperture_at), &private_aperture, 4);
}

namespace {

/// Fills scalar registers from the first on.
class scalar_writer {
public:
  explicit scalar_writer(wave &w) : w_(w) {}
  void word(u32 value) {
    w_.s[at_] = value;
    w_.s_defined[at_++] = all_bits;
  }
  void pair(u64 value) {
    word(low_word(value));
    word(high_word(value));
  }
  unsigned at() const { return at_; }

private:
  wave &w_;
  unsigned at_ = 0;
};

void set_scalars(const launch_state &l, wave &w, const u32 (&group_id)[3]) {
  const kernel_descriptor &k = *l.d.what->descriptor;
  const u32 properties = k.kernel_code_properties, rsrc2 = k.compute_pgm_rsrc2;
  scalar_writer to(w);
  if (properties & 1) { // of processors without flat scratch of their own
    to.pair(0);
    to.pair(0);
  }
  if (properties & 2)
    to.pair(l.packet);
  if (properties & 4)
    to.pair(l.queue);
  if (properties & 8)
    to.pair(l.kernarg);
  if (properties & 16)
    to.pair(0); // the dispatch's number
  if (properties & 32)
    to.pair(0);
  if (properties & 64)
    to.word(l.private_bytes);
  const u32 preload = k.kernarg_preload & 0x7f, first = k.kernarg_preload >> 7;
  for (u32 n = 0; n < preload; ++n) {
    u32 word;
    std::memcpy(&word, reinterpret_cast<const void *>(l.kernarg + 4 * (first + n)), 4);
    to.word(word);
  }
  while (to.at() < (rsrc2 >> 1 & 0x1f))
    to.word(0);
  for (unsigned axis = 0; axis < 3; ++axis)
    if (rsrc2 >> (7 + axis) & 1)
      to.word(group_id[axis]);
  if (rsrc2 >> 10 & 1)
    to.word(0);
}

} // namespace

void launch_state::start(wave &w, group &in, u32 wave_index) const {
  const kernel_descriptor &k = *d.what->descriptor;
  std::fill_n(w.s_defined, std::size(w.s_defined), 0u);
  w.scc_defined = true;
  std::fill_n(w.s_pending, std::size(w.s_pending), pending{});
  std::fill(w.v_defined.begin(), w.v_defined.end(), 0);
  std::fill(w.v_pending.begin(), w.v_pending.end(), pending{});
  w.vector_count = w.scalar_count = w.store_count = {};
  w.in = &in;
  w.state = wave_state::running;
  w.mode = mode;
  w.indexes_source = w.indexes_destination = false;
  w.vector_limit = vector_limit;
  w.accumulator_limit = accumulator_limit;
  w.set_scratch(private_bytes);
  w.pc = d.what->entry + (k.kernarg_preload & 0x7f ? 256 : 0);
  const u32 items = d.group_items(), first = wave_index * lanes;
  const u32 count = std::min(items - first, lanes);
  w.s[reg_exec + 1] = 0;
  w.set_exec(count == 64 ? ~u64{0} : (u64{1} << count) - 1);
  const u64 g = in.index;
  const u32 group_id[3] = {static_cast<u32>(g % d.groups[0]),
                           static_cast<u32>(g / d.groups[0] % d.groups[1]),
                           static_cast<u32>(g / d.groups[0] / d.groups[1])};
  set_scalars(*this, w, group_id);
  // Work-item numbers: ten bits an axis, those that the kernel asks for.
  const u32 axes = k.compute_pgm_rsrc2 >> 11 & 3;
  for (u32 lane = 0; lane < count; ++lane) {
    const u32 item = first + lane;
    u32 packed = item % d.items[0];
    if (axes >= 1)
      packed |= item / d.items[0] % d.items[1] << 10;
    if (axes >= 2)
      packed |= item / d.items[0] / d.items[1] << 20;
    w.row(0)[lane] = packed;
  }
  w.v_defined[0] = w.exec();
}

} // namespace hipsim
