//===- DevicePrepare.cpp - From a parsed module to device code ------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/DevicePrepare.h"
#include "gpuc/Transforms/Annotations.h"
#include "gpuc/Transforms/FailureCalls.h"
#include "gpuc/Transforms/KernelFrame.h"
#include "gpuc/Transforms/MathLibrary.h"
#include "gpuc/Transforms/RunPasses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/Local.h"
#include <deque>

using namespace llvm;
using namespace gpuc;

namespace {

/// Address spaces that NVPTX and AMDGPU number alike.
enum AddressSpace : unsigned { GlobalSpace = 1, SharedSpace = 3, ConstantSpace = 4 };

constexpr StringLiteral DynamicShared = "__gpuc_dynamic_shared";

/// Variables of the device library that the runtime sets when it has loaded a module.
constexpr StringLiteral RuntimeVariables[] = {"__gpuc_services", "__gpuc_heap", "__gpuc_grid"};

void eraseGlobal(Module &M, StringRef Name) {
  if (GlobalVariable *GV = M.getNamedGlobal(Name))
    GV->eraseFromParent();
}

/// Calls `Visit` for each function and variable that `V` names, through constant expressions.
void forEachGlobalIn(const Value *V, function_ref<void(const GlobalValue *)> Visit) {
  if (const auto *GV = dyn_cast<GlobalValue>(V))
    return Visit(GV);
  if (isa<Constant>(V) && !isa<ConstantData>(V))
    for (const Use &Operand : cast<User>(V)->operands())
      forEachGlobalIn(Operand, Visit);
}

/// Shortest ways from an entry point to the functions and variables that it reaches.
class ReachPaths {
public:
  explicit ReachPaths(const Function &Entry) {
    Queue.push_back(&Entry);
    Parent[&Entry] = nullptr;
    while (!Queue.empty()) {
      const GlobalValue *GV = Queue.front();
      Queue.pop_front();
      scan(GV);
    }
  }

  bool contains(const GlobalValue &GV) const { return Parent.contains(&GV); }

  std::vector<std::string> chainTo(const GlobalValue *GV) const {
    std::vector<std::string> Chain;
    for (; GV; GV = Parent.lookup(GV))
      Chain.insert(Chain.begin(), demangle(GV->getName().str()));
    return Chain;
  }

private:
  void scan(const GlobalValue *GV) {
    auto Add = [&](const GlobalValue *Named) {
      if (Parent.try_emplace(Named, GV).second)
        Queue.push_back(Named);
    };
    if (const auto *F = dyn_cast<Function>(GV)) {
      for (const Instruction &I : instructions(F))
        for (const Use &Operand : I.operands())
          forEachGlobalIn(Operand, Add);
    } else if (const auto *Variable = dyn_cast<GlobalVariable>(GV);
               Variable && Variable->hasInitializer()) {
      forEachGlobalIn(Variable->getInitializer(), Add);
    }
  }

  DenseMap<const GlobalValue *, const GlobalValue *> Parent;
  std::deque<const GlobalValue *> Queue;
};

/// Moves `GV` to address space `Space`. Front ends use a global through a cast to the generic
/// space (AMDGPU) or directly (NVPTX, whose globals start in the generic space).
Error moveGlobal(GlobalVariable &GV, unsigned Space, Constant *Initializer) {
  auto *Moved = new GlobalVariable(*GV.getParent(), GV.getValueType(), /*isConstant=*/false,
                                   GlobalValue::InternalLinkage, Initializer, "", &GV,
                                   GlobalValue::NotThreadLocal, Space);
  Moved->takeName(&GV);
  Moved->setAlignment(
      GV.getAlign().value_or(GV.getParent()->getDataLayout().getPreferredAlign(&GV)));
  SmallVector<DIGlobalVariableExpression *, 1> Debug;
  GV.getDebugInfo(Debug);
  for (auto *Info : Debug)
    Moved->addDebugInfo(Info);

  auto *Generic = PointerType::get(GV.getContext(), 0);
  Constant *Replacement = ConstantExpr::getAddrSpaceCast(Moved, Generic);
  if (GV.getAddressSpace() == 0) {
    GV.replaceAllUsesWith(Replacement);
  } else {
    for (User *U : make_early_inc_range(GV.users()))
      if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(U); Cast && Cast->getDestAddressSpace() == 0)
        Cast->replaceAllUsesWith(Replacement);
    GV.removeDeadConstantUsers();
    if (!GV.use_empty())
      return createStringError("cannot move variable '" + Moved->getName() +
                               "' to its address space");
  }
  GV.eraseFromParent();
  return Error::success();
}

void deleteUnreached(Module &M) {
  PassBuilder PB;
  runPasses(M, PB, [](ModulePassManager &MPM) { MPM.addPass(GlobalDCEPass()); });
}

