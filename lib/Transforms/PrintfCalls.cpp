//===- PrintfCalls.cpp - printf formatted by the host ---------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/PrintfCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace gpuc;

namespace {

/// A function of the printf family that writes to a standard stream.
struct PrintFunction {
  StringLiteral Name;
  bool HasStream; ///< the first argument is the FILE
  bool TakesList; ///< the last one is a va_list
};

constexpr PrintFunction PrintFunctions[] = {{"printf", false, false},
                                            {"fprintf", true, false},
                                            {"vprintf", false, true},
                                            {"vfprintf", true, true}};

/// Whether the host formats every conversion of `Format` as the device would.
bool isForHost(StringRef Format) {
  for (size_t At = Format.find('%'); At != StringRef::npos; At = Format.find('%', At)) {
    size_t Letter = Format.find_first_not_of("0123456789.*+-# 'hlLqjzt", At + 1);
    if (Letter == StringRef::npos)
      return false;
    StringRef Length = Format.slice(At + 1, Letter);
    char Kind = Format[Letter];
    bool Wide = Length.contains('l') && (Kind == 's' || Kind == 'c');
    if (Wide || !StringRef("diuoxXcspfFeEgGaA%").contains(Kind))
      return false;
    At = Letter + 1;
  }
  return true;
}

/// 1 for `stdout`, 2 for `stderr`, 0 for another stream.
unsigned streamNumber(const Value *Stream) {
  const auto *Load = dyn_cast<LoadInst>(Stream);
  const Value *From = Load ? Load->getPointerOperand()->stripPointerCasts() : nullptr;
  if (!From || !isa<GlobalVariable>(From))
    return 0;
  return From->getName() == "stdout" ? 1 : From->getName() == "stderr" ? 2 : 0;
}

void replaceCall(CallInst &Call, const PrintFunction &Function) {
  unsigned Stream = Function.HasStream ? streamNumber(Call.getArgOperand(0)) : 1;
  StringRef Format;
  if (Stream == 0 || !Call.use_empty() ||
      !getConstantStringInfo(Call.getArgOperand(Function.HasStream), Format) || !isForHost(Format))
    return;
  Module &M = *Call.getModule();
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Arguments{Builder.getInt32(Stream)};
  append_range(Arguments, drop_begin(Call.args(), Function.HasStream));
  SmallVector<Type *> Types{Builder.getInt32Ty(), Arguments[1]->getType()};
  if (Function.TakesList)
    Types.push_back(Arguments[2]->getType());
  FunctionCallee Callee = M.getOrInsertFunction(
      Function.TakesList ? "__gpuc_vprint_format" : "__gpuc_print_format",
      FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/!Function.TakesList));
  Builder.CreateCall(Callee, Arguments);
  Call.eraseFromParent();
}

} // namespace

void gpuc::formatOnHost(Module &M) {
  // The host does not know of a stream that goes elsewhere.
  if (M.getFunction("freopen"))
    return;
  for (const PrintFunction &Function : PrintFunctions)
    if (llvm::Function *F = M.getFunction(Function.Name); F && F->isDeclaration())
      for (User *U : make_early_inc_range(F->users()))
        if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == F)
          replaceCall(*Call, Function);
}
