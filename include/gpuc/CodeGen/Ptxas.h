//===- Ptxas.h - PTX to machine code ----------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_CODEGEN_PTXAS_H
#define GPUC_CODEGEN_PTXAS_H

#include "gpuc/CodeGen/DeviceCompiler.h"
#include <string>

namespace gpuc {

/// The path of NVIDIA's assembler: from PATH, else of the toolkit that CUDA_PATH or CUDA_HOME names,
/// else of the one in /usr/local/cuda; empty where there is none.
std::string findPtxas();

/// Runs the assembler `Program` on `Ptx`. An error holds its own text.
llvm::Expected<DeviceImage> assembleCubin(llvm::StringRef Program, const Target &Target,
                                          llvm::StringRef Ptx);

} // namespace gpuc

#endif // GPUC_CODEGEN_PTXAS_H
