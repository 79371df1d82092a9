//===- KernelFrame.cpp - What a kernel keeps for its threads --------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/KernelFrame.h"
#include "gpuc/Transforms/DevicePrepare.h"
#include "gpuc/Transforms/PointerSpaces.h"
#include "gpuc/Transforms/Reached.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace gpuc;

namespace {

constexpr unsigned SharedSpace = 3;

constexpr StringLiteral InitPrefix = "__gpuc_thread_init_";

std::string initFunctionOf(const GlobalVariable &Variable) {
  return (InitPrefix + Variable.getName()).str();
}

/// A pointer for each block, which every thread of it sets to the same value first.
GlobalVariable *makeSlot(Module &M, StringRef Name) {
  auto *Pointer = PointerType::get(M.getContext(), 0);
  auto *Slot =
      new GlobalVariable(M, Pointer, false, GlobalValue::InternalLinkage, PoisonValue::get(Pointer),
                         Name, nullptr, GlobalValue::NotThreadLocal, SharedSpace);
  Slot->setAlignment(Align(8));
  return Slot;
}

/// Where code of a kernel's own begins.
BasicBlock::iterator startOf(Function &F) {
  return F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

void lowerKernelName(Module &M, function_ref<StringRef(const Function &)> NameOf) {
  Function *Accessor = M.getFunction(KernelNameFunction);
  if (!Accessor)
    return;
  GlobalVariable *Slot = makeSlot(M, "__gpuc_kernel_name_slot");
  for (Function &F : M) {
    if (!isEntryPoint(F) || !reachedFrom(F).contains(Accessor))
      continue;
    IRBuilder<> Builder(&*startOf(F));
    GlobalVariable *Text = Builder.CreateGlobalString(NameOf(F), "gpuc.kernel_name");
    Builder.CreateStore(Builder.CreateAddrSpaceCast(Text, Slot->getValueType()), Slot);
  }
  Accessor->setLinkage(GlobalValue::InternalLinkage);
  Accessor->setDSOLocal(true);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Accessor));
  Builder.CreateRet(Builder.CreateLoad(Slot->getValueType(), Slot));
}

/// The frame's layout: all thread-local variables of the module, one after the other.
class ThreadFrame {
public:
  ThreadFrame(Module &M, bool IsCpu) : M(M), IsCpu(IsCpu) {
    for (GlobalVariable &GV : M.globals())
      if (GV.isThreadLocal() && !(IsCpu && GV.isDeclaration())) // the host's libraries have some
        Variables.push_back(&GV);
    SmallVector<Constant *> Fields;
    auto *Byte = Type::getInt8Ty(M.getContext());
    for (GlobalVariable *GV : Variables) {
      Align A = GV->getAlign().value_or(M.getDataLayout().getPreferredAlign(GV));
      FrameAlign = std::max(FrameAlign, A);
      if (uint64_t Gap = alignTo(Size, A) - Size)
        Fields.push_back(Constant::getNullValue(ArrayType::get(Byte, Gap)));
      Size = alignTo(Size, A);
      Offsets[GV] = Size;
      Fields.push_back(GV->hasInitializer() ? GV->getInitializer()
                                            : Constant::getNullValue(GV->getValueType()));
      Size += M.getDataLayout().getTypeAllocSize(GV->getValueType());
    }
    Initial = ConstantStruct::getAnon(M.getContext(), Fields, /*Packed=*/true);
  }

  bool empty() const { return Variables.empty(); }

  Error lower() {
    dropAddressCalls();
    SmallVector<Constant *> Uses(Variables.begin(), Variables.end());
    convertUsersOfConstantsToInstructions(Uses);
    if (IsCpu)
      M.setModuleFlag(
          Module::Error, FrameBytesFlag,
          ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(M.getContext()), rowSize())));
    else
      Slot = makeSlot(M, "__gpuc_thread_frame");
    for (Function &F : M)
      if (isEntryPoint(F) && reachesVariable(F))
        makeFrame(F);
    for (GlobalVariable *GV : Variables) {
      callInit(*GV);
      while (!GV->use_empty()) {
        auto *I = dyn_cast<Instruction>(*GV->user_begin());
        if (!I)
          return createStringError("error: the address of the thread_local variable '" +
                                   demangle(GV->getName().str()) +
                                   "' is in the initial value of another variable; set that in "
                                   "the code that uses it");
        replaceIn(*I, *GV);
      }
      GV->eraseFromParent();
    }
    return Error::success();
  }

