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

/// What becomes of denormal numbers.
struct DenormalModes {
  llvm::DenormalMode General = llvm::DenormalMode::getIEEE();
  llvm::DenormalMode Float = llvm::DenormalMode::getIEEE(); ///< of `float`
};

/// Puts all functions of `M`, which is linked with the device library, into `Modes`: the library's
/// functions compute as their callers do, and can be inlined into them.
void setDenormalModes(llvm::Module &M, const DenormalModes &Modes);

/// Allows approximations of the functions of `float` that GPUs have instructions for. To run before
/// the device library is linked.
void approximateTranscendentals(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_FLOATMODES_H
