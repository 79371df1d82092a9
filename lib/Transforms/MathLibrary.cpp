//===- MathLibrary.cpp - Intrinsics that only the library has -------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/MathLibrary.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace gpuc;

namespace {

/// What becomes of an intrinsic.
struct Lowering {
  Intrinsic::ID Id;
  StringLiteral Function; ///< the library's, for double; the float's has an `f` behind
  /// Other functions whose intrinsics the optimiser makes of this one.
  StringLiteral Related[3] = {"", "", ""};
};

constexpr Lowering Lowerings[] = {
    {Intrinsic::sin, "sin"},
    {Intrinsic::cos, "cos"},
    {Intrinsic::tan, "tan"},
    {Intrinsic::asin, "asin"},
    {Intrinsic::acos, "acos"},
    {Intrinsic::atan, "atan"},
    {Intrinsic::atan2, "atan2"},
    {Intrinsic::sinh, "sinh"},
    {Intrinsic::cosh, "cosh"},
    {Intrinsic::tanh, "tanh"},
    {Intrinsic::exp, "exp", {"exp2", "exp10", "pow"}},
    {Intrinsic::exp2, "exp2", {"exp", "exp10", "pow"}},
    {Intrinsic::exp10, "exp10", {"exp", "exp2", "pow"}},
    {Intrinsic::log, "log", {"log2", "log10", "exp"}},
    {Intrinsic::log2, "log2", {"log", "log10", "exp2"}},
    {Intrinsic::log10, "log10", {"log", "log2", "exp10"}},
    {Intrinsic::pow, "pow", {"exp2", "exp10", "log2"}},
    {Intrinsic::powi, "__gpuc_powi"},
    {Intrinsic::sincos, "__gpuc_sincos"},
    {Intrinsic::sincospi, "__gpuc_sincospi"},
    {Intrinsic::modf, "__gpuc_modf"},
    {Intrinsic::lrint, "lrint"},
    {Intrinsic::llrint, "llrint"},
    {Intrinsic::lround, "lround"},
    {Intrinsic::llround, "llround"},
};

/// Approximations in float that `afn` allows.
constexpr StringLiteral FastPow = "__gpuc_fast_powf";

const Lowering *findLowering(Intrinsic::ID Id) {
  const auto *Found = llvm::find_if(Lowerings, [&](const Lowering &L) { return L.Id == Id; });
  return Found == std::end(Lowerings) ? nullptr : Found;
}

/// The type whose precision `I` works in, or null where `I` stays as it is.
Type *loweredType(const Instruction &I) {
  if (I.getOpcode() == Instruction::FRem)
    return I.getType()->getScalarType();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return findLowering(Call->getIntrinsicID()) ? Call->getArgOperand(0)->getType()->getScalarType()
                                                : nullptr;
  if (isa<FPToSIInst, FPToUIInst>(I) && I.getType()->getScalarType()->isIntegerTy(128))
    return I.getOperand(0)->getType()->getScalarType();
  if (isa<SIToFPInst, UIToFPInst>(I) &&
      I.getOperand(0)->getType()->getScalarType()->isIntegerTy(128))
    return I.getType()->getScalarType();
  return nullptr;
}

bool isApproximate(const Instruction &I) { return isa<FPMathOperator>(I) && I.hasApproxFunc(); }

/// Whether the back end has an approximation, which `I` allows.
bool hasNativeApproximation(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || !isApproximate(I) || !I.getType()->getScalarType()->isFloatTy())
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::exp2:
    return true;
  case Intrinsic::log2:
    return !I.getModule()->getTargetTriple().isNVPTX();
  default:
    return false;
  }
}

std::string nameFor(StringRef Function, const Type *Precision) {
  return (Function + (Precision->isDoubleTy() ? "" : "f")).str();
}

