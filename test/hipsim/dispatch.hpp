//===- dispatch.hpp - Running a kernel --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_DISPATCH_HPP
#define GPUC_TEST_HIPSIM_DISPATCH_HPP

#include "code_object.hpp"

#include <vector>

namespace hipsim {

struct dispatch {
  const kernel *what = nullptr;
  u32 groups[3] = {1, 1, 1}, items[3] = {1, 1, 1};
  u32 dynamic_bytes = 0;
  bool cooperative = false;
  int device = 0;
  u32 stack_limit = 0;       ///< of kernels whose stack has no known size
  std::vector<u8> arguments; ///< the explicit ones, at their offsets

  u64 group_count() const { return u64{groups[0]} * groups[1] * groups[2]; }
  u32 group_items() const { return items[0] * items[1] * items[2]; }
};

/// Runs all groups. Throws `kernel_fault`, whose text names the kernel, the address, the
/// instruction and what was wrong.
void run(const dispatch &d);

struct kernel_fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_DISPATCH_HPP
