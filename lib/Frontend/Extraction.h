//===- Extraction.h - The device translation unit ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_FRONTEND_EXTRACTION_H
#define GPUC_LIB_FRONTEND_EXTRACTION_H

#include "KernelModel.h"
#include "Reachability.h"
#include "llvm/ADT/StringSet.h"

namespace gpuc {

/// Writes the text of the device translation unit: the main file without the bodies of functions
/// that are not in `Kept`, then instantiations of `Kernels` that can be spelled.
/// `DeviceOnlyNames` are identifiers of code that the host's preprocessor skipped.
std::string writeDeviceSource(clang::ASTContext &Ctx, const FunctionSet &Kept,
                              llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                              const llvm::StringSet<> &DeviceOnlyNames);

} // namespace gpuc

#endif // GPUC_LIB_FRONTEND_EXTRACTION_H
