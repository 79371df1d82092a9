//===- IndirectArguments.h - Arguments passed by address --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A class with a copy constructor or destructor of its own is passed by the address
// of the caller's temporary (Itanium C++ ABI 3.1.2.3). Clang passes it `byval` for
// NVPTX, that is, as a copy of its bytes, of which both sides then believe that it
// is theirs: what the callee moves from, the caller destroys again.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_INDIRECTARGUMENTS_H
#define GPUC_TRANSFORMS_INDIRECTARGUMENTS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Module;
class StructType;
} // namespace llvm

namespace gpuc {

/// Notes in `M` those types of its `byval` arguments of which `IsIndirect` holds.
void markIndirectTypes(llvm::Module &M, llvm::function_ref<bool(llvm::StructType *)> IsIndirect);

/// Passes arguments of the types noted by their address. To run once all code is linked in.
void passIndirectly(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_INDIRECTARGUMENTS_H
