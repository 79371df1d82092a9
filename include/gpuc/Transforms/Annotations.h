//===- Annotations.h - Annotated functions and variables --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_ANNOTATIONS_H
#define GPUC_TRANSFORMS_ANNOTATIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace gpuc {

/// Calls `Visit` for each annotation that Clang has put on a function or variable of `M`, more than
/// once where Clang did so.
void forEachAnnotation(
    llvm::Module &M,
    llvm::function_ref<void(llvm::GlobalValue &GV, llvm::StringRef Annotation)> Visit);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_ANNOTATIONS_H
