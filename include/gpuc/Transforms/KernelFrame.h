//===- KernelFrame.h - What a kernel keeps for its threads ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread-local variables and the kernel's name, for functions that any kernel may
// call. On the CPU the executor has memory for each thread. On a GPU, a kernel
// that needs them puts its thread-local variables in its own frame, which is
// private memory. The address of that frame is the same in all threads of a
// kernel though each means its own memory by it (the private window of the
// address space), so that one shared variable a block holds it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_KERNELFRAME_H
#define GPUC_TRANSFORMS_KERNELFRAME_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace gpuc {

/// `const char *__gpuc_kernel_name()`, which device code may call.
inline constexpr llvm::StringLiteral KernelNameFunction = "__gpuc_kernel_name";

/// Module flag of a CPU module: bytes of thread-local variables for each thread.
inline constexpr llvm::StringLiteral FrameBytesFlag = "gpuc-frame-bytes";

/// Offset of `gpu::detail::cpu_block::frames`, where the CPU's executor has them.
inline constexpr unsigned CpuFramesOffset = 96;

/// Declares `__gpuc_thread_init_X` for each thread-local variable `X` of `M` where `Library` has such
/// a function, which makes the variable ready for use; returns whether something was added.
bool declareThreadInits(llvm::Module &M, const llvm::Module &Library);

/// Keeps those functions, which nothing calls yet, for `lowerKernelFrame`.
void keepThreadInits(llvm::Module &M);

/// Gives thread-local variables and, on GPUs, `__gpuc_kernel_name()` their meaning; `NameOf` tells a kernel's readable name. An error names a variable whose address is needed before a
/// thread runs.
llvm::Error lowerKernelFrame(llvm::Module &M,
                             llvm::function_ref<llvm::StringRef(const llvm::Function &)> NameOf);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_KERNELFRAME_H
