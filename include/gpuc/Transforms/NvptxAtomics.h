//===- NvptxAtomics.h - Atomics as the NVPTX back end takes them -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's back end for NVIDIA GPUs drops the order and the scope of
// read-modify-write instructions, refuses every order but the relaxed one below
// sm_70, whose instructions have none, and knows no fence for a single thread.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_NVPTXATOMICS_H
#define GPUC_TRANSFORMS_NVPTXATOMICS_H

#include "llvm/IR/PassManager.h"

namespace gpuc {

/// Gives read-modify-write instructions their order and scope in PTX of their own, makes the orders
/// of all atomics for processors below sm_70 fences around relaxed accesses, and fences between a
/// thread and itself barriers for the compiler. To run last.
class NvptxAtomicsPass : public llvm::PassInfoMixin<NvptxAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace gpuc

#endif // GPUC_TRANSFORMS_NVPTXATOMICS_H