/// The library's name for what `I` does in float or double.
std::string functionFor(const Instruction &I, const Type *Precision) {
  bool Double = Precision->isDoubleTy();
  switch (I.getOpcode()) {
  case Instruction::FRem:
    return nameFor("fmod", Precision);
  case Instruction::FPToSI:
    return Double ? "__fixdfti" : "__fixsfti";
  case Instruction::FPToUI:
    return Double ? "__fixunsdfti" : "__fixunssfti";
  case Instruction::SIToFP:
    return Double ? "__floattidf" : "__floattisf";
  case Instruction::UIToFP:
    return Double ? "__floatuntidf" : "__floatuntisf";
  default:
    break;
  }
  Intrinsic::ID Id = cast<IntrinsicInst>(I).getIntrinsicID();
  if (Id == Intrinsic::pow && !Double && isApproximate(I))
    return FastPow.str();
  return nameFor(findLowering(Id)->Function, Precision);
}

/// Floats stand in for narrower types.
Type *libraryType(Type *Precision) {
  return Precision->isDoubleTy() ? Precision : Type::getFloatTy(Precision->getContext());
}

void collectNames(const Instruction &I, StringSet<> &Names) {
  Type *Precision = loweredType(I);
  if (!Precision)
    return;
  Precision = libraryType(Precision);
  Names.insert(functionFor(I, Precision));
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return;
  const Lowering &L = *findLowering(Call->getIntrinsicID());
  LLVMContext &Context = I.getContext();
  for (Type *T : {Type::getFloatTy(Context), Type::getDoubleTy(Context)}) {
    if (T != Precision && !isApproximate(I))
      continue; // only then does the optimiser narrow a function
    Names.insert(nameFor(L.Function, T));
    for (StringRef Related : L.Related)
      if (!Related.empty())
        Names.insert(nameFor(Related, T));
  }
  if (isApproximate(I))
    Names.insert(FastPow);
  // A power with a whole number for its exponent.
  if (Call->getIntrinsicID() == Intrinsic::pow || Call->getIntrinsicID() == Intrinsic::exp2)
    Names.insert(nameFor("__gpuc_powi", Precision));
}

StringSet<> neededNames(const Module &M) {
  StringSet<> Names;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      collectNames(I, Names);
  return Names;
}

/// Replaces one instruction.
class InstructionLowering {
public:
  InstructionLowering(Instruction &I, SmallVectorImpl<Instruction *> &Made)
      : I(I), Builder(&I), Made(Made) {
    if (isa<FPMathOperator>(I))
      Builder.setFastMathFlags(I.getFastMathFlags());
  }

  void run() {
    Value *Result = nullptr;
    if (auto *Vector = dyn_cast<FixedVectorType>(vectorOperand()->getType()))
      Result = perElement(Vector->getNumElements());
    else if (Value *Fast = viaPowerOfTwo())
      Result = Fast;
    else
      Result = call();
    if (!Result)
      return;
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
  }

private:
  Value *vectorOperand() { return I.getOperand(0); }

  /// The same for each element; what it makes is to be lowered in turn.
  Value *perElement(unsigned Count) {
    Value *Result = PoisonValue::get(I.getType());
    auto *Struct = dyn_cast<StructType>(I.getType());
    for (unsigned Index = 0; Index != Count; ++Index) {
      Instruction *Element = elementOf(Index);
      Made.push_back(Element);
      if (!Struct) {
        Result = Builder.CreateInsertElement(Result, Element, Index);
        continue;
      }
      for (unsigned Field = 0; Field != Struct->getNumElements(); ++Field) {
        Value *Whole = Builder.CreateExtractValue(Result, Field);
        Whole =
            Builder.CreateInsertElement(Whole, Builder.CreateExtractValue(Element, Field), Index);
        Result = Builder.CreateInsertValue(Result, Whole, Field);
      }
    }
    return Result;
  }

