//===- Reached.cpp - What a function refers to ----------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/Reached.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

SmallPtrSet<Constant *, 32> gpuc::reachedFrom(Function &Root) {
  SmallPtrSet<Constant *, 32> Seen;
  SmallVector<Value *> Work{&Root};
  while (!Work.empty()) {
    auto *C = dyn_cast<Constant>(Work.pop_back_val());
    if (!C || isa<ConstantData>(C) || !Seen.insert(C).second)
      continue;
    append_range(Work, C->operands());
    if (auto *F = dyn_cast<Function>(C))
      for (Instruction &I : instructions(*F))
        append_range(Work, I.operands());
  }
  return Seen;
}
