//===- Linker.h - lld in process --------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_CODEGEN_LINKER_H
#define GPUC_CODEGEN_LINKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace gpuc {

/// Links ELF objects with lld; `Args` as on the command line of ld.lld, without the program's name.
/// One link runs at a time. An error holds lld's own messages.
llvm::Error linkElf(llvm::ArrayRef<std::string> Args);

} // namespace gpuc

#endif // GPUC_CODEGEN_LINKER_H
