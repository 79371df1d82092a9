//===- limited_run.hpp - Launches that may be given up ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_CPU_LIMITED_RUN_HPP
#define GPUC_RUNTIME_CPU_LIMITED_RUN_HPP

#include "../backend.hpp"

#include <functional>

namespace gpu::detail::cpu {

/// Calls `run` with a copy of `args` in a thread of its own, and throws a `failure` of kind
/// `timeout` where that lasts longer than `GPUC_TIMEOUT` allows. The blocks that run then cannot be
/// stopped: they go on, also with the memory that their arguments refer to, until the process ends.
/// No others begin any more, of this launch or another.
void run_in_time(const packed_args &args, std::function<void(const void *args)> run);

} // namespace gpu::detail::cpu

#endif // GPUC_RUNTIME_CPU_LIMITED_RUN_HPP