  Instruction *elementOf(unsigned Index) {
    SmallVector<Value *, 2> Operands;
    unsigned Count = isa<CallBase>(I) ? cast<CallBase>(I).arg_size() : I.getNumOperands();
    for (unsigned Operand = 0; Operand != Count; ++Operand) {
      Value *V = I.getOperand(Operand);
      Operands.push_back(V->getType()->isVectorTy() ? Builder.CreateExtractElement(V, Index) : V);
    }
    Instruction *Element = nullptr;
    if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      SmallVector<Type *, 2> Overloads;
      Intrinsic::ID Id = Call->getIntrinsicID();
      bool ToInteger = I.getType()->getScalarType()->isIntegerTy();
      if (ToInteger)
        Overloads.push_back(I.getType()->getScalarType());
      Overloads.push_back(Operands[0]->getType());
      if (Id == Intrinsic::powi)
        Overloads.push_back(Operands[1]->getType());
      Element = Builder.CreateCall(Intrinsic::getOrInsertDeclaration(I.getModule(), Id, Overloads),
                                   Operands);
    } else if (auto *Cast = dyn_cast<CastInst>(&I)) {
      Element = CastInst::Create(Cast->getOpcode(), Operands[0], I.getType()->getScalarType());
      Builder.Insert(Element);
    } else {
      Element = BinaryOperator::Create(Instruction::FRem, Operands[0], Operands[1]);
      Builder.Insert(Element);
    }
    if (isa<FPMathOperator>(I) && isa<FPMathOperator>(Element))
      Element->copyFastMathFlags(&I);
    return Element;
  }

  /// Approximate exponentials and logarithms in float, through those of base 2.
  Value *viaPowerOfTwo() {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || !isApproximate(I) || !I.getType()->isFloatTy())
      return nullptr;
    auto Constant = [&](double Value) { return ConstantFP::get(I.getType(), Value); };
    Value *X = Call->getArgOperand(0);
    switch (Call->getIntrinsicID()) {
    case Intrinsic::exp:
      return Builder.CreateUnaryIntrinsic(Intrinsic::exp2,
                                          Builder.CreateFMul(X, Constant(0x1.71547652b82fep0)));
    case Intrinsic::exp10:
      return Builder.CreateUnaryIntrinsic(Intrinsic::exp2,
                                          Builder.CreateFMul(X, Constant(0x1.a934f0979a371p1)));
    case Intrinsic::log:
      return Builder.CreateFMul(approximateLog2(X), Constant(0x1.62e42fefa39efp-1));
    case Intrinsic::log2:
      return approximateLog2(X);
    case Intrinsic::log10:
      return Builder.CreateFMul(approximateLog2(X), Constant(0x1.34413509f79ffp-2));
    case Intrinsic::tan:
      return Builder.CreateFDiv(Builder.CreateUnaryIntrinsic(Intrinsic::sin, X),
                                Builder.CreateUnaryIntrinsic(Intrinsic::cos, X));
    default:
      return nullptr;
    }
  }

  Value *approximateLog2(Value *X) {
    if (I.getModule()->getTargetTriple().isNVPTX())
      return Builder.CreateIntrinsic(Intrinsic::nvvm_lg2_approx_f, {X});
    return Builder.CreateUnaryIntrinsic(Intrinsic::log2, X);
  }

  /// A call of the library's function; null where there is none.
  Value *call() {
    Type *Precision = loweredType(I), *Wide = libraryType(Precision);
    Function *Callee = I.getModule()->getFunction(functionFor(I, Wide));
    if (!Callee || Callee->isDeclaration())
      return nullptr;
    SmallVector<Value *, 2> Arguments;
    unsigned Count = isa<CallBase>(I) ? cast<CallBase>(I).arg_size() : I.getNumOperands();
    FunctionType *Type = Callee->getFunctionType();
    if (Type->getNumParams() != Count)
      return nullptr;
    for (unsigned Operand = 0; Operand != Count; ++Operand) {
      Value *V = I.getOperand(Operand);
      if (V->getType() == Precision)
        V = Builder.CreateFPCast(V, Wide);
      else if (V->getType()->isIntegerTy() && V->getType() != Type->getParamType(Operand))
        V = Builder.CreateSExtOrTrunc(V, Type->getParamType(Operand));
      if (V->getType() != Type->getParamType(Operand))
        return nullptr;
      Arguments.push_back(V);
    }
    CallInst *Call = CallInst::Create(Type, Callee, Arguments);
    Call->setCallingConv(Callee->getCallingConv());
    Builder.Insert(Call);
    return converted(Call);
  }

  /// The library's result as the type of `I`.
  Value *converted(Value *Result) {
    if (Result->getType() == I.getType())
      return Result;
    if (auto *Struct = dyn_cast<StructType>(I.getType())) {
      Value *Whole = PoisonValue::get(Struct);
      for (unsigned Field = 0; Field != Struct->getNumElements(); ++Field) {
        Value *Part = Builder.CreateExtractValue(Result, Field);
        if (Part->getType()->isIntegerTy(32)) // how AMDGPU returns a pair of floats
          Part = Builder.CreateBitCast(Part, Builder.getFloatTy());
        Part = Builder.CreateFPCast(Part, Struct->getElementType(Field));
        Whole = Builder.CreateInsertValue(Whole, Part, Field);
      }
      return Whole;
    }
    if (I.getType()->isIntegerTy())
      return Builder.CreateSExtOrTrunc(Result, I.getType());
    return Builder.CreateFPCast(Result, I.getType());
  }

  Instruction &I;
  IRBuilder<> Builder;
  SmallVectorImpl<Instruction *> &Made;
};

