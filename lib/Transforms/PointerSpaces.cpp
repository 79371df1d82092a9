//===- PointerSpaces.cpp - Moving code to another address space -----------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Transforms/PointerSpaces.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

/// Casts operand `Operand` of `User` to `Wanted`, where it has another type.
void castOperand(Instruction &User, unsigned Operand, Type *Wanted) {
  Value *V = User.getOperand(Operand);
  if (V->getType() == Wanted)
    return;
  auto *Phi = dyn_cast<PHINode>(&User);
  IRBuilder<> Builder(Phi ? Phi->getIncomingBlock(Operand)->getTerminator() : &User);
  User.setOperand(Operand, Builder.CreateAddrSpaceCast(V, Wanted));
}

/// Gives a call of a memory intrinsic the form for its operands' types.
void redeclare(MemIntrinsic &Call) {
  SmallVector<Type *> Types{Call.getRawDest()->getType()};
  if (auto *Transfer = dyn_cast<MemTransferInst>(&Call))
    Types.push_back(Transfer->getRawSource()->getType());
  Types.push_back(Call.getLength()->getType());
  Call.setCalledFunction(
      Intrinsic::getOrInsertDeclaration(Call.getModule(), Call.getIntrinsicID(), Types));
}

/// Gives `Derived`, whose operands are in the space of `Pointer`, that type, too.
void moveDerived(Instruction &Derived, Type *Pointer) {
  if (Derived.getType() == Pointer) // in a loop, or of that space before
    return;
  Derived.mutateType(Pointer);
  SmallVector<WeakTrackingVH> Users(Derived.users());
  for (WeakTrackingVH &User : Users)
    if (auto *I = dyn_cast_or_null<Instruction>(User))
      gpuc::replacePointer(*I, Derived, Derived);
}

/// What a call or a return takes stays as it was declared.
void keepDeclaredTypes(Instruction &User) {
  if (auto *Call = dyn_cast<CallBase>(&User)) {
    for (unsigned N = 0; N != Call->getFunctionType()->getNumParams(); ++N)
      castOperand(User, N, Call->getFunctionType()->getParamType(N));
  } else if (isa<ReturnInst>(User)) {
    castOperand(User, 0, User.getFunction()->getReturnType());
  }
}

} // namespace

void gpuc::replacePointer(Instruction &User, Value &From, Value &To) {
  Type *Pointer = To.getType();
  if (isa<AddrSpaceCastInst>(User) && User.getType() == Pointer) {
    User.replaceAllUsesWith(&To);
    User.eraseFromParent();
    return;
  }
  if (&From != &To)
    User.replaceUsesOfWith(&From, &To);
  if (isa<GetElementPtrInst>(User)) {
    moveDerived(User, Pointer);
  } else if (isa<PHINode, SelectInst, FreezeInst>(User)) {
    for (unsigned N = isa<SelectInst>(User) ? 1 : 0; N != User.getNumOperands(); ++N)
      castOperand(User, N, Pointer);
    moveDerived(User, Pointer);
  } else if (isa<ICmpInst>(User)) {
    castOperand(User, 0, Pointer);
    castOperand(User, 1, Pointer);
  } else if (auto *Memory = dyn_cast<MemIntrinsic>(&User)) {
    redeclare(*Memory);
  } else {
    keepDeclaredTypes(User);
  }
}
