//===- PrivateAtomics.cpp - Atomics on a thread's own memory --------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/PrivateAtomics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace gpuc;

namespace {

/// Address spaces that NVPTX and AMDGPU number alike.
constexpr unsigned PrivateSpace = 5;

/// Whether `I` is an atomic access to private memory.
bool isPrivateAtomic(const Instruction &I) {
  if (!I.isAtomic() || isa<FenceInst>(I))
    return false;
  // The first operand of the read-modify-write instructions.
  const Value *Access = getLoadStorePointerOperand(&I);
  const Value *Pointer = Access ? Access : I.getOperand(0);
  if (Pointer->getType()->getPointerAddressSpace() == PrivateSpace)
    return true;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return all_of(Objects, [](const Value *Object) { return isa<AllocaInst>(Object); });
}

} // namespace

PreservedAnalyses PrivateAtomicsPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (!isPrivateAtomic(I))
        continue;
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->setAtomic(AtomicOrdering::NotAtomic);
      else if (auto *Store = dyn_cast<StoreInst>(&I))
        Store->setAtomic(AtomicOrdering::NotAtomic);
      else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        lowerAtomicCmpXchgInst(Exchange);
      else if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
        lowerAtomicRMWInst(Modify);
    }
  return PreservedAnalyses::none();
}
