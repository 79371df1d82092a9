//===- CpuInline.cpp - Suspending calls into their kernels ----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A suspend point can be cut only where it stands in the kernel itself, so every
// function on the way to one is inlined, bottom up over the direct calls.
// Functions that ask for the running thread are inlined while they are small:
// inside the kernel the answer is a loop variable, elsewhere a memory read.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace gpuc;

namespace {

/// Callees that only ask for the running thread are inlined up to this many instructions.
constexpr unsigned AskingCalleeLimit = 300;

using FunctionSet = SmallPtrSet<Function *, 16>;

class Inliner {
public:
  explicit Inliner(Module &M) {
    collectCallers(M.getFunction(cpu::SuspendName), Suspending);
    for (StringRef Name :
         {cpu::BlockName, cpu::ThreadIdxName, cpu::ItemName, cpu::DynamicSharedName})
      collectCallers(M.getFunction(Name), Asking);
    for (GlobalVariable &GV : M.globals())
      if (GV.hasAttribute(cpu::SharedAttr))
        collectUsers(&GV, Asking);
  }

  /// Inlines into \p F what has to be; \p Kernel is named in errors.
  bool expand(Function &F, Function &Kernel);

private:
  enum class State { New, Open, Done };

  void addWithCallers(Function *F, FunctionSet &Set);
  void collectCallers(Function *F, FunctionSet &Set);
  void collectUsers(Value *V, FunctionSet &Set);
  bool isWorthInlining(Function &Callee, Function &Caller) const;

  FunctionSet Suspending, Asking;
  DenseMap<Function *, State> States;
};

/// Adds \p F and all that call it directly, however indirectly, to \p Set.
void Inliner::addWithCallers(Function *F, FunctionSet &Set) {
  SmallVector<Function *> Work{F};
  while (!Work.empty()) {
    Function *Next = Work.pop_back_val();
    if (!Set.insert(Next).second)
      continue;
    for (User *U : Next->users())
      if (auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledFunction() == Next)
        Work.push_back(CB->getFunction());
  }
}

void Inliner::collectCallers(Function *F, FunctionSet &Set) {
  if (!F)
    return;
  for (User *U : F->users())
    if (auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledFunction() == F)
      addWithCallers(CB->getFunction(), Set);
}

void Inliner::collectUsers(Value *V, FunctionSet &Set) {
  for (User *U : V->users()) {
    if (auto *I = dyn_cast<Instruction>(U))
      addWithCallers(I->getFunction(), Set);
    else if (isa<ConstantExpr>(U))
      collectUsers(U, Set);
  }
}

bool Inliner::isWorthInlining(Function &Callee, Function &Caller) const {
  return !Callee.isPresplitCoroutine() && (Callee.getInstructionCount() <= AskingCalleeLimit ||
                                           (Callee.hasOneUse() && cpu::isKernel(Caller)));
}

bool Inliner::expand(Function &F, Function &Kernel) {
  States[&F] = State::Open;
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    Function *Callee = CB ? CB->getCalledFunction() : nullptr;
    if (Callee && !Callee->isDeclaration() &&
        (Suspending.contains(Callee) || Asking.contains(Callee)))
      Calls.push_back(CB);
  }

  for (CallBase *CB : Calls) {
    Function *Callee = CB->getCalledFunction();
    bool Must = Suspending.contains(Callee);
    if (States.lookup(Callee) == State::Open) {
      if (!Must)
        continue;
      cpu::reportError(F,
                       "kernel '" + cpu::nameOf(Kernel) +
                           "' reaches a barrier or warp operation in "
                           "the recursive function '" +
                           cpu::nameOf(*Callee) +
                           "', which the CPU target cannot compile; make it a loop",
                       CB->getDebugLoc());
      return false;
    }
    if (States.lookup(Callee) == State::New && !expand(*Callee, Kernel))
      return false;
    if (!Must && !isWorthInlining(*Callee, F))
      continue;
    InlineFunctionInfo Info;
    InlineResult Result = Callee->isPresplitCoroutine()
                              ? InlineResult::failure("it is a coroutine")
                              : isInlineViable(*Callee); // `va_start` in it, for one
    if (Result.isSuccess())
      Result = InlineFunction(*CB, Info);
    if (!Result.isSuccess() && Must) {
      cpu::reportError(F, "kernel '" + cpu::nameOf(Kernel) +
                              "' reaches a barrier or warp operation in '" + cpu::nameOf(*Callee) +
                              "', which cannot be inlined: " + Result.getFailureReason());
      return false;
    }
  }
  States[&F] = State::Done;
  return true;
}

} // namespace

bool cpu::inlineIntoKernels(ArrayRef<Function *> Kernels) {
  if (Kernels.empty())
    return true;
  Inliner Inline(*Kernels.front()->getParent());
  bool Ok = true;
  for (Function *K : Kernels) {
    Ok &= Inline.expand(*K, *K);
    removeUnreachableBlocks(*K);
  }
  return Ok;
}
