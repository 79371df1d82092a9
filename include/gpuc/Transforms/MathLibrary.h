//===- MathLibrary.h - Intrinsics that only the library has -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang makes intrinsics of the calls of most functions of <cmath>. GPUs' back
// ends have code for some of them only. The others become calls of the device
// library's functions (runtime/device/math), as late as possible, since the
// optimiser knows much about intrinsics and nothing about those functions.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_MATHLIBRARY_H
#define GPUC_TRANSFORMS_MATHLIBRARY_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace gpuc {

/// Has `lgamma` and its like set `signgam` if `M` looks at it. To run before the device library is
/// linked.
void setSignOfGamma(llvm::Module &M);

/// Declares the functions of the device library that intrinsics of `M` may become, so that they are
/// linked; returns whether it added one.
bool declareMathFunctions(llvm::Module &M, const llvm::Module &Library);

/// Keeps those functions through optimisation, until `llvm.compiler.used` is dropped.
void keepMathFunctions(llvm::Module &M);

/// Has the pipelines that `PB` builds lower intrinsics once the code is simplified, and inline what
/// they become.
void addMathLowering(llvm::PassBuilder &PB);

/// Turns the intrinsics, the remainder of numbers and the conversions of 128-bit integers that the
/// back end lacks into calls. To run also at the end, for what the optimiser has made.
class MathLoweringPass : public llvm::PassInfoMixin<MathLoweringPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace gpuc

#endif // GPUC_TRANSFORMS_MATHLIBRARY_H
