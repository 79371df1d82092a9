//===- Reached.h - What a function refers to --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_REACHED_H
#define GPUC_TRANSFORMS_REACHED_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Constant;
class Function;
} // namespace llvm

namespace gpuc {

/// `Root`, and the functions, variables and constant expressions that it refers to, by calls or
/// addresses, directly and through others.
llvm::SmallPtrSet<llvm::Constant *, 32> reachedFrom(llvm::Function &Root);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_REACHED_H
