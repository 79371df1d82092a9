//===- main.cpp - The gpuc program ----------------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Driver/Driver.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/StringSaver.h"

int main(int ArgCount, const char **Args) {
  llvm::InitLLVM Setup(ArgCount, Args);
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 64> Expanded(Args, Args + ArgCount);
  llvm::cl::ExpandResponseFiles(Saver, llvm::cl::TokenizeGNUCommandLine, Expanded);

  int ExitStatus = 0;
  auto Options = gpuc::parseOptions({Expanded.begin() + 1, Expanded.end()}, ExitStatus);
  if (!Options)
    return ExitStatus;
  static int Anchor;
  return gpuc::runDriver(*Options, llvm::sys::fs::getMainExecutable(Args[0], &Anchor));
}
