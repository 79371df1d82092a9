//===- CpuItem.cpp - The code of one work item ----------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a kernel's body the parameters that the loops over the threads can
// provide: the block, the argument block and the thread's indices. Block-shared
// variables become addresses in the block's shared memory.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace gpuc;
using namespace gpuc::cpu;

LoadInst *cpu::loadField(IRBuilderBase &B, Value *Block, unsigned Offset, Type *Ty,
                         const Twine &Name) {
  Value *Address = B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Block, Offset);
  LoadInst *Load = B.CreateAlignedLoad(Ty, Address, Align(Ty->isPointerTy() ? 8 : 4), Name);
  if (Offset != FieldItem)
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
  return Load;
}

/// The block that runs, as code outside a kernel finds it.
static Value *loadCurrent(IRBuilderBase &B) {
  Module &M = *B.GetInsertBlock()->getModule();
  auto *Current = cast<GlobalVariable>(M.getOrInsertGlobal(CurrentName, B.getPtrTy(), [&] {
    return new GlobalVariable(M, B.getPtrTy(), false, GlobalValue::ExternalLinkage, nullptr,
                              CurrentName, nullptr, GlobalValue::GeneralDynamicTLSModel);
  }));
  return B.CreateLoad(B.getPtrTy(), B.CreateThreadLocalAddress(Current), "block");
}

//===----------------------------------------------------------------------===//
// Block-shared variables
//===----------------------------------------------------------------------===//

/// Replaces the uses of \p GV in \p F by the address at \p Offset of the shared memory. A kernel
/// has no block parameter yet; it calls for the block, which `makeItem` replaces.
static void replaceSharedIn(Function &F, GlobalVariable &GV, uint64_t Offset) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Block;
  if (isKernel(F))
    Block = B.CreateCall(F.getParent()->getOrInsertFunction(BlockName, B.getPtrTy()));
  else
    Block = loadCurrent(B);
  Value *Base = loadField(B, Block, FieldShared, B.getPtrTy(), "shared");
  Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset, GV.getName());
  GV.replaceUsesWithIf(Address, [&](Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    return I && I->getFunction() == &F;
  });
}

uint64_t cpu::lowerSharedVariables(Module &M) {
  SmallVector<GlobalVariable *> Shared;
  SmallVector<Constant *> Constants;
  for (GlobalVariable &GV : M.globals())
    if (GV.hasAttribute(SharedAttr)) {
      Shared.push_back(&GV);
      Constants.push_back(&GV);
    }
  removeFromUsedLists(M, [&](Constant *C) {
    auto *GV = dyn_cast<GlobalVariable>(C->stripPointerCasts());
    return GV && GV->hasAttribute(SharedAttr);
  });
  convertUsersOfConstantsToInstructions(Constants);

  uint64_t Size = 0;
  for (GlobalVariable *GV : Shared) {
    SetVector<Function *> Users;
    for (User *U : GV->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Users.insert(I->getFunction());
    Align Alignment =
        M.getDataLayout().getValueOrABITypeAlignment(GV->getAlign(), GV->getValueType());
    Size = alignTo(Size, std::min(Alignment, Align(ContextAlign)));
    for (Function *F : Users)
      replaceSharedIn(*F, *GV, Size);
    if (!GV->use_empty()) {
      M.getContext().emitError(
          "the address of the block-shared variable '" + GV->getName() +
          "' is used to initialise a global variable; take it inside a kernel");
      GV->replaceAllUsesWith(PoisonValue::get(GV->getType()));
    }
    if (!Users.empty())
      Size += M.getDataLayout().getTypeAllocSize(GV->getValueType());
    GV->eraseFromParent();
  }
  return alignTo(Size, ContextAlign);
}

//===----------------------------------------------------------------------===//
// Who am I
//===----------------------------------------------------------------------===//

namespace {
/// The answers to what device code asks about the running thread.
struct Answers {
  Value *Block, *Item;
  std::array<Value *, 3> Index;
};
} // namespace

/// Replaces \p Call, a question about the running thread, by its answer. False if it is none.
static bool replaceQuery(CallBase &Call, function_ref<Answers(IRBuilderBase &)> Answer) {
  Function *Callee = Call.getCalledFunction();
  if (!Callee ||
      !is_contained({BlockName, ThreadIdxName, ItemName, DynamicSharedName}, Callee->getName()))
    return false;
  IRBuilder<> B(&Call);
  Answers A = Answer(B);
  Value *Result;
  if (Callee->getName() == BlockName) {
    Result = A.Block;
  } else if (Callee->getName() == ItemName) {
    Result = A.Item;
  } else if (Callee->getName() == DynamicSharedName) {
    Result = loadField(B, A.Block, FieldDynamicShared, B.getPtrTy(), "dynamic_shared");
  } else if (auto *Axis = dyn_cast<ConstantInt>(Call.getArgOperand(0))) {
    Result = A.Index[std::min<uint64_t>(Axis->getZExtValue(), 2)];
  } else {
    Value *Axis0 = B.CreateICmpEQ(Call.getArgOperand(0), B.getInt32(0));
    Value *Axis1 = B.CreateICmpEQ(Call.getArgOperand(0), B.getInt32(1));
    Result = B.CreateSelect(Axis0, A.Index[0], B.CreateSelect(Axis1, A.Index[1], A.Index[2]));
  }
  Call.replaceAllUsesWith(Result);
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    B.CreateBr(Invoke->getNormalDest());
    Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
  }
  Call.eraseFromParent();
  return true;
}

