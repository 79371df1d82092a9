//===- main.cpp - The gpuc program ----------------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Driver/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

int main(int ArgCount, const char **Args) {
  llvm::InitLLVM Setup(ArgCount, Args);
  int ExitStatus = 0;
  auto Options = gpuc::parseOptions(std::vector<std::string>(Args + 1, Args + ArgCount), ExitStatus);
  if (!Options)
    return ExitStatus;
  static int Anchor;
  return gpuc::runDriver(*Options, llvm::sys::fs::getMainExecutable(Args[0], &Anchor));
}
