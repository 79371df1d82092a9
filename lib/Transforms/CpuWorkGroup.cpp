//===- CpuWorkGroup.cpp - Kernels as loops over work items ----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass itself: takes each kernel through the stages, then writes the table
// that the runtime reads and makes the rest of the module internal.
//
//===----------------------------------------------------------------------===//

#include "gpuc/Transforms/CpuWorkGroup.h"

#include "CpuWorkGroupImpl.h"
#include "gpuc/Transforms/FailureCalls.h"
#include "gpuc/Transforms/KernelFrame.h"
#include "gpuc/Transforms/Reached.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace gpuc;
using namespace gpuc::cpu;

bool cpu::isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::SPIR_KERNEL && !F.isDeclaration();
}

CallBase *cpu::callTo(Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name ? Call : nullptr;
}

std::string cpu::nameOf(const Function &F) {
  StringRef Name = F.getName();
  Name.consume_back(".item");
  return demangle(Name);
}

void cpu::reportError(const Function &F, const Twine &Message, const DebugLoc &Where) {
  if (Where)
    F.getContext().diagnose(
        DiagnosticInfoGenericWithLoc(Message, F, DiagnosticLocation(Where), DS_Error));
  else
    F.getContext().emitError(Message);
}

/// The passes that make locals registers and the kinds of suspend points constants.
static FunctionPassManager simplification() {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}

//===----------------------------------------------------------------------===//
// What is left outside the kernels
//===----------------------------------------------------------------------===//

/// Reports suspend points that \p Kernel reaches through a pointer, where they cannot be cut.
static bool checkReached(Function &Kernel) {
  for (Constant *C : reachedFrom(Kernel)) {
    auto *F = dyn_cast<Function>(C);
    if (!F || F == &Kernel)
      continue;
    for (Instruction &I : instructions(*F))
      if (CallBase *Call = callTo(I, SuspendName)) {
        reportError(
            *F,
            "kernel '" + nameOf(Kernel) + "' reaches a barrier or warp operation in '" +
                nameOf(*F) +
                "' through a pointer, which the CPU target cannot compile; call it directly",
            Call->getDebugLoc());
        return false;
      }
  }
  return true;
}

static void makeInternal(Module &M, const GlobalVariable &Table) {
  for (GlobalValue &GV : M.global_values()) {
    if (&GV == &Table || GV.isDeclaration() || GV.hasAvailableExternallyLinkage() ||
        GV.hasAppendingLinkage() || GV.getName().starts_with("llvm."))
      continue;
    if (auto *Object = dyn_cast<GlobalObject>(&GV))
      Object->setComdat(nullptr);
    if (GV.hasLocalLinkage())
      continue;
    GV.setVisibility(GlobalValue::DefaultVisibility);
    GV.setLinkage(GlobalValue::InternalLinkage);
    GV.setDSOLocal(true);
  }
}

//===----------------------------------------------------------------------===//
// Kernels and their table
//===----------------------------------------------------------------------===//

namespace {

struct CompiledKernel {
  std::string Symbol;
  Function *Run;
  CutKernel Cut;
  bool KeepsItem;
};

class Compiler {
public:
  Compiler(Module &M, ModuleAnalysisManager &AM)
      : M(M), FAM(AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager()) {}

  /// Compiles all kernels and defines the table \p TableSymbol.
  void run(StringRef TableSymbol);

private:
  bool compile(Function &Kernel, bool KeepsItem);
  GlobalVariable *defineTable(StringRef TableSymbol);
  Constant *suspendKinds(const CompiledKernel &Kernel);

  Module &M;
  FunctionAnalysisManager &FAM;
  uint64_t SharedBytes = 0;
  SmallVector<CompiledKernel> Compiled;
};

bool Compiler::compile(Function &Kernel, bool KeepsItem) {
  std::string Symbol = Kernel.hasFnAttribute(SymbolAttr)
                           ? Kernel.getFnAttribute(SymbolAttr).getValueAsString().str()
                           : Kernel.getName().str();
  DISubprogram *Subprogram = Kernel.getSubprogram();
  Function *Item = makeItem(Kernel);
  Kernel.setSubprogram(nullptr);
  Item->setSubprogram(Subprogram);
  simplification().run(*Item, FAM);
  removeUnreachableBlocks(*Item);
  FAM.clear(*Item, Item->getName());
  markInvariantLoads(*Item);
  // The run function takes it; its clones in between have none.
  Item->setSubprogram(nullptr);
  std::optional<CutKernel> Cut = cutAtSuspends(*Item);
  if (!Cut)
    return false;
  Function *Run = makeRun(Kernel.getName() + ".run", *Cut, KeepsItem, Subprogram);
  Compiled.push_back({std::move(Symbol), Run, std::move(*Cut), KeepsItem});
  return true;
}

static Constant *stringConstant(Module &M, StringRef Text) {
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  auto *GV = new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data,
                                "gpuc.symbol");
  GV->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return GV;
}

