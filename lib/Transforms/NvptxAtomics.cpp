//===- NvptxAtomics.cpp - Atomics as the NVPTX back end takes them --------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/NvptxAtomics.h"
#include "gpuc/Transforms/DevicePrepare.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;
using namespace gpuc;

namespace {

constexpr unsigned GenericSpace = 0, GlobalSpace = 1, SharedSpace = 3;

/// The number of the processor that `F` is compiled for, such as 70.
unsigned processorOf(const Function &F) {
  StringRef Name = F.getFnAttribute("target-cpu").getValueAsString();
  unsigned Number = 0;
  if (Name.consume_front("sm_"))
    Name.take_while(isDigit).getAsInteger(10, Number);
  return Number;
}

bool releases(AtomicOrdering Order) { return isReleaseOrStronger(Order); }
bool acquires(AtomicOrdering Order) { return isAcquireOrStronger(Order); }

/// The instruction's name and type in PTX, or an empty string where it has none.
std::string operationName(const AtomicRMWInst &I) {
  Type *T = I.getType();
  unsigned Bits = T->isPointerTy() ? 64 : T->getScalarSizeInBits();
  bool IsFloat = T->isFloatingPointTy();
  if (T->isVectorTy() || (Bits != 32 && Bits != 64))
    return "";
  auto Named = [&](StringRef Name, char Kind) {
    return (Name + "." + Twine(Kind) + Twine(Bits)).str();
  };
  switch (I.getOperation()) {
  case AtomicRMWInst::Xchg:
    return Named("exch", 'b');
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return Named("add", 'u');
  case AtomicRMWInst::And:
    return Named("and", 'b');
  case AtomicRMWInst::Or:
    return Named("or", 'b');
  case AtomicRMWInst::Xor:
    return Named("xor", 'b');
  case AtomicRMWInst::Max:
    return Named("max", 's');
  case AtomicRMWInst::Min:
    return Named("min", 's');
  case AtomicRMWInst::UMax:
    return Named("max", 'u');
  case AtomicRMWInst::UMin:
    return Named("min", 'u');
  case AtomicRMWInst::UIncWrap:
    return Bits == 32 ? "inc.u32" : "";
  case AtomicRMWInst::UDecWrap:
    return Bits == 32 ? "dec.u32" : "";
  case AtomicRMWInst::FAdd:
    return IsFloat && (Bits == 32 || processorOf(*I.getFunction()) >= 60) ? Named("add", 'f') : "";
  default:
    return "";
  }
}

/// The qualifier of the memory that `Pointer` is into; nothing where that is unknown.
StringRef spaceName(unsigned Space) {
  return Space == GlobalSpace ? ".global" : Space == SharedSpace ? ".shared" : "";
}

/// What a kernel is given points to global memory, as the back end takes for granted, too.
unsigned spaceOf(const Value *Pointer) {
  unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Space != GenericSpace)
    return Space;
  const auto *Parameter = dyn_cast<Argument>(getUnderlyingObject(Pointer));
  return Parameter && isEntryPoint(*Parameter->getParent()) && !Parameter->hasByValAttr()
             ? GlobalSpace
             : GenericSpace;
}

class FunctionAtomics {
public:
  explicit FunctionAtomics(Function &F) : F(F), Processor(processorOf(F)) {}

  void run() {
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Fence = dyn_cast<FenceInst>(&I))
        lowerFence(*Fence);
      else if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
        lowerModify(*Modify);
      else if (Processor < 70)
        lowerAccess(I);
  }

