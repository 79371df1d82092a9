//===- GridBarrier.cpp - Kernels with a barrier of the grid ---------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/GridBarrier.h"
#include "gpuc/Transforms/DevicePrepare.h"
#include "gpuc/Transforms/Reached.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace gpuc;

namespace {

constexpr unsigned GlobalSpace = 1, SharedSpace = 3;
constexpr StringLiteral GridAttr = "gpuc-grid"; ///< of kernels that reach the barrier

Function *declare(Module &M, StringRef Name, const Function &Like) {
  auto *F = cast<Function>(
      M.getOrInsertFunction(Name, FunctionType::get(Type::getVoidTy(M.getContext()), false))
          .getCallee());
  F->setCallingConv(Like.getCallingConv());
  F->setConvergent();
  return F;
}

/// Where code of a kernel's own begins.
Instruction *startOf(Function &F) { return &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(); }

SmallVector<Function *> kernelsReaching(Module &M, Function &Target) {
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (isEntryPoint(F) && reachedFrom(F).contains(&Target))
      Kernels.push_back(&F);
  return Kernels;
}

void callIn(Function &Kernel, Function &Enter, Function &Leave) {
  SmallVector<Instruction *> Returns;
  for (BasicBlock &BB : Kernel)
    if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator()))
      Returns.push_back(Return);
  auto Call = [](Instruction *Before, Function &Callee) {
    IRBuilder<> Builder(Before);
    Builder.CreateCall(&Callee)->setCallingConv(Callee.getCallingConv());
  };
  Call(startOf(Kernel), Enter);
  for (Instruction *Return : Returns)
    Call(Return, Leave);
}

/// A variable of the image, for the runtime to find.
void defineMarker(Module &M, const Twine &Name) {
  auto *Byte = Type::getInt8Ty(M.getContext());
  new GlobalVariable(M, Byte, /*isConstant=*/true, GlobalValue::ExternalLinkage,
                     ConstantInt::get(Byte, 1), Name, nullptr, GlobalValue::NotThreadLocal,
                     GlobalSpace);
}

/// Makes \p Accessor give the state in kernels with the barrier, and null in others: by a pointer
/// for each block, which every thread of it sets to the same value first.
void defineAccessor(Module &M, Function &Accessor, GlobalVariable &State) {
  auto *Pointer = cast<PointerType>(Accessor.getReturnType());
  auto *Slot =
      new GlobalVariable(M, Pointer, false, GlobalValue::InternalLinkage, PoisonValue::get(Pointer),
                         "__gpuc_grid_slot", nullptr, GlobalValue::NotThreadLocal, SharedSpace);
  Slot->setAlignment(Align(8));
  Constant *Address = State.getType() == Pointer ? cast<Constant>(&State)
                                                 : ConstantExpr::getAddrSpaceCast(&State, Pointer);
  for (Function *Kernel : kernelsReaching(M, Accessor))
    IRBuilder<>(startOf(*Kernel))
        .CreateStore(Kernel->hasFnAttribute(GridAttr) ? Address : ConstantPointerNull::get(Pointer),
                     Slot);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &Accessor));
  Builder.CreateRet(Builder.CreateLoad(Pointer, Slot));
}

} // namespace

void gpuc::countGridThreads(Module &M) {
  Function *Barrier = M.getFunction("__gpuc_sync_grid");
  if (!Barrier)
    return;
  Function *Enter = declare(M, "__gpuc_enter_grid", *Barrier);
  Function *Leave = declare(M, "__gpuc_leave_grid", *Barrier);
  for (Function *Kernel : kernelsReaching(M, *Barrier)) {
    callIn(*Kernel, *Enter, *Leave);
    Kernel->addFnAttr(GridAttr);
  }
}

void gpuc::lowerGridState(Module &M) {
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (isEntryPoint(F) && F.hasFnAttribute(GridAttr))
      Kernels.push_back(&F);
  for (Function *Kernel : Kernels)
    defineMarker(M, "__gpuc_cooperative_" + Kernel->getName());
  Function *Accessor = M.getFunction(GridStateFunction);
  if (!Accessor)
    return;
  if (Kernels.empty()) {
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Accessor));
    Builder.CreateRet(ConstantPointerNull::get(cast<PointerType>(Accessor->getReturnType())));
  } else {
    defineAccessor(M, *Accessor, *M.getNamedGlobal("__gpuc_grid"));
  }
  Accessor->setLinkage(GlobalValue::InternalLinkage);
  Accessor->setDSOLocal(true);
}