void lowerDynamicShared(Module &M) {
  Function *Accessor = M.getFunction(DynamicShared);
  if (!Accessor)
    return;
  // A zero-sized external array stands for the memory that the launch adds.
  auto *Type = ArrayType::get(Type::getInt8Ty(M.getContext()), 0);
  auto *Array = new GlobalVariable(M, Type, false, GlobalValue::ExternalLinkage, nullptr,
                                   "__gpuc_dynamic_shared_memory", nullptr,
                                   GlobalValue::NotThreadLocal, SharedSpace);
  Array->setAlignment(Align(16));
  Constant *Address = ConstantExpr::getAddrSpaceCast(Array, PointerType::get(M.getContext(), 0));
  for (User *U : make_early_inc_range(Accessor->users()))
    if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledFunction() == Accessor) {
      Call->replaceAllUsesWith(Address);
      Call->eraseFromParent();
    }
  if (Accessor->use_empty())
    Accessor->eraseFromParent();
}

} // namespace

bool gpuc::isEntryPoint(const Function &F) {
  switch (F.getCallingConv()) {
  case CallingConv::PTX_Kernel:
  case CallingConv::AMDGPU_KERNEL:
  case CallingConv::SPIR_KERNEL:
    return !F.isDeclaration();
  default:
    return false;
  }
}

void gpuc::markStorage(Module &M) {
  forEachAnnotation(M, [](GlobalValue &GV, StringRef Annotation) {
    auto *Variable = dyn_cast<GlobalVariable>(&GV);
    if (Variable && Annotation == "gpu::shared")
      Variable->addAttribute("gpuc-shared");
    else if (Variable && Annotation == "gpu::constant")
      Variable->addAttribute("gpuc-constant");
    else if (Variable && Annotation == "gpuc::thread_local")
      Variable->setThreadLocal(true);
    else if (auto *F = dyn_cast<Function>(&GV); F && Annotation == "gpuc::failure")
      F->addFnAttr("gpuc-failure");
  });
  eraseGlobal(M, "llvm.global.annotations");
}

void gpuc::shrinkTextCode(Module &M) {
  // By their mangled names: functions of namespace std, and of its streams, which have short
  // ones...
  constexpr StringLiteral InStd[] = {"_ZNSt",  "_ZNKSt", "_ZSt",   "_ZNSo",   "_ZNSi",
                                     "_ZNKSo", "_ZNKSi", "_ZZNSt", "_ZZNKSt", "_ZZSt"};
  // ...that concern streams, locales, regular expressions and formatting.
  constexpr StringLiteral AboutText[] = {
      "basic_ostream",   "basic_istream",   "basic_iostream",     "basic_ios",
      "basic_streambuf", "basic_stringbuf", "basic_filebuf",      "ostringstream",
      "istringstream",   "stringstream",    "8ios_base",          "6locale",
      "num_put",         "num_get",         "numpunct",           "ctype",
      "regex",           "codecvt",         "time_get",           "time_put",
      "money",           "collate",         "streambuf_iterator", "8__format",
      "11__formatter",   "13__format_spec", "9formatterI",        "basic_format_",
      "visit_format",    "7__print",        "9__unicode"};
  for (Function &F : M) {
    StringRef Name = F.getName();
    auto StartsName = [&](StringRef Prefix) { return Name.starts_with(Prefix); };
    auto InName = [&](StringRef Part) { return Name.contains(Part); };
    if (F.isDeclaration() || F.hasFnAttribute(Attribute::OptimizeNone) ||
        none_of(InStd, StartsName))
      continue;
    if (Name.starts_with("_ZNSo") || Name.starts_with("_ZNSi") || any_of(AboutText, InName)) {
      F.addFnAttr(Attribute::OptimizeForSize);
      F.addFnAttr(Attribute::MinSize);
      if (F.getInstructionCount() > 40 && !F.hasFnAttribute(Attribute::AlwaysInline))
        F.addFnAttr(Attribute::NoInline);
    }
  }
}

