//===- Target.h - What --offload-arch names ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_CODEGEN_TARGET_H
#define GPUC_CODEGEN_TARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuc {

/// Targets of one family share a front-end run.
enum class TargetFamily { Cpu, Nvptx, Amdgpu };

/// One device target.
struct Target {
  TargetFamily Family;
  std::string Arch;      ///< as the user spelled it: "cpu", "sm_90", "gfx90a:xnack-"
  std::string Processor; ///< LLVM's name of it: "sm_90", "gfx90a"; empty for the CPU
  std::string Features;  ///< LLVM's features: "-xnack"
};

/// Parses one `--offload-arch` value other than `native`; LLVM's back ends have been set up
/// (`initializeBackends`).
llvm::Expected<Target> parseTarget(llvm::StringRef Arch);

/// The targets of a compile that names none: see docs/targets.md for why these.
std::vector<Target> defaultTargets();

/// The CPU and the GPUs of this machine.
llvm::Expected<std::vector<Target>> nativeTargets();

/// The most bytes of arguments that a kernel may take; nothing where there is no limit.
std::optional<uint64_t> maxArgumentBytes(const Target &Target);

/// "cpu", "nvptx64" or "amdgcn", for file names and messages.
llvm::StringRef familyName(TargetFamily Family);

/// The target triple of a family; the host's own for the CPU.
std::string familyTriple(TargetFamily Family, llvm::StringRef HostTriple);

} // namespace gpuc

#endif // GPUC_CODEGEN_TARGET_H
