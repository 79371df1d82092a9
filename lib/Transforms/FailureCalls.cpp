//===- FailureCalls.cpp - Calls of failing functions ----------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/FailureCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace gpuc;

namespace {

constexpr StringLiteral LocationFunction = "__gpuc_failure_location";
constexpr StringLiteral NullCallFunction = "__gpuc_null_call";

/// The forms of operator new that throw. Where they are the host's, the device library has others
/// that report, by these names behind this prefix.
constexpr StringLiteral CheckedPrefix = "__gpuc_checked";
constexpr StringLiteral ThrowingNews[] = {"_Znwm", "_Znam", "_ZnwmSt11align_val_t",
                                          "_ZnamSt11align_val_t"};

/// Functions of the standard library's headers that only fail are not always inlined, so that any
/// call that does not return counts.
bool isFailing(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && (Callee->hasFnAttribute("gpuc-failure") ||
                    (Callee->doesNotReturn() && !Callee->isIntrinsic() &&
                     !Callee->getName().starts_with("__gpuc_")));
}

/// The host's operator `Name` where `M` calls it.
Function *findHostNew(const Module &M, StringRef Name) {
  Function *F = M.getFunction(Name);
  Triple::ArchType Arch = M.getTargetTriple().getArch();
  bool IsGpu = Arch == Triple::nvptx64 || Arch == Triple::amdgcn;
  return F && F->isDeclaration() && !F->use_empty() && !IsGpu ? F : nullptr;
}

/// Calls through a pointer that may be null. The compiler's own tables hold none.
bool mayCallNull(const CallBase &Call) {
  return Call.isIndirectCall() && !isa<Constant>(Call.getCalledOperand());
}

/// Headers that users do not think of as theirs.
bool isLibraryFile(StringRef File) {
  return File.starts_with("/usr/") || File.contains("/c++/") || File.contains("/include/gpu/") ||
         File.contains("/runtime/device/");
}

/// The innermost place in the user's own files, else the innermost of all behind a '?', which tells
/// the host to prefer another. Empty where none is known.
std::string locationText(const DILocation *Location) {
  auto Text = [](const DILocation *At) {
    return (At->getFilename() + ":" + Twine(At->getLine())).str();
  };
  for (const DILocation *At = Location; At; At = At->getInlinedAt())
    if (At->getLine() && !isLibraryFile(At->getFilename()))
      return Text(At);
  return Location ? "?" + Text(Location) : "";
}

void tellLocation(CallBase &Call, Function &Tell) {
  std::string Text = locationText(Call.getDebugLoc());
  if (Text.empty())
    return;
  IRBuilder<> Builder(&Call);
  CallInst *Told = Builder.CreateCall(
      &Tell, Builder.CreateAddrSpaceCast(Builder.CreateGlobalString(Text, "gpuc.location"),
                                         Tell.getFunctionType()->getParamType(0)));
  Told->setCallingConv(Tell.getCallingConv());
}

/// Instructions that inlining for the sake of places may add for a call in the user's own code, and
/// for one in a library's header, which at least comes to know its own place.
constexpr unsigned UserBudget = 300, HeaderBudget = 40;

/// Whether `F` is not the user's: of a header, or of the device library, which has no debug
/// information.
bool isLibraryFunction(const Function &F) {
  return !F.getSubprogram() || isLibraryFile(F.getSubprogram()->getFilename());
}

/// Inlines library functions that may fail, as far as they are small, so that the place of the call
/// in the user's code is known. Without optimisation there is no other way.
class FailureInliner {
public:
  explicit FailureInliner(Module &M) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (Function &F : M)
        Changed |= update(F);
    }
  }

  void run(Function &F) {
    if (!F.getSubprogram())
      return;
    SmallVector<CallBase *, 16> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getDebugLoc())
        Calls.push_back(Call);
    for (CallBase *Call : Calls) {
      unsigned Budget = isLibraryFunction(F) ? HeaderBudget : UserBudget;
      inlineCall(*Call, Budget);
    }
  }

