//===- DynamicAllocas.h - Local memory of a size known at run time *- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `alloca` and variable-length arrays on GPUs, whose frames have a fixed size. PTX
// has an instruction for them since version 7.3, but the addresses that it gives
// in functions called through pointers proved to be wrong (ptxas 13.0, sm_90).
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_DYNAMICALLOCAS_H
#define GPUC_TRANSFORMS_DYNAMICALLOCAS_H

namespace llvm {
class Module;
} // namespace llvm

namespace gpuc {

/// Takes such memory from the device heap, and gives it back where the function returns; memory of
/// constant size outside loops becomes part of the frame. Returns whether it added calls of the
/// device library.
bool lowerDynamicAllocas(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_DYNAMICALLOCAS_H