private:
  bool reachesVariable(Function &Entry) const {
    auto Reached = reachedFrom(Entry);
    return any_of(Variables, [&](GlobalVariable *GV) { return Reached.contains(GV); });
  }

  /// Bytes from one thread's frame to the next one's on the CPU.
  uint64_t rowSize() const { return alignTo(Size, Align(64)); }

  /// The running thread's frame in the memory that the CPU's executor has for them.
  Value *cpuFrame(IRBuilder<> &Builder) {
    Type *I32 = Builder.getInt32Ty(), *Byte = Builder.getInt8Ty(), *Pointer = Builder.getPtrTy();
    auto Query = [&](StringRef Name, Type *Result) {
      FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Result, false));
      auto *F = cast<Function>(Callee.getCallee());
      F->setDoesNotAccessMemory();
      F->setDoesNotThrow();
      return Builder.CreateCall(Callee);
    };
    Value *Frames =
        Builder.CreateLoad(Pointer, Builder.CreateConstInBoundsGEP1_64(
                                        Byte, Query("__gpuc_cpu_block", Pointer), CpuFramesOffset));
    Value *Item = Builder.CreateZExt(Query("__gpuc_cpu_item", I32), Builder.getInt64Ty());
    return Builder.CreateInBoundsGEP(
        Byte, Frames, Builder.CreateMul(Item, Builder.getInt64(rowSize())), "gpuc.thread_frame");
  }

  void makeFrame(Function &Entry) {
    const DataLayout &Layout = M.getDataLayout();
    IRBuilder<> Builder(&*startOf(Entry));
    Value *Memory;
    if (IsCpu) {
      Memory = cpuFrame(Builder);
    } else {
      Builder.SetInsertPoint(&*Entry.getEntryBlock().getFirstInsertionPt());
      AllocaInst *Local = Builder.CreateAlloca(Initial->getType(), Layout.getAllocaAddrSpace(),
                                               nullptr, "gpuc.thread_frame");
      Local->setAlignment(FrameAlign);
      Memory = Local;
      Builder.SetInsertPoint(&*startOf(Entry));
    }
    if (Initial->isNullValue()) {
      Builder.CreateMemSet(Memory, Builder.getInt8(0), Size, FrameAlign);
    } else {
      if (!Image) {
        Image =
            new GlobalVariable(M, Initial->getType(), /*isConstant=*/true,
                               GlobalValue::InternalLinkage, Initial, "gpuc.thread_image", nullptr,
                               GlobalValue::NotThreadLocal, Layout.getDefaultGlobalsAddressSpace());
        Image->setAlignment(FrameAlign);
      }
      Builder.CreateMemCpy(Memory, FrameAlign, Image, FrameAlign, Size);
    }
    if (IsCpu) {
      Frames[&Entry] = Memory;
      return;
    }
    Value *Generic = Builder.CreateAddrSpaceCast(Memory, Slot->getValueType());
    Builder.CreateStore(Generic, Slot);
    Frames[&Entry] = Generic;
  }

  /// Calls the function that makes `GV` ready, where there is one, before each use.
  void callInit(GlobalVariable &GV) {
    Function *Init = M.getFunction(initFunctionOf(GV));
    if (!Init)
      return;
    auto Building = reachedFrom(*Init);
    SmallPtrSet<Instruction *, 16> Points;
    for (User *U : GV.users()) {
      auto *I = dyn_cast<Instruction>(U);
      if (!I || Building.contains(I->getFunction())) // uses it while it is being made
        continue;
      if (auto *Phi = dyn_cast<PHINode>(I)) {
        for (unsigned N = 0; N != Phi->getNumIncomingValues(); ++N)
          if (Phi->getIncomingValue(N) == &GV)
            Points.insert(Phi->getIncomingBlock(N)->getTerminator());
      } else {
        Points.insert(I);
      }
    }
    for (Instruction *Point : Points) {
      auto EarlierInBlock = [&](Instruction *Other) {
        return Other != Point && Other->getParent() == Point->getParent() &&
               Other->comesBefore(Point);
      };
      if (none_of(Points, EarlierInBlock))
        IRBuilder<>(Point).CreateCall(Init)->setCallingConv(Init->getCallingConv());
    }
  }

  /// Clang names a thread-local variable through an intrinsic, which means nothing here.
  void dropAddressCalls() {
    for (Function &F : M)
      if (F.getIntrinsicID() == Intrinsic::threadlocal_address)
        for (User *U : make_early_inc_range(F.users())) {
          auto *Call = cast<CallInst>(U);
          Call->replaceAllUsesWith(Call->getArgOperand(0));
          Call->eraseFromParent();
        }
  }

  /// Makes `I` use `GV` in the frame.
  void replaceIn(Instruction &I, GlobalVariable &GV) {
    // Where globals have an address space of their own, the frame is not there.
    replacePointer(I, GV, *addressIn(*I.getFunction(), GV));
  }

  /// The generic address of `GV`, worked out at the start of `F`.
  Value *addressIn(Function &F, GlobalVariable &GV) {
    Value *&Frame = Frames[&F];
    if (!Frame) {
      IRBuilder<> Builder(&*startOf(F));
      Frame = IsCpu ? cpuFrame(Builder)
                    : Builder.CreateLoad(Slot->getValueType(), Slot, "gpuc.thread_frame");
    }
    Value *&Address = Addresses[{&F, &GV}];
    if (!Address) {
      IRBuilder<> Builder(cast<Instruction>(Frame)->getNextNode());
      Address = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Frame, Offsets[&GV]);
    }
    return Address;
  }

  Module &M;
  bool IsCpu;
  SmallVector<GlobalVariable *, 8> Variables;
  DenseMap<const GlobalVariable *, uint64_t> Offsets; ///< bytes
  uint64_t Size = 0;
  Align FrameAlign = Align(8);
  Constant *Initial = nullptr;
  GlobalVariable *Slot = nullptr, *Image = nullptr;
  DenseMap<const Function *, Value *> Frames;
  DenseMap<std::pair<const Function *, const GlobalVariable *>, Value *> Addresses;
};

} // namespace