private:
  bool isSingleThread(SyncScope::ID Scope) const { return Scope == SyncScope::SingleThread; }

  void fence(Instruction &At, AtomicOrdering Order, SyncScope::ID Scope) {
    new FenceInst(F.getContext(), Order, Scope, At.getIterator());
  }

  /// Fences that give the relaxed access `I`, which `Writes` or only reads, the order `Order`.
  void surround(Instruction &I, AtomicOrdering Order, SyncScope::ID Scope, bool Writes) {
    if (isSingleThread(Scope))
      return;
    bool Sequential = Order == AtomicOrdering::SequentiallyConsistent;
    if (Sequential || (Writes && releases(Order)))
      fence(I, Sequential ? Order : AtomicOrdering::Release, Scope);
    if (acquires(Order) && (!Writes || !isa<StoreInst>(I)))
      fence(*I.getNextNode(), AtomicOrdering::Acquire, Scope);
  }

  void lowerFence(FenceInst &Fence) {
    if (!isSingleThread(Fence.getSyncScopeID()))
      return;
    IRBuilder<> Builder(&Fence);
    Builder.CreateCall(InlineAsm::get(FunctionType::get(Builder.getVoidTy(), false), "",
                                      "~{memory}", /*hasSideEffects=*/true));
    Fence.eraseFromParent();
  }

  void lowerAccess(Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isAtomic()) {
      AtomicOrdering Order = Load->getOrdering();
      Load->setOrdering(AtomicOrdering::Monotonic);
      surround(I, Order, Load->getSyncScopeID(), /*Writes=*/false);
    } else if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isAtomic()) {
      AtomicOrdering Order = Store->getOrdering();
      Store->setOrdering(AtomicOrdering::Monotonic);
      surround(I, Order, Store->getSyncScopeID(), /*Writes=*/true);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      AtomicOrdering Order = Exchange->getMergedOrdering();
      Exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
      Exchange->setFailureOrdering(AtomicOrdering::Monotonic);
      surround(I, Order, Exchange->getSyncScopeID(), /*Writes=*/true);
    }
  }

  void lowerModify(AtomicRMWInst &I) {
    AtomicOrdering Order = I.getOrdering();
    std::string Operation = operationName(I);
    if (Operation.empty()) { // becomes a loop around a comparing exchange
      I.setOrdering(AtomicOrdering::Monotonic);
      surround(I, Order, I.getSyncScopeID(), /*Writes=*/true);
      return;
    }
    std::string Semantics;
    if (Processor < 70) {
      surround(I, Order, I.getSyncScopeID(), /*Writes=*/true);
    } else {
      if (Order == AtomicOrdering::SequentiallyConsistent && !isSingleThread(I.getSyncScopeID())) {
        fence(I, Order, I.getSyncScopeID());
        Order = AtomicOrdering::Acquire;
      }
      Semantics = Order == AtomicOrdering::AcquireRelease ? ".acq_rel"
                  : releases(Order)                       ? ".release"
                  : acquires(Order)                       ? ".acquire"
                                                          : ".relaxed";
    }
    replaceModify(I, "atom" + Semantics, Operation);
  }

  /// Where scopes are known at all. Other blocks do not see a block's shared memory.
  StringRef scopeName(const AtomicRMWInst &I, unsigned Space) const {
    if (Processor < 60)
      return "";
    StringRef Name = F.getContext().getSyncScopeName(I.getSyncScopeID()).value_or("");
    if (Name == "block" || Space == SharedSpace || isSingleThread(I.getSyncScopeID()))
      return ".cta";
    return Name == "device" ? ".gpu" : Name == "cluster" ? ".cluster" : ".sys";
  }

  void replaceModify(AtomicRMWInst &I, StringRef Instruction, StringRef Operation) {
    IRBuilder<> Builder(&I);
    unsigned Space = spaceOf(I.getPointerOperand());
    Value *Pointer = Builder.CreateAddrSpaceCast(I.getPointerOperand(), Builder.getPtrTy(Space));
    Value *Operand = I.getValOperand();
    if (I.getOperation() == AtomicRMWInst::Sub)
      Operand = Builder.CreateNeg(Operand);
    Type *T = I.getType();
    if (I.getOperation() == AtomicRMWInst::Xchg) // of bits
      T = Builder.getIntNTy(I.getModule()->getDataLayout().getTypeSizeInBits(T));
    StringRef Register = T->isDoubleTy()      ? "d"
                         : T->isFloatTy()     ? "f"
                         : T->isIntegerTy(64) ? "l"
                                              : "r";
    std::string Text =
        (Instruction + scopeName(I, Space) + spaceName(Space) + "." + Operation + " $0, [$1], $2;")
            .str();
    // Pointers to shared memory are as wide as others.
    std::string Constraints = ("=" + Register + ",l," + Register + ",~{memory}").str();
    Value *Result = Builder.CreateCall(
        InlineAsm::get(FunctionType::get(T, {Pointer->getType(), T}, false), Text, Constraints,
                       /*hasSideEffects=*/true),
        {Pointer, Builder.CreateBitOrPointerCast(Operand, T)});
    I.replaceAllUsesWith(Builder.CreateBitOrPointerCast(Result, I.getType()));
    I.eraseFromParent();
  }

  Function &F;
  unsigned Processor;
};

} // namespace

PreservedAnalyses NvptxAtomicsPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &Functions = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    bool Modifies = any_of(instructions(F), [](Instruction &I) { return isa<AtomicRMWInst>(I); });
    if (Modifies && !F.hasOptNone()) // the back end does this too, but cannot in PTX of our own
      InferAddressSpacesPass().run(F, Functions);
    FunctionAtomics(F).run();
  }
  return PreservedAnalyses::none();
}
