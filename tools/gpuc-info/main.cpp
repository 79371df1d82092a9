//===- main.cpp - The gpuc-info program -----------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Print.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace gpuc::info;

/// False where the file cannot be described; the reason has been printed.
static bool describeFile(StringRef Name, bool Json, json::Array &Results) {
  auto Fail = [&](const Twine &Why) {
    outs().flush();
    errs() << "gpuc-info: error: '" << Name << "': " << Why << '\n';
    return false;
  };
  auto File = MemoryBuffer::getFile(Name, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return Fail(File.getError().message());
  auto Modules = readModules(**File);
  if (!Modules)
    return Fail(toString(Modules.takeError()));
  if (Json)
    Results.push_back(modulesToJson(Name, *Modules));
  else
    printModules(outs(), Name, *Modules);
  return true;
}

int main(int ArgCount, const char **Args) {
  InitLLVM Setup(ArgCount, Args);
  int ExitStatus = 0;
  const auto Options = parseOptions(ArgCount, Args, ExitStatus);
  if (!Options)
    return ExitStatus;
  if (Options->Files.empty()) {
    const Machine M = describeMachine();
    if (Options->Json)
      outs() << formatv("{0:2}", json::Value(machineToJson(M))) << '\n';
    else
      printMachine(outs(), M);
    return 0;
  }
  json::Array Results;
  for (const std::string &Name : Options->Files)
    if (!describeFile(Name, Options->Json, Results))
      ExitStatus = 1;
  if (Options->Json)
    outs() << formatv("{0:2}", json::Value(std::move(Results))) << '\n';
  return ExitStatus;
}
