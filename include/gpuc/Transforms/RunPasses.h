//===- RunPasses.h - A pipeline over one module -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_RUNPASSES_H
#define GPUC_TRANSFORMS_RUNPASSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace gpuc {

/// Runs the passes that `Build` adds over `M`, with the analyses of `PB`.
inline void runPasses(llvm::Module &M, llvm::PassBuilder &PB,
                      llvm::function_ref<void(llvm::ModulePassManager &)> Build) {
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  llvm::ModulePassManager MPM;
  Build(MPM);
  MPM.run(M, MAM);
}

} // namespace gpuc

#endif // GPUC_TRANSFORMS_RUNPASSES_H
