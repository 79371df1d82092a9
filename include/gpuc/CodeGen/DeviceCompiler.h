//===- DeviceCompiler.h - Device IR to images -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_CODEGEN_DEVICECOMPILER_H
#define GPUC_CODEGEN_DEVICECOMPILER_H

#include "gpuc/CodeGen/Target.h"
#include "gpuc/Frontend/Kernel.h"
#include "gpuc/Transforms/FloatModes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Module;
} // namespace llvm

namespace gpuc {

/// What a device compile ends in.
enum class DeviceOutput {
  Image,    ///< what the runtime loads: PTX, a linked code object, the CPU's object
  Assembly, ///< PTX, or assembly text
  Ir,       ///< LLVM IR text, optimised
  Bitcode,  ///< the same as bitcode
};

struct DeviceOptions {
  DeviceOutput Output = DeviceOutput::Image;
  unsigned OptLevel = 0;  ///< 0 to 3
  unsigned SizeLevel = 0; ///< 1 for -Os, 2 for -Oz
  DenormalModes Denormals;                 ///< of GPU code
  bool ApproximateTranscendentals = false; ///< of `float`, in GPU code
  bool Libcxx = false;        ///< the source is compiled against libc++, not libstdc++
  std::string LibraryDir;     ///< where device-*.bc lie
  std::string Ptxas;          ///< the assembler for cubins beside the PTX; empty: none are made
  std::string CpuTableSymbol; ///< what a CPU image calls its kernel table
};

using DeviceImage = llvm::SmallVector<char, 0>;

/// Called once, before any compile: sets up LLVM's back ends.
void initializeBackends();

/// The steps that all targets of a family share: links the device library, keeps what kernels
/// reach, moves storage. Errors name the kernels and functions concerned.
llvm::Error prepareDeviceModule(llvm::Module &M, TargetFamily Family,
                                llvm::ArrayRef<Kernel> Kernels, const DeviceOptions &Options);

/// Optimises `M`, which is used up, for one target and generates the output.
llvm::Expected<DeviceImage> compileDeviceModule(llvm::Module &M, const Target &Target,
                                                llvm::ArrayRef<Kernel> Kernels,
                                                const DeviceOptions &Options);

} // namespace gpuc

#endif // GPUC_CODEGEN_DEVICECOMPILER_H