private:
  /// Improves what is known of `F`; returns whether it did.
  bool update(Function &F) {
    if (F.isDeclaration() || !isLibraryFunction(F) || F.hasFnAttribute("gpuc-failure") ||
        F.isPresplitCoroutine())
      return false;
    auto Known = Costs.find(&F);
    unsigned Size = F.getInstructionCount(), Best = Known == Costs.end() ? ~0u : Known->second;
    unsigned Old = Best;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (isFailing(*Call))
        Best = std::min(Best, Size);
      else if (auto Inner = Costs.find(Call->getCalledFunction()); Inner != Costs.end())
        Best = std::min(Best, Size + Inner->second);
    }
    if (Best < Old)
      Costs[&F] = Best;
    return Best < Old;
  }

  void inlineCall(CallBase &Call, unsigned &Budget) {
    Function *Callee = Call.getCalledFunction();
    auto Cost = Costs.find(Callee);
    if (Cost == Costs.end() || Cost->second > Budget || Callee == Call.getFunction() ||
        // Without optimisation all functions have it, but for the device library's.
        (Callee->hasFnAttribute(Attribute::NoInline) && !Callee->hasOptNone()) ||
        Callee->getCallingConv() != Call.getCallingConv() || !isInlineViable(*Callee).isSuccess())
      return;
    unsigned Size = Callee->getInstructionCount();
    InlineFunctionInfo Info;
    if (!InlineFunction(Call, Info).isSuccess())
      return;
    Budget -= std::min(Budget, Size);
    for (CallBase *Inner : Info.InlinedCallSites)
      inlineCall(*Inner, Budget);
  }

  /// Of functions that may fail: how much to inline until a failing call is inlined.
  DenseMap<const Function *, unsigned> Costs;
};

void checkCallee(CallBase &Call, Function &Fail) {
  IRBuilder<> Builder(&Call);
  Value *IsNull = Builder.CreateIsNull(Call.getCalledOperand());
  Instruction *Then = SplitBlockAndInsertIfThen(IsNull, &Call, /*Unreachable=*/true);
  Builder.SetInsertPoint(Then);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  CallInst *Failing = Builder.CreateCall(&Fail);
  Failing->setCallingConv(Fail.getCallingConv());
  Failing->setDoesNotReturn();
}

} // namespace

bool gpuc::declareFailureCalls(Module &M) {
  bool Fails = any_of(M, [](const Function &F) { return F.hasFnAttribute("gpuc-failure"); });
  bool CallsPointers = any_of(M, [](const Function &F) {
    return any_of(instructions(F), [](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && mayCallNull(*Call);
    });
  });
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context);
  bool Declared = false;
  auto Declare = [&](StringRef Name, FunctionType *Type) {
    if (M.getFunction(Name))
      return;
    Function::Create(Type, Function::ExternalLinkage, Name, M);
    Declared = true;
  };
  if (CallsPointers)
    Declare(NullCallFunction, FunctionType::get(Void, false));
  for (StringRef Name : ThrowingNews)
    if (Function *Host = findHostNew(M, Name))
      Declare((CheckedPrefix + Name).str(), Host->getFunctionType());
  if (Fails || CallsPointers)
    Declare(LocationFunction, FunctionType::get(Void, {PointerType::get(Context, 0)}, false));
  return Declared;
}

void gpuc::keepFailureCalls(Module &M) {
  auto Keep = [&](StringRef Name) {
    if (Function *F = M.getFunction(Name))
      appendToCompilerUsed(M, {F});
  };
  Keep(LocationFunction);
  Keep(NullCallFunction);
  for (StringRef Name : ThrowingNews)
    Keep((CheckedPrefix + Name).str());
}

void gpuc::dropUnwantedLines(Module &M) {
  bool Wanted = any_of(M.debug_compile_units(), [](const DICompileUnit *Unit) {
    return Unit->getEmissionKind() != DICompileUnit::NoDebug;
  });
  if (!Wanted)
    StripDebugInfo(M);
}

PreservedAnalyses FailureCallsPass::run(Module &M, ModuleAnalysisManager &AM) {
  Function *Tell = M.getFunction(LocationFunction), *NullCall = M.getFunction(NullCallFunction);
  SmallVector<CallBase *, 16> ThroughPointers, Failing;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && mayCallNull(*Call))
        ThroughPointers.push_back(Call);
  if (NullCall && !NullCall->isDeclaration())
    for (CallBase *Call : ThroughPointers)
      checkCallee(*Call, *NullCall);
  for (StringRef Name : ThrowingNews)
    if (Function *Host = findHostNew(M, Name))
      if (Function *Checked = M.getFunction((CheckedPrefix + Name).str()))
        Host->replaceAllUsesWith(Checked);
  if (Tell && !Tell->isDeclaration()) {
    FailureInliner Inliner(M);
    for (Function &F : M)
      Inliner.run(F);
  }
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && isFailing(*Call))
        Failing.push_back(Call);
  if (Tell && !Tell->isDeclaration())
    for (CallBase *Call : Failing)
      tellLocation(*Call, *Tell);

  if (GlobalVariable *Used = M.getNamedGlobal("llvm.compiler.used"))
    Used->eraseFromParent();
  GlobalDCEPass().run(M, AM);
  return PreservedAnalyses::none();
}
