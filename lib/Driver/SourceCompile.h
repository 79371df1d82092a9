//===- SourceCompile.h - One source, host and devices -----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_DRIVER_SOURCECOMPILE_H
#define GPUC_LIB_DRIVER_SOURCECOMPILE_H

#include "gpuc/CodeGen/Target.h"
#include "gpuc/CodeGen/TempFile.h"
#include "gpuc/Driver/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace gpuc {

/// Where gpuc's own files lie.
struct Installation {
  std::string IncludeDir; ///< holds gpu/gpu.hpp
  std::string RuntimeDir; ///< holds libgpucrt.a
  std::string LibraryDir; ///< holds device-*.bc
};

/// What compiles of this command line share.
struct CompileContext {
  const Options &Opts;
  const Installation &Install;
  std::vector<Target> Targets;
  std::string Ptxas;            ///< the assembler for cubins; empty: there are to be none
  bool IsLinkedNext = false;    ///< the objects go into a link of the same command line
  std::string OutputName;       ///< the value of -o; empty: not given
  std::vector<TempFile> Extras; ///< objects for that link besides the jobs' own outputs
};

/// The arguments of a cc1 job, after "-cc1", with what gpuc adds to every compile of C++.
std::vector<std::string> addGpucArgs(llvm::ArrayRef<const char *> Cc1Args,
                                     const Installation &Install);

/// Runs a cc1 job of Clang's driver (arguments as from `addGpucArgs`) with all that kernels in the
/// source ask for. False after an error, which has been reported; no output is left then.
bool compileSource(llvm::ArrayRef<std::string> Cc1Args, CompileContext &Context);

} // namespace gpuc

#endif // GPUC_LIB_DRIVER_SOURCECOMPILE_H
