//===- Embed.h - Images and kernel table as a host source -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_EMBED_EMBED_H
#define GPUC_EMBED_EMBED_H

#include "gpuc/CodeGen/DeviceCompiler.h"
#include "gpuc/CodeGen/Target.h"
#include "gpuc/Frontend/Kernel.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class CompilerInvocation;
} // namespace clang

namespace gpuc {

/// A device image and the name of the file it is embedded from.
struct EmbeddedImage {
  Target For;
  std::string FileName; ///< "main.sm_90.ptx"; empty for the CPU, whose code is linked
  DeviceImage Bytes;
  bool IsCubin = false; ///< machine code of an NVIDIA target, whose PTX stands before it

  llvm::StringRef bytes() const { return {Bytes.data(), Bytes.size()}; }
};

/// Name of the kernel table of the CPU image of source `UnitId`.
std::string cpuTableSymbol(llvm::StringRef UnitId);

/// The text of `main.embed.cpp`: the images, which it takes in with #embed, the table of kernels
/// (include/gpu/detail/module.hpp), and their registration.
std::string writeEmbedSource(llvm::StringRef SourceFile, llvm::StringRef UnitId,
                             llvm::ArrayRef<Kernel> Kernels, llvm::ArrayRef<EmbeddedImage> Images);

/// Compiles the embed source `Text` to the object `OutputFile`, with the target, the relocation
/// model and the code generation options of `Host`. Errors are reported on standard error.
bool compileEmbedSource(const clang::CompilerInvocation &Host, llvm::StringRef FileName,
                        llvm::StringRef Text, llvm::ArrayRef<EmbeddedImage> Images,
                        llvm::StringRef OutputFile);

} // namespace gpuc

#endif // GPUC_EMBED_EMBED_H
