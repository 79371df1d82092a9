//===- CpuLocals.cpp - Locals that live across suspend points -------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local in memory (an alloca) whose contents may be written before a suspend
// point and read after it becomes a slot of the thread's context. The others
// stay: all threads use the same stack memory, one after the other.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace gpuc;
using namespace gpuc::cpu;

namespace {

enum class Event { None, Touch, Start, End };

/// How a function uses one local.
class LocalUses {
public:
  explicit LocalUses(AllocaInst &Local) { visit(Local); }

  /// Whether the contents may be written before \p Suspend, which ends its block, and matter after.
  bool liveAcross(const CallInst &Suspend);

private:
  void visit(Value &Pointer);
  bool escapesThrough(const Use &U) const;
  void solve();

  SmallPtrSet<Value *, 16> Seen;
  SmallPtrSet<const Instruction *, 16> Touches;
  bool Escapes = false, Solved = false;
  /// Blocks at whose end the contents may have been written, and at whose start they may be read.
  SmallPtrSet<const BasicBlock *, 16> WrittenAtEnd, ReadAtStart;
};

bool LocalUses::escapesThrough(const Use &U) const {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst, ICmpInst>(I))
    return false;
  if (auto *Store = dyn_cast<StoreInst>(I))
    return U.getOperandNo() != StoreInst::getPointerOperandIndex() || Store->isVolatile();
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return U.getOperandNo() != 0;
  if (auto *CB = dyn_cast<CallBase>(I))
    return !CB->isDataOperand(&U) || !CB->doesNotCapture(CB->getDataOperandNo(&U));
  return true;
}

void LocalUses::visit(Value &Pointer) {
  if (!Seen.insert(&Pointer).second)
    return;
  for (Use &U : Pointer.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    Touches.insert(I);
    if (isa<GetElementPtrInst, PHINode, SelectInst, AddrSpaceCastInst, BitCastInst>(I))
      visit(*I);
    else if (!I->isLifetimeStartOrEnd())
      Escapes |= escapesThrough(U);
  }
}

void LocalUses::solve() {
  Solved = true;
  DenseMap<const BasicBlock *, std::pair<Event, Event>> Events; // first and last of each block
  for (const Instruction *Touch : Touches) {
    const BasicBlock *BB = Touch->getParent();
    if (Events.contains(BB))
      continue;
    auto &[First, Last] = Events[BB];
    for (const Instruction &I : *BB) {
      if (!Touches.contains(&I))
        continue;
      auto *Marker = dyn_cast<IntrinsicInst>(&I);
      Last = !Marker || !Marker->isLifetimeStartOrEnd()              ? Event::Touch
             : Marker->getIntrinsicID() == Intrinsic::lifetime_start ? Event::Start
                                                                     : Event::End;
      if (First == Event::None)
        First = Last;
    }
  }

  SmallVector<const BasicBlock *> Forward, Backward;
  for (auto &[BB, FirstLast] : Events) {
    if (FirstLast.second == Event::Touch && WrittenAtEnd.insert(BB).second)
      Forward.push_back(BB);
    if (FirstLast.first == Event::Touch && ReadAtStart.insert(BB).second)
      Backward.push_back(BB);
  }
  while (!Forward.empty())
    for (const BasicBlock *Next : successors(Forward.pop_back_val()))
      if (!Events.contains(Next) && WrittenAtEnd.insert(Next).second)
        Forward.push_back(Next);
  while (!Backward.empty())
    for (const BasicBlock *Prev : predecessors(Backward.pop_back_val()))
      if (!Events.contains(Prev) && ReadAtStart.insert(Prev).second)
        Backward.push_back(Prev);
}

bool LocalUses::liveAcross(const CallInst &Suspend) {
  if (!Solved)
    solve();
  const BasicBlock *After = Suspend.getParent()->getSingleSuccessor();
  return WrittenAtEnd.contains(Suspend.getParent()) && (Escapes || ReadAtStart.contains(After));
}

} // namespace

Value *cpu::slotAddress(IRBuilderBase &B, Function &F, uint64_t Offset, uint64_t Bytes) {
  Value *Row = B.CreateMul(F.getArg(PCtxRows), B.getInt64(Offset), "", true, true);
  Value *RowAddress = B.CreateInBoundsGEP(B.getInt8Ty(), F.getArg(PContext), Row);
  if (Bytes == 0)
    return RowAddress;
  Value *Column = B.CreateMul(F.getArg(PItem), B.getInt64(Bytes), "", true, true);
  return B.CreateInBoundsGEP(B.getInt8Ty(), RowAddress, Column, "slot");
}

static std::string nameOfLocal(AllocaInst &Local) {
  for (DbgVariableRecord *Record : findDVRDeclares(&Local))
    return Record->getVariable()->getName().str();
  return Local.getName().str();
}

static bool moveToContext(AllocaInst &Local, ContextLayout &Layout) {
  Function &F = *Local.getFunction();
  std::optional<TypeSize> Size = Local.getAllocationSize(F.getDataLayout());
  if (!Size || Size->isScalable() || !Local.isStaticAlloca()) {
    reportError(F,
                "kernel '" + nameOf(F) + "': the variable-sized local '" + nameOfLocal(Local) +
                    "' lives across a barrier or warp operation; give it a constant size",
                Local.getDebugLoc());
    return false;
  }
  if (Local.getAlign() > Align(ContextAlign)) {
    reportError(F,
                "kernel '" + nameOf(F) + "': the local '" + nameOfLocal(Local) +
                    "' lives across a barrier or warp operation and is aligned to more than 64 "
                    "bytes, the most that the CPU target keeps",
                Local.getDebugLoc());
    return false;
  }
  for (User *U : make_early_inc_range(Local.users()))
    if (auto *I = dyn_cast<Instruction>(U); I && I->isLifetimeStartOrEnd())
      I->eraseFromParent();
  uint64_t Bytes = alignTo(std::max<uint64_t>(Size->getFixedValue(), 1), Local.getAlign());
  IRBuilder<> B(&Local);
  Value *Address = slotAddress(B, F, Layout.add(Bytes), Bytes);
  Address->takeName(&Local);
  Local.replaceAllUsesWith(Address);
  Local.eraseFromParent();
  return true;
}

bool cpu::moveLocalsToContext(Function &Item, ArrayRef<CallInst *> Suspends,
                              ContextLayout &Layout) {
  SmallVector<AllocaInst *> Locals;
  for (BasicBlock &BB : Item)
    for (Instruction &I : BB)
      if (auto *Local = dyn_cast<AllocaInst>(&I))
        Locals.push_back(Local);

  bool Ok = true;
  SmallVector<AllocaInst *> Staying;
  for (AllocaInst *Local : Locals) {
    LocalUses Uses(*Local);
    if (any_of(Suspends, [&](CallInst *S) { return Uses.liveAcross(*S); }))
      Ok &= moveToContext(*Local, Layout);
    else
      Staying.push_back(Local);
  }

  // A region may hold the uses of a local without the start of its lifetime.
  if (!Suspends.empty())
    for (AllocaInst *Local : Staying)
      for (User *U : make_early_inc_range(Local->users()))
        if (auto *I = dyn_cast<Instruction>(U); I && I->isLifetimeStartOrEnd())
          I->eraseFromParent();
  return Ok;
}