/// Approximations are faster where they need not keep denormal numbers.
void flushApproximations(Function &F) {
  if (F.getDenormalMode(APFloat::IEEEsingle()).Output != DenormalMode::PreserveSign)
    return;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || !I.getType()->isFloatTy())
      continue;
    Module *M = F.getParent();
    if (Call->getIntrinsicID() == Intrinsic::nvvm_ex2_approx)
      Call->setCalledFunction(
          Intrinsic::getOrInsertDeclaration(M, Intrinsic::nvvm_ex2_approx_ftz, {I.getType()}));
    else if (Call->getIntrinsicID() == Intrinsic::nvvm_lg2_approx_f)
      Call->setCalledFunction(
          Intrinsic::getOrInsertDeclaration(M, Intrinsic::nvvm_lg2_approx_ftz_f));
  }
}

bool mustLower(const Instruction &I) { return loweredType(I) && !hasNativeApproximation(I); }

} // namespace

void gpuc::setSignOfGamma(Module &M) {
  if (GlobalVariable *Sign = M.getNamedGlobal("signgam"); !Sign || !Sign->isDeclaration())
    return;
  for (StringRef Name : {"lgamma", "gamma", "lgammal", "gammal", "lgammaf", "gammaf"}) {
    Function *F = M.getFunction(Name);
    if (!F || !F->isDeclaration())
      continue; // or the program has its own
    StringRef Signed = Name.ends_with("f") ? "__gpuc_signed_lgammaf" : "__gpuc_signed_lgamma";
    F->replaceAllUsesWith(M.getOrInsertFunction(Signed, F->getFunctionType()).getCallee());
  }
}

bool gpuc::declareMathFunctions(Module &M, const Module &Library) {
  bool Declared = false;
  for (const auto &Entry : neededNames(M)) {
    StringRef Name = Entry.getKey();
    const Function *Theirs = Library.getFunction(Name);
    if (!Theirs || Theirs->isDeclaration() || M.getNamedValue(Name))
      continue;
    Function::Create(Theirs->getFunctionType(), Function::ExternalLinkage, Name, M);
    Declared = true;
  }
  return Declared;
}

void gpuc::keepMathFunctions(Module &M) {
  for (const auto &Entry : neededNames(M))
    if (Function *F = M.getFunction(Entry.getKey()); F && !F->isDeclaration())
      appendToCompilerUsed(M, {F});
}

void gpuc::addMathLowering(PassBuilder &PB) {
  PB.registerOptimizerEarlyEPCallback([](ModulePassManager &MPM, OptimizationLevel Level,
                                         ThinOrFullLTOPhase) {
    if (Level == OptimizationLevel::O0)
      return;
    MPM.addPass(MathLoweringPass());
    MPM.addPass(
        ModuleInlinerWrapperPass(getInlineParams(Level.getSpeedupLevel(), Level.getSizeLevel())));
    FunctionPassManager Simplify;
    Simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    Simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(SimplifyCFGPass());
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(Simplify)));
  });
}

PreservedAnalyses MathLoweringPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Instruction *, 32> Pending;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (mustLower(I))
        Pending.push_back(&I);
  while (!Pending.empty()) {
    Instruction *I = Pending.pop_back_val();
    if (!mustLower(*I))
      continue;
    SmallVector<Instruction *, 8> Made;
    InstructionLowering(*I, Made).run();
    Pending.append(Made.begin(), Made.end());
  }
  for (Function &F : M)
    flushApproximations(F);
  return PreservedAnalyses::none();
}
