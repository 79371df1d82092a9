//===- CpuWorkGroup.h - Kernels as loops over work items --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU target runs a block of a kernel on one worker thread. This pass turns
// each kernel into a work-group function: the code between two suspend points
// (barriers, warp operations) becomes a loop over the block's threads, and what
// lives across a suspend point moves to a context in memory, one row a value.
// The contract with the runtime that calls the result is gpu/detail/cpu_abi.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_CPUWORKGROUP_H
#define GPUC_TRANSFORMS_CPUWORKGROUP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace gpuc {

/// Turns every kernel of a module, a definition with the calling convention `spir_kernel`, into a
/// work-group function, and defines the hidden array `TableSymbol` of
/// `gpu::detail::cpu_kernel` that lists them. Everything else in the module becomes internal.
///
/// The kernel's symbol in the table is its name, or the function attribute "gpuc-symbol" where it
/// has one. Its IR parameters correspond one to one to those of the source; each lies in the
/// argument block at the next offset that its alignment allows.
///
/// What cannot be compiled (a suspend point in a recursive function or behind a function pointer,
/// a variable-sized local that lives across a suspend point) is reported through the context's
/// diagnostic handler; the module is then not fit for code generation.
class CpuWorkGroupPass : public llvm::PassInfoMixin<CpuWorkGroupPass> {
public:
  explicit CpuWorkGroupPass(std::string TableSymbol) : TableSymbol(std::move(TableSymbol)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);

  static bool isRequired() { return true; }

private:
  std::string TableSymbol;
};

/// Adds the work-group pass with what it profits from before it (inlining, promotion of locals to
/// registers) and what cleans up behind it. The usual pipeline of the optimisation level, which
/// vectorises the loops, comes after these.
void addCpuKernelPasses(llvm::ModulePassManager &MPM, llvm::StringRef TableSymbol);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_CPUWORKGROUP_H
