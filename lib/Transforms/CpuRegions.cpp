//===- CpuRegions.cpp - Cut a kernel at its suspend points ----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Region r is what an item can run from suspend point r to the next one, or to
// its end. Each is a clone of the item function that starts behind the suspend
// point: values that are live there are loaded from the item's context first,
// and stored before the region hands over to the next.
//
// Values that follow from the arguments and the thread's indices are not stored
// but computed again, which is cheaper, and keeps addresses contiguous from one
// item to the next so that the loops over the items can be vectorised.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace gpuc;
using namespace gpuc::cpu;

namespace {

/// Up to this many instructions are computed again instead of being kept in the context.
constexpr unsigned RecomputeLimit = 24;

/// Blocks in an order that follows the control flow and keeps each loop together. The executor
/// lets the lanes of a warp at the lowest region go first, which makes lanes that left a loop
/// early wait behind it for the others.
class BlockOrder {
public:
  BlockOrder(Function &F, const LoopInfo &LI) : LI(LI) { emit(&F.getEntryBlock(), nullptr); }

  SmallVector<BasicBlock *> Blocks;

private:
  /// The child loop of \p Scope that \p BB is in, or null if it is directly in \p Scope.
  const Loop *childLoop(const BasicBlock *BB, const Loop *Scope) const {
    const Loop *L = LI.getLoopFor(BB);
    while (L && L->getParentLoop() != Scope)
      L = L->getParentLoop();
    return L;
  }

  void visit(BasicBlock *BB, const Loop *Scope, SmallVectorImpl<BasicBlock *> &PostOrder,
             SmallPtrSetImpl<BasicBlock *> &Seen);
  void emit(BasicBlock *Header, const Loop *Scope);

  const LoopInfo &LI;
};

/// Depth first over the blocks of \p Scope, a child loop counting as one, by its header.
void BlockOrder::visit(BasicBlock *BB, const Loop *Scope, SmallVectorImpl<BasicBlock *> &PostOrder,
                       SmallPtrSetImpl<BasicBlock *> &Seen) {
  const Loop *Child = childLoop(BB, Scope);
  if (Child)
    BB = Child->getHeader();
  if ((Scope && !Scope->contains(BB)) || !Seen.insert(BB).second)
    return;
  SmallVector<BasicBlock *> Next;
  if (Child)
    Child->getExitBlocks(Next);
  else
    Next.assign(succ_begin(BB), succ_end(BB));
  for (BasicBlock *Succ : reverse(Next))
    visit(Succ, Scope, PostOrder, Seen);
  PostOrder.push_back(BB);
}

void BlockOrder::emit(BasicBlock *Header, const Loop *Scope) {
  SmallVector<BasicBlock *> PostOrder;
  SmallPtrSet<BasicBlock *, 16> Seen;
  visit(Header, Scope, PostOrder, Seen);
  for (BasicBlock *BB : reverse(PostOrder)) {
    const Loop *Child = childLoop(BB, Scope);
    if (Child)
      emit(BB, Child);
    else
      Blocks.push_back(BB);
  }
}

class Cutter {
public:
  explicit Cutter(Function &Item) : Item(Item) {}

  std::optional<CutKernel> run();

private:
  bool splitAtSuspends();
  void splitPrologue();
  bool findLive();
  bool canRecompute(Value *V, unsigned &Budget);
  void recompute(Instruction &I);
  void recomputeLive();
  void assignSlots();
  Value *loadSlot(IRBuilderBase &B, Function &F, Instruction &I);
  void storeSlot(IRBuilderBase &B, Function &F, Instruction &I, Value &V);
  Function *makeRegion(unsigned Region);
  void suspendIn(unsigned Suspend, ValueToValueMapTy &Map,
                 const SmallPtrSetImpl<BasicBlock *> &Reached);
  void resumeIn(unsigned Region, Function &F, ValueToValueMapTy &Map,
                const SmallPtrSetImpl<BasicBlock *> &Reached);

