//===- DeviceCompile.h - All device compiles of one source ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_DRIVER_DEVICECOMPILE_H
#define GPUC_LIB_DRIVER_DEVICECOMPILE_H

#include "gpuc/Embed/Embed.h"
#include "gpuc/Frontend/Frontend.h"
#include <mutex>
#include <thread>

namespace gpuc {

/// Runs the front end once for each family of targets and the back ends side by side, each in a
/// thread.
class DeviceCompile {
public:
  /// `Host` is the host's compile before it runs, `Preamble` a piece of the main file that lives as
  /// long as this object.
  DeviceCompile(const clang::CompilerInvocation &Host, std::vector<Target> Targets,
                DeviceOptions Options, llvm::StringRef Preamble);
  ~DeviceCompile();

  /// Starts the threads; they go as far as they can without the host parse.
  void start();
  /// Hands over what the host parse found; starts the threads if they have not been.
  void setExtraction(SharedExtraction Result);
  /// Waits for the threads. The images, in the order of the targets, a cubin behind its PTX; an
  /// error has been reported.
  std::optional<std::vector<EmbeddedImage>> finish();

private:
  void runFamily(std::vector<size_t> Indices);
  void runTarget(llvm::Module &M, size_t Index, const Extraction &Parsed);
  void assemble(size_t Index);
  void fail(llvm::StringRef Message);
  std::string imageFileName(const Target &Target) const;

  const clang::CompilerInvocation &Host;
  std::vector<Target> Targets;
  DeviceOptions Options;
  llvm::StringRef Preamble;
  std::promise<SharedExtraction> Promise;
  std::shared_future<SharedExtraction> Parsed;
  std::vector<std::thread> Threads;
  std::vector<EmbeddedImage> Images, Cubins; ///< one for each target; without bytes: none
  std::mutex ErrorMutex;
  std::vector<std::string> Errors; ///< one text for each failed family or target
};

} // namespace gpuc

#endif // GPUC_LIB_DRIVER_DEVICECOMPILE_H
