//===- PointerSpaces.h - Moving code to another address space ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_POINTERSPACES_H
#define GPUC_TRANSFORMS_POINTERSPACES_H

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace gpuc {

/// Makes `User` use `To`, a pointer of another address space, in place of `From`, and so all that
/// derives pointers from it there. A cast of `To` back to the space of `From` would tell the back
/// end that it points there, which it does not.
void replacePointer(llvm::Instruction &User, llvm::Value &From, llvm::Value &To);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_POINTERSPACES_H