  BasicBlock *resumeBlock(unsigned Region) const {
    return Suspends[Region - 1]->getParent()->getSingleSuccessor();
  }

  struct Slot {
    uint64_t Offset, Bytes;
    bool Uniform; ///< one for all threads, at that offset of the uniform row
  };

  Function &Item;
  SmallVector<CallInst *> Suspends; ///< suspend point r is Suspends[r - 1]
  CutKernel Result;
  ContextLayout Layout;
  BasicBlock *Prologue = nullptr; ///< in every region: locals, values that are computed again
  /// Values live at the start of each region, from 1.
  SmallVector<SetVector<Instruction *>> Live;
  MapVector<Instruction *, Slot> Slots;
};

/// Orders the suspend points and makes each the last call of its block.
bool Cutter::splitAtSuspends() {
  DominatorTree DT(Item);
  LoopInfo LI(DT);
  for (BasicBlock *BB : BlockOrder(Item, LI).Blocks)
    for (Instruction &I : *BB)
      if (CallBase *Call = callTo(I, SuspendName)) {
        auto *Kind = dyn_cast<ConstantInt>(Call->getArgOperand(0));
        if (!Kind || Kind->getZExtValue() > SuspendGrid || !isa<CallInst>(Call)) {
          reportError(Item, "the kind of a suspend point is not a constant", Call->getDebugLoc());
          return false;
        }
        Suspends.push_back(cast<CallInst>(Call));
        Result.Suspends.push_back(Kind->getZExtValue());
      }
  for (CallInst *Suspend : Suspends)
    SplitBlock(Suspend->getParent(), std::next(Suspend->getIterator()));
  return true;
}

/// Makes the entry block one that holds the static locals only.
void Cutter::splitPrologue() {
  Prologue = &Item.getEntryBlock();
  SmallVector<AllocaInst *> Locals;
  for (Instruction &I : *Prologue)
    if (auto *Local = dyn_cast<AllocaInst>(&I); Local && isa<ConstantInt>(Local->getArraySize()))
      Locals.push_back(Local);
  BasicBlock::iterator Begin = Prologue->begin();
  for (AllocaInst *Local : Locals)
    if (&*Begin == Local)
      ++Begin;
    else
      Local->moveBefore(Begin);
  SplitBlock(Prologue, Begin);
}

/// Finds what is live at the start of each region. True if anything is.
bool Cutter::findLive() {
  Live.assign(Suspends.size() + 1, {});
  DenseMap<BasicBlock *, unsigned> RegionAt;
  for (unsigned R = 1; R <= Suspends.size(); ++R)
    RegionAt[resumeBlock(R)] = R;

  bool Any = false;
  for (Instruction &I : instructions(Item)) {
    if (I.getParent() == Prologue || I.use_empty())
      continue;
    SmallVector<BasicBlock *> Work; // blocks at whose end the value is live
    SmallPtrSet<BasicBlock *, 16> LiveIn;
    auto AddLiveIn = [&](BasicBlock *BB) {
      if (BB == I.getParent() || !LiveIn.insert(BB).second)
        return;
      if (unsigned R = RegionAt.lookup(BB)) {
        Live[R].insert(&I);
        Any = true;
      }
      append_range(Work, predecessors(BB));
    };
    for (Use &U : I.uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (auto *Phi = dyn_cast<PHINode>(User))
        AddLiveIn(Phi->getIncomingBlock(U));
      else
        AddLiveIn(User->getParent());
    }
    while (!Work.empty())
      AddLiveIn(Work.pop_back_val());
  }
  return Any;
}

/// Whether \p V can be computed in the prologue, with \p Budget more instructions.
bool Cutter::canRecompute(Value *V, unsigned &Budget) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() == Prologue)
    return true;
  if (Budget == 0)
    return false;
  --Budget;
  if (!isPureFromOperands(*I))
    return false;
  return all_of(I->operands(), [&](Value *Op) { return canRecompute(Op, Budget); });
}