Constant *Compiler::suspendKinds(const CompiledKernel &Kernel) {
  Constant *Data = ConstantDataArray::get(M.getContext(), Kernel.Cut.Suspends);
  return new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data,
                            "gpuc.suspends");
}

GlobalVariable *Compiler::defineTable(StringRef TableSymbol) {
  LLVMContext &Ctx = M.getContext();
  Type *Ptr = PointerType::getUnqual(Ctx), *I32 = Type::getInt32Ty(Ctx);
  auto *EntryTy = StructType::create({Ptr, Ptr, I32, Ptr, I32, I32, I32, I32}, "gpuc.cpu_kernel");
  SmallVector<Constant *> Entries;
  auto Int = [&](uint64_t Value) { return ConstantInt::get(I32, Value); };
  auto *FrameBytes = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(FrameBytesFlag));
  for (const CompiledKernel &K : Compiled)
    Entries.push_back(ConstantStruct::get(EntryTy, stringConstant(M, K.Symbol), K.Run,
                                          Int(K.Cut.Regions.size()), suspendKinds(K),
                                          Int(K.Cut.ContextBytes), Int(SharedBytes),
                                          Int(K.KeepsItem), FrameBytes ? FrameBytes : Int(0)));
  Entries.push_back(ConstantAggregateZero::get(EntryTy));
  auto *Ty = ArrayType::get(EntryTy, Entries.size());
  auto *Table = new GlobalVariable(M, Ty, true, GlobalValue::ExternalLinkage,
                                   ConstantArray::get(Ty, Entries));
  // The source may declare it.
  if (GlobalVariable *Declared = M.getGlobalVariable(TableSymbol, true)) {
    Declared->replaceAllUsesWith(Table);
    Declared->eraseFromParent();
  }
  Table->setName(TableSymbol);
  Table->setVisibility(GlobalValue::HiddenVisibility);
  Table->setDSOLocal(true);
  return Table;
}

void Compiler::run(StringRef TableSymbol) {
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (isKernel(F))
      Kernels.push_back(&F);
  removeFromUsedLists(M, [](Constant *C) {
    auto *F = dyn_cast<Function>(C->stripPointerCasts());
    return F && isKernel(*F);
  });
  bool Ok = inlineIntoKernels(Kernels);
  for (Function *K : Kernels)
    Ok = Ok && checkReached(*K);
  SharedBytes = lowerSharedVariables(M);
  SmallPtrSet<Constant *, 16> ItemReaders;
  for (Function &F : M)
    if (!F.isDeclaration() && !isKernel(F) && lowerQueriesByCurrent(F))
      ItemReaders.insert(&F);

  for (Function *K : Kernels) {
    if (!Ok)
      break;
    bool KeepsItem = any_of(reachedFrom(*K), [&](Constant *C) { return ItemReaders.contains(C); });
    Ok &= compile(*K, KeepsItem);
  }
  for (Function *K : Kernels)
    if (Ok && K->use_empty())
      K->eraseFromParent();
    else if (Ok)
      reportError(*K,
                  "kernel '" + nameOf(*K) + "' is called or its address is taken in device code");
  makeInternal(M, *defineTable(TableSymbol));
}

} // namespace

PreservedAnalyses CpuWorkGroupPass::run(Module &M, ModuleAnalysisManager &AM) {
  Compiler(M, AM).run(TableSymbol);
  return PreservedAnalyses::none();
}

void gpuc::addCpuKernelPasses(ModulePassManager &MPM, StringRef TableSymbol) {
  MPM.addPass(AlwaysInlinerPass());
  ModuleInlinerWrapperPass Inlining(getInlineParams());
  Inlining.getPM().addPass(createCGSCCToFunctionPassAdaptor(simplification()));
  MPM.addPass(std::move(Inlining));
  MPM.addPass(FailureCallsPass());
  MPM.addPass(CpuWorkGroupPass(TableSymbol.str()));
  MPM.addPass(GlobalDCEPass());
}
