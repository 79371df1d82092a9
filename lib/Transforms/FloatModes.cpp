//===- FloatModes.cpp - Floating-point modes of device code ---------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/FloatModes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace gpuc;

namespace {

void setDenormalMode(Function &F, StringRef Attribute, DenormalMode Mode) {
  if (Mode == DenormalMode::getIEEE())
    F.removeFnAttr(Attribute);
  else
    F.addFnAttr(Attribute, Mode.str());
}

/// The functions of `float` that GPUs have approximate instructions for.
bool isTranscendental(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || !I.getType()->getScalarType()->isFloatTy())
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::tan:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::exp10:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::pow:
    return true;
  default:
    return false;
  }
}

} // namespace

void gpuc::setFloatModes(Module &M, const FloatModes &Modes) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    setDenormalMode(F, "denormal-fp-math", Modes.Denormals);
    // Where it is not given, the general mode holds for `float` too.
    if (Modes.FloatDenormals == Modes.Denormals)
      F.removeFnAttr("denormal-fp-math-f32");
    else
      F.addFnAttr("denormal-fp-math-f32", Modes.FloatDenormals.str());
    if (Modes.ApproximateTranscendentals)
      for (Instruction &I : instructions(F))
        if (isTranscendental(I))
          I.setHasApproxFunc(true);
  }
}
