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

void gpuc::setDenormalModes(Module &M, const DenormalModes &Modes) {
  auto Set = [](Function &F, StringRef Attribute, DenormalMode Mode, DenormalMode Default) {
    if (Mode == Default)
      F.removeFnAttr(Attribute);
    else
      F.addFnAttr(Attribute, Mode.str());
  };
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Set(F, "denormal-fp-math", Modes.General, DenormalMode::getIEEE());
    Set(F, "denormal-fp-math-f32", Modes.Float, Modes.General);
  }
}

void gpuc::approximateTranscendentals(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isTranscendental(I))
        I.setHasApproxFunc(true);
}
