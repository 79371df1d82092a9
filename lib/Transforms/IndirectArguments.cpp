//===- IndirectArguments.cpp - Arguments passed by address ----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/IndirectArguments.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace gpuc;

namespace {

constexpr StringLiteral TypesNode = "gpuc.indirect_types";

/// Calls `Visit` with the function or call, and the number, of each `byval` argument.
template <class Visit> void forEachByVal(Module &M, Visit Each) {
  for (Function &F : M) {
    for (Argument &A : F.args())
      if (Type *T = A.getParamByValType())
        Each(F, A.getArgNo(), T);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        for (unsigned N = 0; N != Call->arg_size(); ++N)
          if (Type *T = Call->getParamByValType(N))
            Each(*Call, N, T);
  }
}

} // namespace

void gpuc::markIndirectTypes(Module &M, function_ref<bool(StructType *)> IsIndirect) {
  SetVector<StructType *> Types;
  forEachByVal(M, [&](auto &, unsigned, Type *T) {
    if (auto *Struct = dyn_cast<StructType>(T))
      Types.insert(Struct);
  });
  NamedMDNode *Node = nullptr;
  for (StructType *T : Types) {
    if (!IsIndirect(T))
      continue;
    if (!Node)
      Node = M.getOrInsertNamedMetadata(TypesNode);
    Node->addOperand(MDNode::get(M.getContext(), {ConstantAsMetadata::get(PoisonValue::get(T))}));
  }
}

void gpuc::passIndirectly(Module &M) {
  NamedMDNode *Node = M.getNamedMetadata(TypesNode);
  if (!Node)
    return;
  SmallPtrSet<Type *, 16> Types;
  for (MDNode *Entry : Node->operands())
    Types.insert(cast<ConstantAsMetadata>(Entry->getOperand(0))->getType());
  forEachByVal(M, [&](auto &Holder, unsigned Number, Type *T) {
    if (Types.contains(T))
      Holder.removeParamAttr(Number, Attribute::ByVal);
  });
  Node->eraseFromParent();
}
