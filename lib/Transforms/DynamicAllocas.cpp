//===- DynamicAllocas.cpp - Local memory of a size known at run time ------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/DynamicAllocas.h"
#include "gpuc/Transforms/PointerSpaces.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace gpuc;

namespace {

/// Whether a block may run more than once in a call.
bool isInLoop(const BasicBlock &Block) {
  SmallVector<BasicBlock *, 4> Next(successors(const_cast<BasicBlock *>(&Block)));
  return isPotentiallyReachableFromMany(Next, &Block, nullptr);
}

/// The stack has been saved and is restored around variable-length arrays; here memory lives on
/// until the function returns.
void dropStackSaves(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Restore = dyn_cast<IntrinsicInst>(&I);
        Restore && Restore->getIntrinsicID() == Intrinsic::stackrestore)
      Restore->eraseFromParent();
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Save = dyn_cast<IntrinsicInst>(&I);
        Save && Save->getIntrinsicID() == Intrinsic::stacksave && Save->use_empty())
      Save->eraseFromParent();
}

/// Takes memory for `Allocas` from the heap, in a list that is freed where `F` returns.
void moveToHeap(Function &F, ArrayRef<AllocaInst *> Allocas) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  auto *Pointer = PointerType::get(Context, 0);
  auto *Size = Type::getInt64Ty(Context);
  FunctionCallee Allocate = M.getOrInsertFunction(
      "__gpuc_stack_allocate", FunctionType::get(Pointer, {Pointer, Size, Size}, false));
  FunctionCallee Free = M.getOrInsertFunction(
      "__gpuc_stack_free", FunctionType::get(Type::getVoidTy(Context), {Pointer}, false));

  IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
  Value *Slot = Builder.CreateAlloca(Pointer, M.getDataLayout().getAllocaAddrSpace(), nullptr,
                                     "gpuc.stack_list");
  Builder.CreateStore(ConstantPointerNull::get(Pointer), Slot);
  Value *List = Builder.CreateAddrSpaceCast(Slot, Pointer);
  for (AllocaInst *Alloca : Allocas) {
    Builder.SetInsertPoint(Alloca);
    uint64_t Element = M.getDataLayout().getTypeAllocSize(Alloca->getAllocatedType());
    Value *Count = Builder.CreateZExtOrTrunc(Alloca->getArraySize(), Size);
    Value *Memory = Builder.CreateCall(
        Allocate, {List, Builder.CreateMul(Count, ConstantInt::get(Size, Element)),
                   ConstantInt::get(Size, Alloca->getAlign().value())});
    // Optimisation may have led accesses to private memory itself.
    while (!Alloca->use_empty()) {
      auto *User = cast<Instruction>(*Alloca->user_begin());
      if (isa<LifetimeIntrinsic>(User))
        User->eraseFromParent();
      else
        replacePointer(*User, *Alloca, *Memory);
    }
    Alloca->eraseFromParent();
  }
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      Builder.SetInsertPoint(Return);
      Builder.CreateCall(Free, {List});
    }
}

} // namespace

bool gpuc::lowerDynamicAllocas(Module &M) {
  bool Changed = false;
  for (Function &F : M) {
    SmallVector<AllocaInst *, 4> Dynamic;
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Alloca = dyn_cast<AllocaInst>(&I);
      if (!Alloca || Alloca->isStaticAlloca())
        continue;
      if (isa<ConstantInt>(Alloca->getArraySize()) && !isInLoop(*Alloca->getParent()))
        Alloca->moveBefore(F.getEntryBlock().getFirstInsertionPt());
      else
        Dynamic.push_back(Alloca);
    }
    if (Dynamic.empty())
      continue;
    dropStackSaves(F);
    moveToHeap(F, Dynamic);
    Changed = true;
  }
  return Changed;
}