void gpuc::lowerThrow(Module &M) {
  Function *Allocate = M.getFunction("__cxa_allocate_exception");
  if (!Allocate)
    return;
  for (User *U : make_early_inc_range(Allocate->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    auto *Size = Call ? dyn_cast<ConstantInt>(Call->getArgOperand(0)) : nullptr;
    if (!Size)
      continue;
    Function &F = *Call->getFunction();
    auto *Memory =
        new AllocaInst(ArrayType::get(Type::getInt8Ty(M.getContext()), Size->getZExtValue()),
                       M.getDataLayout().getAllocaAddrSpace(), nullptr, Align(16), "exception",
                       F.getEntryBlock().begin());
    IRBuilder<> Builder(Call);
    Call->replaceAllUsesWith(Builder.CreateAddrSpaceCast(Memory, Call->getType()));
    Call->eraseFromParent();
  }
}

void gpuc::lowerGuards(Module &M) {
  Function *Acquire = M.getFunction("__cxa_guard_acquire");
  Function *Release = M.getFunction("__cxa_guard_release");
  if (!Acquire || !Release)
    return;
  for (User *U : make_early_inc_range(Acquire->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    BasicBlock *Check = Call ? Call->getParent() : nullptr;
    auto *Branch = Check ? dyn_cast<BranchInst>(Check->getTerminator()) : nullptr;
    BasicBlock *Before = Check ? Check->getSinglePredecessor() : nullptr;
    if (!Branch || !Branch->isConditional() || !Before)
      continue;
    auto IsFirstLook = [&](Instruction &I) {
      auto *Load = dyn_cast<LoadInst>(&I);
      return Load && Load->getPointerOperand() == Call->getArgOperand(0);
    };
    auto Look = llvm::find_if(*Before, IsFirstLook);
    if (Look == Before->end())
      continue;
    BasicBlock *Header = Before->splitBasicBlock(Look, "init.look");
    BasicBlock *End = Branch->getSuccessor(1);
    Branch->setSuccessor(1, Header);
    for (User *Released : Release->users())
      if (auto *Done = dyn_cast<CallInst>(Released);
          Done && Done->getFunction() == Header->getParent() &&
          Done->getArgOperand(0) == Call->getArgOperand(0))
        Done->getParent()->getTerminator()->replaceSuccessorWith(End, Header);
  }
}

void gpuc::keepReached(Module &M, bool LinkFollows) {
  for (StringRef Name :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    eraseGlobal(M, Name);
  for (GlobalValue &GV : M.global_values()) {
    if (GV.isDeclaration() || GV.getName().starts_with("llvm."))
      continue;
    if (auto *F = dyn_cast<Function>(&GV); F && isEntryPoint(*F)) {
      F->setLinkage(GlobalValue::ExternalLinkage);
      F->setComdat(nullptr);
      continue;
    }
    if (is_contained(RuntimeVariables, GV.getName()))
      continue;
    // Unless the device library is to share it: nothing keeps it where it is not used.
    if (LinkFollows && GV.hasLinkOnceLinkage())
      continue;
    GV.setLinkage(GlobalValue::InternalLinkage);
    GV.setVisibility(GlobalValue::DefaultVisibility);
    GV.setDSOLocal(true);
    if (auto *Object = dyn_cast<GlobalObject>(&GV))
      Object->setComdat(nullptr);
  }
  keepFailureCalls(M);
  keepMathFunctions(M);
  keepThreadInits(M);
  deleteUnreached(M);
  // An external variable that nothing uses is not device code's business.
  for (StringRef Name : RuntimeVariables)
    if (GlobalVariable *Variable = M.getNamedGlobal(Name); Variable && Variable->use_empty())
      Variable->eraseFromParent();
}

std::vector<UndefinedSymbol> gpuc::findUndefined(Module &M, function_ref<bool(StringRef)> IsKnown) {
  std::vector<UndefinedSymbol> Result;
  SmallPtrSet<const GlobalValue *, 8> Reported;
  for (const Function &Entry : M) {
    if (!isEntryPoint(Entry))
      continue;
    ReachPaths Paths(Entry);
    for (const GlobalValue &GV : M.global_values())
      if (Paths.contains(GV) && GV.isDeclaration() && !IsKnown(GV.getName()) &&
          Reported.insert(&GV).second)
        Result.push_back({Entry.getName().str(), Paths.chainTo(&GV)});
  }
  return Result;
}

void gpuc::markUnboundedStack(Module &M) {
  bool Unbounded = any_of(M, [](const Function &F) {
    return any_of(instructions(F), [](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && Call->isIndirectCall();
    });
  });
  CallGraph Calls(M);
  for (auto SCC = scc_begin(&Calls); !Unbounded && !SCC.isAtEnd(); ++SCC)
    Unbounded = SCC.hasCycle() && any_of(*SCC, [](const CallGraphNode *Node) {
                  return Node->getFunction() && !Node->getFunction()->isDeclaration();
                });
  if (!Unbounded)
    return;
  auto *Byte = Type::getInt8Ty(M.getContext());
  new GlobalVariable(M, Byte, /*isConstant=*/true, GlobalValue::ExternalLinkage,
                     ConstantInt::get(Byte, 1), "__gpuc_unbounded_stack", nullptr,
                     GlobalValue::NotThreadLocal, GlobalSpace);
}

Error gpuc::lowerGpuStorage(Module &M) {
  for (GlobalVariable &GV : make_early_inc_range(M.globals())) {
    if (GV.hasAttribute("gpuc-shared")) {
      if (Error E = moveGlobal(GV, SharedSpace, PoisonValue::get(GV.getValueType())))
        return E;
    } else if (GV.hasAttribute("gpuc-constant") && GV.hasInitializer()) {
      if (Error E = moveGlobal(GV, ConstantSpace, GV.getInitializer()))
        return E;
    }
  }
  lowerDynamicShared(M);
  return Error::success();
}
