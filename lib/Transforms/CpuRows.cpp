//===- CpuRows.cpp - A region's code for ordinary rows --------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two habits of GPU code keep loops over items from being vectorised: the test
// `if (i < n)` around the whole kernel, which makes every store conditional, and
// indices computed in 32 bits, whose sum may wrap around. Both are harmless for
// nearly every row of every block. So a region gets a second version, for rows
// along which each such index only grows and every item passes the test; both
// are found out by looking at the first and the last item of the row.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <functional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace gpuc;
using namespace gpuc::cpu;

/// The same for all items of a row, and computed from the arguments.
static bool isInvariant(const Value *V, unsigned &Budget) {
  if (isa<Constant>(V))
    return true;
  if (auto *Arg = dyn_cast<Argument>(V))
    return Arg->getArgNo() != PX && Arg->getArgNo() != PItem;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Budget == 0 || !isPureFromOperands(*I))
    return false;
  --Budget;
  return all_of(I->operands(), [&](const Value *Op) { return isInvariant(Op, Budget); });
}

static bool isInvariant(const Value *V) {
  unsigned Budget = 24;
  return isInvariant(V, Budget);
}

/// Whether \p V grows by one from each item of a row to the next, unless it wraps around.
static bool countsItems(const Value *V, unsigned Depth = 8) {
  if (auto *Arg = dyn_cast<Argument>(V))
    return Arg->getArgNo() == PX || Arg->getArgNo() == PItem;
  const Value *A, *C;
  if (Depth == 0)
    return false;
  if (match(V, m_Trunc(m_Value(A))) || match(V, m_ZExtOrSExt(m_Value(A))))
    return V->getType()->getScalarSizeInBits() >= 32 && countsItems(A, Depth - 1);
  if (match(V, m_Sub(m_Value(A), m_Value(C))))
    return countsItems(A, Depth - 1) && isInvariant(C);
  if (match(V, m_Add(m_Value(A), m_Value(C))) || match(V, m_DisjointOr(m_Value(A), m_Value(C))))
    return (countsItems(A, Depth - 1) && isInvariant(C)) ||
           (countsItems(C, Depth - 1) && isInvariant(A));
  return false;
}

/// Computes \p V again at \p B, with what \p Known gives for its operands.
static Value *computeWith(IRBuilderBase &B, Value *V, DenseMap<Value *, Value *> &Known) {
  auto *I = dyn_cast<Instruction>(V);
  if (Value *Already = Known.lookup(V))
    return Already;
  if (!I)
    return V;
  Instruction *Clone = I->clone();
  for (Use &Op : Clone->operands())
    Op = computeWith(B, Op, Known);
  // It must have a value for items that did not compute it before.
  Clone->dropPoisonGeneratingFlags();
  Clone->dropUBImplyingAttrsAndMetadata({LLVMContext::MD_invariant_load});
  Clone->setDebugLoc(DebugLoc());
  B.Insert(Clone, I->getName());
  Known[V] = Clone;
  return Clone;
}

void RowVersion::require(Value *Index, bool Signed) {
  // Extensions inside have demands of their own.
  Value *Inner;
  for (Value *V = Index; !isa<Argument>(V);) {
    if (match(V, m_ZExtOrSExt(m_Value(Inner)))) {
      require(Inner, isa<SExtInst>(V));
      break;
    }
    auto *I = cast<Instruction>(V);
    V = countsItems(I->getOperand(0)) ? I->getOperand(0) : I->getOperand(1);
  }
  if (!is_contained(Growing, std::pair(Index, Signed)))
    Growing.push_back({Index, Signed});
}

/// Adds the comparisons that make up \p Condition, all of which have to be \p Outcome. False if
/// one cannot be judged by the ends of a row.
bool RowVersion::addTest(Value *Condition, bool Outcome) {
  Value *A, *C;
  if (Outcome ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(C)))
              : match(Condition, m_LogicalOr(m_Value(A), m_Value(C))))
    return addTest(A, Outcome) && addTest(C, Outcome);
  if (!isInvariant(Condition)) {
    auto *Compare = dyn_cast<ICmpInst>(Condition);
    if (!Compare || Compare->isEquality())
      return false;
    A = Compare->getOperand(0);
    C = Compare->getOperand(1);
    if (!countsItems(A))
      std::swap(A, C);
    if (!countsItems(A) || !isInvariant(C))
      return false;
    require(A, Compare->isSigned());
  }
  Tests.push_back({Condition, Outcome});
  return true;
}

