//===- FailureCalls.h - Calls of failing functions --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that fails reports where in the user's source it does. The device
// library's functions that report (attribute "gpuc-failure") do not know their
// callers, so that once everything is inlined a call is put before each of theirs
// that tells the place.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_FAILURECALLS_H
#define GPUC_TRANSFORMS_FAILURECALLS_H

#include "llvm/IR/PassManager.h"

namespace gpuc {

/// Declares the device library's functions that `FailureCallsPass` calls, where `M` has use for
/// them; returns whether it did.
bool declareFailureCalls(llvm::Module &M);

/// Keeps those functions until `FailureCallsPass` has run.
void keepFailureCalls(llvm::Module &M);

/// Tells each failing call's place and makes calls through null pointers fail. To run once
/// everything is inlined: last on GPUs, before kernels become loops on the CPU.
class FailureCallsPass : public llvm::PassInfoMixin<FailureCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Drops line information that only `FailureCallsPass` needed, since the user asked for none.
void dropUnwantedLines(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_FAILURECALLS_H