static SmallVector<CallBase *> callsIn(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Calls.push_back(CB);
  return Calls;
}

bool cpu::lowerQueriesByCurrent(Function &F) {
  bool ReadsItem = false;
  for (CallBase *CB : callsIn(F)) {
    Function *Callee = CB->getCalledFunction();
    bool ByItem = Callee && is_contained({ThreadIdxName, ItemName}, Callee->getName());
    ReadsItem |= ByItem;
    replaceQuery(*CB, [&](IRBuilderBase &B) {
      Answers A{loadCurrent(B), nullptr, {}};
      if (!ByItem)
        return A;
      Type *I32 = B.getInt32Ty();
      A.Item = loadField(B, A.Block, FieldItem, I32, "item");
      Value *DimX = loadField(B, A.Block, FieldBlockDim, I32, "dim.x");
      Value *DimY = loadField(B, A.Block, FieldBlockDim + 4, I32, "dim.y");
      Value *Row = B.CreateUDiv(A.Item, DimX, "row");
      A.Index = {B.CreateURem(A.Item, DimX, "x"), B.CreateURem(Row, DimY, "y"),
                 B.CreateUDiv(Row, DimY, "z")};
      return A;
    });
  }
  return ReadsItem;
}

//===----------------------------------------------------------------------===//
// The function of one item
//===----------------------------------------------------------------------===//

/// Whether \p Pointer is only read through.
static bool isOnlyRead(const Value &Pointer) {
  return all_of(Pointer.users(), [](const User *U) {
    if (isa<GetElementPtrInst>(U))
      return isOnlyRead(*U);
    if (auto *Load = dyn_cast<LoadInst>(U))
      return !Load->isVolatile();
    return false;
  });
}

/// Gives the kernel's parameter \p Param, at \p Offset of the argument block \p Args, its value.
static void readParam(IRBuilderBase &B, Argument &Param, Value *Args, uint64_t Offset,
                      Align Natural) {
  Align Alignment = commonAlignment(std::min(Natural, Align(ArgsAlign)), Offset);
  Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Args, Offset);
  Value *Result = Address;
  if (Type *Pointee = Param.getParamByValType()) {
    if (Natural > Alignment || !isOnlyRead(Param)) {
      AllocaInst *Copy = B.CreateAlloca(Pointee, nullptr, Param.getName());
      Copy->setAlignment(Natural);
      uint64_t Size = Param.getParent()->getDataLayout().getTypeAllocSize(Pointee);
      B.CreateMemCpy(Copy, Natural, Address, Alignment, Size);
      Result = Copy;
    }
  } else {
    Type *Ty = Param.getType();
    bool IsBool = Ty->isIntegerTy(1);
    LoadInst *Load = B.CreateAlignedLoad(IsBool ? B.getInt8Ty() : Ty, Address, Alignment);
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
    Result = IsBool ? B.CreateTrunc(Load, Ty) : Load;
    Result->takeName(&Param);
  }
  Param.replaceAllUsesWith(Result);
}

