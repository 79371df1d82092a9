//===- FloatModes.h - Floating-point modes of device code -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_FLOATMODES_H
#define GPUC_TRANSFORMS_FLOATMODES_H

#include "llvm/ADT/FloatingPointMode.h"

namespace llvm {
class Module;
} // namespace llvm

namespace gpuc {

/// What the user's options say about arithmetic and is not in the IR of the source's own functions.
struct FloatModes {
  llvm::DenormalMode Denormals = llvm::DenormalMode::getIEEE();
  llvm::DenormalMode FloatDenormals = llvm::DenormalMode::getIEEE(); ///< those of `float`
  bool ApproximateTranscendentals = false;
};

/// Puts all functions of `M`, which is linked with the device library, into `Modes`: the library's
/// functions compute as their callers do, and can be inlined into them.
void setFloatModes(llvm::Module &M, const FloatModes &Modes);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_FLOATMODES_H
