//===- Linker.cpp - lld in process ----------------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/CodeGen/Linker.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

Error gpuc::linkElf(ArrayRef<std::string> Args) {
  // lld keeps its state in globals.
  static std::mutex OneAtATime;
  static bool CanRunAgain = true;
  std::lock_guard Lock(OneAtATime);
  if (!CanRunAgain)
    return createStringError("the linker cannot run again after its internal error");

  SmallVector<const char *, 32> Raw = {"ld.lld"};
  for (const std::string &Arg : Args)
    Raw.push_back(Arg.c_str());
  std::string Messages;
  raw_string_ostream OS(Messages);
  lld::Result Result = lld::lldMain(Raw, OS, OS, {{lld::Gnu, &lld::elf::link}});
  CanRunAgain = Result.canRunAgain;
  if (Result.retCode != 0)
    return createStringError(StringRef(Messages).rtrim());
  if (!Messages.empty())
    errs() << Messages; // warnings
  return Error::success();
}