void Cutter::recompute(Instruction &I) {
  for (Value *Op : I.operands())
    if (auto *OpI = dyn_cast<Instruction>(Op); OpI && OpI->getParent() != Prologue)
      recompute(*OpI);
  I.moveBefore(Prologue->getTerminator()->getIterator());
  I.dropUBImplyingAttrsAndMetadata({LLVMContext::MD_invariant_load});
  I.dropLocation();
}

/// Moves what is live at the start of a region and can be computed again to the prologue.
void Cutter::recomputeLive() {
  for (SetVector<Instruction *> &Values : Live)
    for (Instruction *I : Values) {
      unsigned Budget = RecomputeLimit;
      if (I->getParent() != Prologue && canRecompute(I, Budget))
        recompute(*I);
    }
}

void Cutter::assignSlots() {
  const DataLayout &DL = Item.getDataLayout();
  SetVector<Instruction *> All;
  for (SetVector<Instruction *> &Values : Live)
    All.insert_range(Values);
  SmallVector<Instruction *> Uniform(All.begin(), All.end());
  removeDivergent(Item, Suspends, Uniform);
  for (Instruction *I : Uniform) {
    uint64_t Offset = alignTo(Result.UniformBytes, DL.getABITypeAlign(I->getType()));
    uint64_t Bytes = DL.getTypeAllocSize(I->getType());
    Slots[I] = {Offset, Bytes, /*Uniform=*/true};
    Result.UniformBytes = Offset + Bytes;
  }
  // A row of the context is as long as its threads, of which there is room for 64 at least.
  Result.UniformOffset = Layout.add(divideCeil(Result.UniformBytes, 64));
  for (Instruction *I : All) {
    uint64_t Bytes = DL.getTypeAllocSize(I->getType());
    if (!Slots.contains(I))
      Slots[I] = {Layout.add(Bytes), Bytes, /*Uniform=*/false};
  }
}

Value *Cutter::loadSlot(IRBuilderBase &B, Function &F, Instruction &I) {
  Slot S = Slots[&I];
  Value *Address = S.Uniform
                       ? B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F.getArg(PUniform), S.Offset)
                       : slotAddress(B, F, S.Offset, S.Bytes);
  return B.CreateAlignedLoad(I.getType(), Address,
                             Item.getDataLayout().getABITypeAlign(I.getType()), I.getName());
}

void Cutter::storeSlot(IRBuilderBase &B, Function &F, Instruction &I, Value &V) {
  Slot S = Slots[&I];
  Value *Address;
  if (S.Uniform)
    Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(),
                                           slotAddress(B, F, Result.UniformOffset, 0), S.Offset);
  else
    Address = slotAddress(B, F, S.Offset, S.Bytes);
  B.CreateAlignedStore(&V, Address, Item.getDataLayout().getABITypeAlign(V.getType()));
}

/// Replaces, in a region, the clone of suspend point \p Suspend by stores of what is live behind it
/// and the return to the loop over the items.
void Cutter::suspendIn(unsigned Suspend, ValueToValueMapTy &Map,
                       const SmallPtrSetImpl<BasicBlock *> &Reached) {
  auto *Call = cast<CallInst>(Map.lookup(Suspends[Suspend - 1]));
  BasicBlock *BB = Call->getParent();
  IRBuilder<> B(Call);
  for (Instruction *I : Live[Suspend]) {
    auto *V = cast<Instruction>(Map.lookup(I));
    if (!Reached.contains(V->getParent()))
      continue; // unchanged since it was loaded
    storeSlot(B, *BB->getParent(), *I, *V);
  }
  BB->getSingleSuccessor()->removePredecessor(BB, /*KeepOneInputPHIs=*/true);
  BB->getTerminator()->dropDbgRecords();
  BB->getTerminator()->eraseFromParent();
  B.SetInsertPoint(BB);
  B.CreateRet(B.getInt32(Suspend));
  Call->eraseFromParent();
}

