//===- Report.cpp - Errors as text ----------------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

std::string gpuc::errorText(Error E) {
  std::string Message = toString(std::move(E));
  if (!StringRef(Message).contains("error: "))
    Message.insert(0, "gpuc: error: ");
  return Message + "\n";
}

bool gpuc::reportError(Error E) {
  errs() << errorText(std::move(E));
  return false;
}
