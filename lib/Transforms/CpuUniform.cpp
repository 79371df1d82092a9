//===- CpuUniform.cpp - Values that all threads of a block agree on -------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop counter that lives across a barrier has the same value in all threads
// that wait there, if no thread decides anything on its own about how often it
// passes barriers. It then needs one place in the context instead of one for
// each thread, and addresses made from it stay contiguous along a row.
//
// This relies on the executor running each region of a kernel without warp
// operations over the whole block in one call.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace gpuc;
using namespace gpuc::cpu;

namespace {

using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

class Divergence {
public:
  Divergence(Function &Item, ArrayRef<CallInst *> Suspends)
      : Item(Item), DT(Item), PDT(Item), LI(DT) {
    for (const CallInst *S : Suspends)
      SuspendBlocks.insert(S->getParent());
  }

  /// False if threads may be at different suspend points, or in different rounds of a loop.
  bool run();

  DenseSet<const Value *> Divergent;

private:
  bool startsDivergent(const Instruction &I) const;
  void mark(const Value *V) {
    if (Divergent.insert(V).second)
      Work.push_back(V);
  }
  void findSuspending();
  bool diverge(const Instruction &Branch);

  Function &Item;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
  BlockSet SuspendBlocks;
  BlockSet Suspending; ///< blocks from whose start a suspend point can be reached
  SmallVector<const Value *> Work;
};

bool Divergence::startsDivergent(const Instruction &I) const {
  return !I.isTerminator() && !isa<PHINode>(I) && !isPureFromOperands(I);
}

void Divergence::findSuspending() {
  SmallVector<const BasicBlock *> Blocks(SuspendBlocks.begin(), SuspendBlocks.end());
  while (!Blocks.empty()) {
    const BasicBlock *BB = Blocks.pop_back_val();
    if (Suspending.insert(BB).second)
      append_range(Blocks, predecessors(BB));
  }
}

/// Follows the paths from a branch that threads take different sides of, up to where all meet
/// again. What only leads to the end of the thread does not count.
bool Divergence::diverge(const Instruction &Branch) {
  const BasicBlock *BB = Branch.getParent();
  const DomTreeNode *Node = PDT.getNode(BB);
  const BasicBlock *Meet = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  DenseMap<const BasicBlock *, unsigned> Sides; // how many reach a block
  unsigned SuspendingSides = 0;
  bool Suspends = false;
  SmallPtrSet<const BasicBlock *, 4> Starts(succ_begin(BB), succ_end(BB));
  for (const BasicBlock *Start : Starts) {
    SuspendingSides += Suspending.contains(Start);
    BlockSet Seen;
    SmallVector<const BasicBlock *> Blocks{Start};
    while (!Blocks.empty()) {
      const BasicBlock *Next = Blocks.pop_back_val();
      if (!Seen.insert(Next).second)
        continue;
      ++Sides[Next];
      if (Next == Meet)
        continue;
      Suspends |= SuspendBlocks.contains(Next);
      append_range(Blocks, successors(Next));
    }
  }
  if (SuspendingSides > 1 && Suspends)
    return false;

  for (auto [Joined, Count] : Sides)
    if (Count > 1)
      for (const PHINode &Phi : Joined->phis())
        mark(&Phi);
  // Threads leave the loops around the branch in different rounds.
  for (const Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop()) {
    if (!any_of(Starts, [&](const BasicBlock *S) { return !L->contains(S); }) &&
        (!Meet || L->contains(Meet)))
      break;
    for (const BasicBlock *Inside : L->blocks())
      for (const Instruction &I : *Inside)
        for (const User *U : I.users())
          if (!L->contains(cast<Instruction>(U)->getParent()))
            mark(U);
  }
  return true;
}

bool Divergence::run() {
  findSuspending();
  for (unsigned Param : {PItem, PX, PY, PZ, PRowX})
    mark(Item.getArg(Param));
  for (const Instruction &I : instructions(Item))
    if (startsDivergent(I))
      mark(&I);
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (auto *I = dyn_cast<Instruction>(V); I && I->isTerminator()) {
      if (I->getNumSuccessors() > 1 && !diverge(*I))
        return false;
      continue;
    }
    for (const User *U : V->users())
      mark(U);
  }
  return true;
}

} // namespace

void cpu::removeDivergent(Function &Item, ArrayRef<CallInst *> Suspends,
                          SmallVectorImpl<Instruction *> &Values) {
  bool OnlyBarriers = all_of(Suspends, [](CallInst *S) {
    return cast<ConstantInt>(S->getArgOperand(0))->getZExtValue() == SuspendBlock;
  });
  Divergence D(Item, Suspends);
  if (!OnlyBarriers || !D.run())
    Values.clear();
  erase_if(Values, [&](Instruction *I) { return D.Divergent.contains(I); });
}
