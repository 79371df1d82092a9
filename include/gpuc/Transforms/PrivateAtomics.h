//===- PrivateAtomics.h - Atomics on a thread's own memory ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU has no atomic instructions for private memory, and its assembler refuses
// them there; no other thread can see it, so that plain accesses do.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_PRIVATEATOMICS_H
#define GPUC_TRANSFORMS_PRIVATEATOMICS_H

#include "llvm/IR/PassManager.h"

namespace gpuc {

/// Makes atomic accesses to local variables plain ones. To run last.
class PrivateAtomicsPass : public llvm::PassInfoMixin<PrivateAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace gpuc

#endif // GPUC_TRANSFORMS_PRIVATEATOMICS_H