static void readParams(IRBuilderBase &B, Function &Kernel, Value *Args) {
  const DataLayout &DL = Kernel.getDataLayout();
  uint64_t Offset = 0;
  for (Argument &Param : Kernel.args()) {
    Type *Ty = Param.getParamByValType();
    Align Natural = Ty ? Param.getParamAlign().value_or(DL.getABITypeAlign(Ty))
                       : DL.getABITypeAlign(Param.getType());
    Offset = alignTo(Offset, Natural);
    readParam(B, Param, Args, Offset, Natural);
    Offset += DL.getTypeAllocSize(Ty ? Ty : Param.getType());
  }
}

static Function *createItemFunction(Function &Kernel) {
  LLVMContext &Ctx = Kernel.getContext();
  Type *Ptr = PointerType::getUnqual(Ctx), *I32 = Type::getInt32Ty(Ctx),
       *I64 = Type::getInt64Ty(Ctx);
  auto *Ty = FunctionType::get(I32, {Ptr, Ptr, Ptr, I64, I64, I32, I32, I32, I32, Ptr}, false);
  Function *Item = Function::Create(Ty, GlobalValue::InternalLinkage, Kernel.getName() + ".item",
                                    Kernel.getParent());
  AttrBuilder Attrs(Ctx, Kernel.getAttributes().getFnAttrs());
  for (Attribute::AttrKind Kind :
       {Attribute::OptimizeNone, Attribute::NoInline, Attribute::AlwaysInline, Attribute::Memory})
    Attrs.removeAttribute(Kind);
  Attrs.removeAttribute(SymbolAttr);
  Attrs.addAttribute(Attribute::NoUnwind);
  Item->addFnAttrs(Attrs);
  static constexpr StringLiteral Names[] = {"block", "args", "context", "ctx_rows", "item",
                                            "x",     "y",    "z",       "row_x",    "uniform"};
  for (auto [Arg, Name] : zip_equal(Item->args(), Names))
    Arg.setName(Name);
  return Item;
}

Function *cpu::makeItem(Function &Kernel) {
  Function *Item = createItemFunction(Kernel);
  Item->splice(Item->begin(), &Kernel);
  IRBuilder<> B(&Item->getEntryBlock(), Item->getEntryBlock().begin());
  readParams(B, Kernel, Item->getArg(PArgs));
  Value *Item32 = B.CreateTrunc(Item->getArg(PItem), B.getInt32Ty(), "item32");

  for (CallBase *CB : callsIn(*Item))
    replaceQuery(*CB, [&](IRBuilderBase &) {
      return Answers{
          Item->getArg(PBlock), Item32, {Item->getArg(PX), Item->getArg(PY), Item->getArg(PZ)}};
    });
  for (BasicBlock &BB : *Item)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator())) {
      IRBuilder<> RetB(Ret);
      RetB.CreateRet(RetB.getInt32(Exited));
      Ret->eraseFromParent();
    }
  return Item;
}

void cpu::markInvariantLoads(Function &Item) {
  const DataLayout &DL = Item.getDataLayout();
  for (Instruction &I : instructions(Item)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple())
      continue;
    APInt Offset(64, 0);
    Value *Base = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(DL, Offset, true);
    if (Base == Item.getArg(PArgs) || (Base == Item.getArg(PBlock) && Offset != FieldItem))
      Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Item.getContext(), {}));
  }
}

bool cpu::isPureFromOperands(const Instruction &I) {
  if (isa<PHINode, AllocaInst, FreezeInst>(I) || (isa<CallBase>(I) && !isa<IntrinsicInst>(I)))
    return false;
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I);
  APInt Offset(64, 0);
  auto *Base = dyn_cast<Argument>(Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      I.getDataLayout(), Offset, true));
  return Base &&
         (Load->hasMetadata(LLVMContext::MD_invariant_load) || Base->getArgNo() == PUniform);
}
