//===- launch_state.hpp - What the waves of a launch share ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_LAUNCH_STATE_HPP
#define GPUC_TEST_HIPSIM_LAUNCH_STATE_HPP

#include "dispatch.hpp"
#include "wave.hpp"

namespace hipsim {

struct launch_state {
  explicit launch_state(const dispatch &launch);
  ~launch_state();
  launch_state(const launch_state &) = delete;
  /// Sets a wave to the beginning of the kernel, as wave `wave_index` of the group.
  void start(wave &w, group &in, u32 wave_index) const;

  const dispatch &d;
  u32 lanes = 32, group_bytes = 0, private_bytes = 0;
  u32 vector_limit = 0, accumulator_limit = 0, mode = 0;
  u64 kernarg = 0, packet = 0, queue = 0;

private:
  void place_arguments();
  void *block_ = nullptr;
};

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_LAUNCH_STATE_HPP
