//===- Options.h - gpuc-info's options --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_INFO_OPTIONS_H
#define GPUC_INFO_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace gpuc::info {

struct Options {
  std::vector<std::string> Files; ///< none: the machine is described
  bool Json = false;
};

/// Nothing, and the exit status, where the program has done what it is to do: help, or an error.
std::optional<Options> parseOptions(int ArgCount, const char *const *Args, int &ExitStatus);

} // namespace gpuc::info

#endif // GPUC_INFO_OPTIONS_H
