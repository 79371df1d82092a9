//===- GridBarrier.h - Kernels with a barrier of the grid -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler's part of `gpu::sync_grid` on GPUs (runtime/device/core/grid.cpp):
// it finds the kernels that reach the barrier, makes them count their threads, and
// tells the runtime and failing threads which they are. On the CPU the barrier is
// a suspend point (CpuWorkGroup.h).
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_GRIDBARRIER_H
#define GPUC_TRANSFORMS_GRIDBARRIER_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace gpuc {

/// `grid_state *__gpuc_grid_state()`, which the device library calls.
inline constexpr llvm::StringLiteral GridStateFunction = "__gpuc_grid_state";

/// Makes each kernel that reaches `__gpuc_sync_grid` tell the device library when its threads begin
/// and return. Runs before the device library is linked.
void countGridThreads(llvm::Module &M);

/// Defines `__gpuc_grid_state()`, and for each such kernel `K` the variable `__gpuc_cooperative_K`
/// that the runtime looks for. Runs after the device library is linked.
void lowerGridState(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_GRIDBARRIER_H
