//===- DevicePrepare.h - From a parsed module to device code ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CUDA's or HIP's language mode would have done: these run once on the IR
// of a device translation unit, before optimisation.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_DEVICEPREPARE_H
#define GPUC_TRANSFORMS_DEVICEPREPARE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace gpuc {

/// Whether `F` is a kernel's entry point, in the convention of any target.
bool isEntryPoint(const llvm::Function &F);

/// Turns the annotations of `[[gpu::shared]]` and `[[gpu::constant]]` variables, and the device
/// library's own, into attributes of the globals, and drops all annotations. Works on a module
/// whose functions are still to be read, too.
void markStorage(llvm::Module &M);

/// Optimises the standard library's streams, locales and regular expressions for size: their speed
/// matters less than how long the driver takes to compile them.
void shrinkTextCode(llvm::Module &M);

/// Keeps the object of a `throw` in the frame of the function that throws: nothing in device code
/// catches, so that it need not outlive it.
void lowerThrow(llvm::Module &M);

/// Lets the threads that find a static local variable's initialisation going on in another look
/// again, in a loop around the initialisation: threads of one warp may run in lockstep, where one
/// that waited for another inside a call would keep that from going on.
void lowerGuards(llvm::Module &M);

/// Makes everything but entry points internal, drops the program's global constructors, and deletes
/// what no entry point reaches. With `LinkFollows` inline functions keep their linkage, so that the
/// device library is linked against them.
void keepReached(llvm::Module &M, bool LinkFollows);

/// How a function or variable without a definition is reached.
struct UndefinedSymbol {
  std::string Kernel;             ///< symbol of the kernel
  std::vector<std::string> Chain; ///< demangled, from the kernel to what is undefined
};

/// The functions and variables that kernels reach and that nothing defines, but for those of which
/// `IsKnown` holds.
std::vector<UndefinedSymbol> findUndefined(llvm::Module &M,
                                           llvm::function_ref<bool(llvm::StringRef Name)> IsKnown);

/// Defines the constant `__gpuc_unbounded_stack` in a module whose functions call each other in ways
/// that leave open how much stack a thread needs: through pointers, or recursively.
void markUnboundedStack(llvm::Module &M);

/// Moves shared and constant variables of a GPU module into their address spaces and gives
/// `__gpuc_dynamic_shared()` its meaning. An error names a variable whose use cannot be moved.
llvm::Error lowerGpuStorage(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_DEVICEPREPARE_H