bool gpuc::declareThreadInits(Module &M, const Module &Library) {
  bool Declared = false;
  for (const GlobalVariable &GV : M.globals()) {
    if (!GV.isThreadLocal())
      continue;
    std::string Name = initFunctionOf(GV);
    if (M.getFunction(Name) || !Library.getFunction(Name))
      continue;
    Function::Create(FunctionType::get(Type::getVoidTy(M.getContext()), false),
                     Function::ExternalLinkage, Name, M);
    Declared = true;
  }
  return Declared;
}

void gpuc::keepThreadInits(Module &M) {
  SmallVector<GlobalValue *> Inits;
  for (Function &F : M)
    if (F.getName().starts_with(InitPrefix) && !F.isDeclaration())
      Inits.push_back(&F);
  appendToCompilerUsed(M, Inits);
}

Error gpuc::lowerKernelFrame(Module &M, function_ref<StringRef(const Function &)> NameOf) {
  removeFromUsedLists(
      M, [](Constant *C) { return C->stripPointerCasts()->getName().starts_with(InitPrefix); });
  bool IsCpu = M.getTargetTriple().isX86();
  if (!IsCpu) // there the runtime knows
    lowerKernelName(M, NameOf);
  ThreadFrame Frame(M, IsCpu);
  return Frame.empty() ? Error::success() : Frame.lower();
}
