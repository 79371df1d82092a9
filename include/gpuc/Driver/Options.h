//===- Options.h - gpuc's own options ---------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DRIVER_OPTIONS_H
#define GPUC_DRIVER_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace gpuc {

/// The command line, split into what gpuc reads and what Clang reads.
struct Options {
  std::vector<std::string> OffloadArchs; ///< in the order given; empty: the default targets
  bool HostOnly = false;
  bool DeviceOnly = false;
  bool SaveTemps = false;
  std::optional<bool> FlushDenormals;      ///< of `float`, in GPU code; else as -ffast-math says
  bool ApproximateTranscendentals = false; ///< of `float`, in GPU code
  bool Cubin = false; ///< embed machine code beside PTX
  std::vector<std::string> ClangArgs; ///< everything else, in order
};

/// Parses the arguments after the program's name. Help, the version and errors in gpuc's own
/// options are printed, and the exit status returned in `ExitStatus`.
std::optional<Options> parseOptions(const std::vector<std::string> &Args, int &ExitStatus);

} // namespace gpuc

#endif // GPUC_DRIVER_OPTIONS_H
