//===- Modules.h - What gpuc has put into a file ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_INFO_MODULES_H
#define GPUC_INFO_MODULES_H

#include "HostFile.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <map>
#include <optional>
#include <string>

namespace gpuc::info {

/// What a kernel needs of a device; nothing where the image does not tell.
struct Resources {
  std::optional<uint64_t> Registers;       ///< vector registers of a thread
  std::optional<uint64_t> ScalarRegisters; ///< of a wave, on AMD GPUs
  std::optional<uint64_t> SharedBytes;     ///< static, of a block
  std::optional<uint64_t> LocalBytes;      ///< of a thread, in memory
  std::string Note;                        ///< "registers by ptxas"
};

struct KernelInfo {
  std::string Symbol, Name;
  std::vector<unsigned> ParamSizes;       ///< bytes
  unsigned ArgsSize = 0;                  ///< bytes
  unsigned MaxThreads = 0, MinBlocks = 0; ///< launch bounds; 0: not given
};

struct ImageInfo {
  unsigned Kind = 0; ///< `image_kind` of module.hpp
  std::string Arch;
  llvm::StringRef Bytes;                    ///< of the file; empty for the CPU
  std::map<std::string, Resources> Kernels; ///< by symbol
};

/// What one source has become.
struct ModuleInfo {
  std::string Member; ///< of an archive
  std::string Source;
  std::vector<ImageInfo> Images;
  std::vector<KernelInfo> Kernels;
};

/// "CPU code", "PTX", "cubin" or "code object".
llvm::StringRef imageKindName(unsigned Kind);

/// The modules of an ELF file or an archive of such, which outlives them.
llvm::Expected<std::vector<ModuleInfo>> readModules(llvm::MemoryBufferRef File);

/// Fills in `Image.Kernels` from the image itself (Resources.cpp).
llvm::Error readResources(ImageInfo &Image);

/// Resources of the kernels of a cubin, by symbol.
llvm::Expected<std::map<std::string, Resources>> readCubin(llvm::StringRef Bytes);

} // namespace gpuc::info

#endif // GPUC_INFO_MODULES_H