/// Whether going from \p From to \p To ends the item.
static bool exits(const BasicBlock *From, const BasicBlock *To) {
  auto *Ret = dyn_cast<ReturnInst>(To->getFirstNonPHIOrDbg());
  if (!Ret)
    return false;
  Value *Result = Ret->getReturnValue();
  if (auto *Phi = dyn_cast<PHINode>(Result); Phi && Phi->getParent() == To)
    Result = Phi->getIncomingValueForBlock(From);
  return match(Result, m_SpecificInt(APInt(32, Exited)));
}

/// Finds a test at the start of the region that lets items exit.
void RowVersion::findGuard() {
  BasicBlock *BB = &Region.getEntryBlock();
  while (BasicBlock *Next = BB->getSingleSuccessor())
    if (Next->getSinglePredecessor())
      BB = Next;
    else
      return;
  auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
  if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return;
  for (unsigned Proceed : {0, 1})
    if (exits(BB, Branch->getSuccessor(1 - Proceed))) {
      auto Before = Growing;
      if (addTest(Branch->getCondition(), Proceed == 0)) {
        Guard = Branch;
        GuardProceeds = Proceed;
      } else {
        Growing = Before;
        Tests.clear();
      }
      return;
    }
}

RowVersion::RowVersion(Function &Region) : Region(Region) {
  findGuard();
  for (Instruction &I : instructions(Region)) {
    if (!isa<ZExtInst, SExtInst>(I) || !I.getType()->isIntegerTy(64))
      continue;
    Value *Index = I.getOperand(0);
    if (!isa<Argument>(Index) && countsItems(Index) && Growing.size() < 8) {
      require(Index, isa<SExtInst>(I));
      Extensions.push_back(&I);
    }
  }
}

Value *RowVersion::holds(IRBuilderBase &B, ArrayRef<Value *> First, ArrayRef<Value *> Last) const {
  DenseMap<Value *, Value *> AtFirst, AtLast;
  for (auto [Arg, F, L] : zip_equal(make_pointer_range(Region.args()), First, Last)) {
    AtFirst[Arg] = F;
    AtLast[Arg] = L;
  }
  Value *All = B.getTrue();
  for (auto [Test, Outcome] : Tests)
    for (auto *Known : {&AtFirst, &AtLast}) {
      Value *Result = computeWith(B, Test, *Known);
      All = B.CreateAnd(All, Outcome ? Result : B.CreateNot(Result));
    }
  for (auto [Index, Signed] : Growing)
    All = B.CreateAnd(All,
                      B.CreateICmp(Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE,
                                   computeWith(B, Index, AtFirst), computeWith(B, Index, AtLast)));
  return All;
}

Function *RowVersion::make() const {
  ValueToValueMapTy Map;
  Function *F = CloneFunction(&Region, Map);
  F->setName(Region.getName() + ".row");
  if (Guard) {
    auto *Branch = cast<BranchInst>(Map.lookup(Guard));
    Branch->getSuccessor(1 - GuardProceeds)->removePredecessor(Branch->getParent());
    IRBuilder<>(Branch).CreateBr(Branch->getSuccessor(GuardProceeds));
    Branch->eraseFromParent();
  }
  for (Instruction *Original : Extensions) {
    auto *Extension = cast<Instruction>(Map.lookup(Original));
    IRBuilder<> B(Extension);
    Type *I64 = B.getInt64Ty();
    Value *Column = B.CreateSub(B.CreateZExt(F->getArg(PX), I64),
                                B.CreateZExt(F->getArg(PRowX), I64), "column", true, true);
    DenseMap<Value *, Value *> AtFirst;
    AtFirst[F->getArg(PX)] = F->getArg(PRowX);
    AtFirst[F->getArg(PItem)] = B.CreateSub(F->getArg(PItem), Column, "", true, true);
    // What does not count items is the same for all; only the rest is computed again.
    std::function<void(Value *)> KeepInvariant = [&](Value *V) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I)
        return;
      for (Value *Op : I->operands())
        if (countsItems(Op))
          KeepInvariant(Op);
        else
          AtFirst[Op] = Op;
    };
    KeepInvariant(Extension);
    Value *Start = computeWith(B, Extension, AtFirst);
    Value *Index = B.CreateAdd(Start, Column, "index", isa<ZExtInst>(Extension), true);
    Extension->replaceAllUsesWith(Index);
    Extension->eraseFromParent();
  }
  removeUnreachableBlocks(*F);
  return F;
}