/// Uses of \p V, computed in a region that also loads it as \p Loaded, get the one that reaches
/// them.
static void restoreSSA(Instruction &V, Value &Loaded) {
  SSAUpdater Updater;
  Updater.Initialize(V.getType(), V.getName());
  Updater.AddAvailableValue(&V.getFunction()->getEntryBlock(), &Loaded);
  Updater.AddAvailableValue(V.getParent(), &V);
  for (Use &U : make_early_inc_range(V.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (User->getParent() != V.getParent() || isa<PHINode>(User))
      Updater.RewriteUse(U);
  }
  SmallVector<DbgVariableRecord *> Records;
  findDbgValues(&V, Records);
  Updater.UpdateDebugValues(&V, Records);
}

/// Loads, at the start of a region, what is live there, and deletes what the region cannot reach.
void Cutter::resumeIn(unsigned Region, Function &F, ValueToValueMapTy &Map,
                      const SmallPtrSetImpl<BasicBlock *> &Reached) {
  IRBuilder<> B(F.getEntryBlock().getTerminator());
  SmallVector<std::pair<Instruction *, Value *>> Both; // also computed in the region
  for (Instruction *I : Live[Region]) {
    auto *V = cast<Instruction>(Map.lookup(I));
    Value *Loaded = loadSlot(B, F, *I);
    if (Reached.contains(V->getParent()))
      Both.push_back({V, Loaded});
    else
      V->replaceAllUsesWith(Loaded);
  }

  SmallVector<BasicBlock *> Dead;
  for (BasicBlock &BB : F)
    if (!Reached.contains(&BB))
      Dead.push_back(&BB);
  DeleteDeadBlocks(Dead, nullptr, /*KeepOneInputPHIs=*/true);
  for (auto [V, Loaded] : Both)
    restoreSSA(*V, *Loaded);
}

Function *Cutter::makeRegion(unsigned Region) {
  ValueToValueMapTy Map;
  Function *F = CloneFunction(&Item, Map);
  F->setName(Item.getName() + "." + Twine(Region));
  if (Region > 0) {
    Instruction *Enter = F->getEntryBlock().getTerminator();
    Enter->getSuccessor(0)->removePredecessor(&F->getEntryBlock(), /*KeepOneInputPHIs=*/true);
    Enter->setSuccessor(0, cast<BasicBlock>(Map.lookup(resumeBlock(Region))));
  }

  // What the region reaches: up to the next suspend points.
  SmallPtrSet<BasicBlock *, 16> Ends, Reached{&F->getEntryBlock()};
  for (CallInst *Suspend : Suspends)
    Ends.insert(cast<BasicBlock>(Map.lookup(Suspend->getParent())));
  SmallVector<BasicBlock *> Work{&F->getEntryBlock()};
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (Ends.contains(BB))
      continue;
    for (BasicBlock *Succ : successors(BB))
      if (Reached.insert(Succ).second)
        Work.push_back(Succ);
  }

  for (unsigned R = 1; R <= Suspends.size(); ++R)
    suspendIn(R, Map, Reached);
  resumeIn(Region, *F, Map, Reached);
  return F;
}

std::optional<CutKernel> Cutter::run() {
  Result.Suspends.push_back(SuspendBlock);
  if (!splitAtSuspends())
    return std::nullopt;
  splitPrologue();
  if (!moveLocalsToContext(Item, Suspends, Layout))
    return std::nullopt;
  if (findLive()) {
    recomputeLive();
    findLive();
  }
  assignSlots();
  for (unsigned R = 0; R <= Suspends.size(); ++R)
    Result.Regions.push_back(makeRegion(R));
  Result.ContextBytes = Layout.size();
  Item.eraseFromParent();
  return std::move(Result);
}

} // namespace

std::optional<CutKernel> cpu::cutAtSuspends(Function &Item) { return Cutter(Item).run(); }
