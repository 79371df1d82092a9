//===- Annotations.cpp - Annotated functions and variables ----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/Annotations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void gpuc::forEachAnnotation(Module &M,
                             function_ref<void(GlobalValue &GV, StringRef Annotation)> Visit) {
  GlobalVariable *Annotations = M.getNamedGlobal("llvm.global.annotations");
  auto *Entries = Annotations ? dyn_cast<ConstantArray>(Annotations->getInitializer()) : nullptr;
  if (!Entries)
    return;
  for (Value *Entry : Entries->operands()) {
    auto *Fields = cast<ConstantStruct>(Entry); // what, text, file, line, arguments
    auto *GV = dyn_cast<GlobalValue>(Fields->getOperand(0)->stripPointerCasts());
    auto *Text = dyn_cast<GlobalVariable>(Fields->getOperand(1)->stripPointerCasts());
    auto *Data = Text ? dyn_cast<ConstantDataArray>(Text->getInitializer()) : nullptr;
    if (GV && Data && Data->isCString())
      Visit(*GV, Data->getAsCString());
  }
}
