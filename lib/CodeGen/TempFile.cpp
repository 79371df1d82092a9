//===- TempFile.cpp - Files that go when they are not kept ----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/CodeGen/TempFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace gpuc;

Expected<gpuc::TempFile> gpuc::TempFile::create(StringRef Suffix) {
  SmallString<128> Path;
  if (std::error_code EC = sys::fs::createTemporaryFile("gpuc", Suffix.ltrim('.'), Path))
    return createStringError(EC, "cannot create a temporary file: " + EC.message() +
                                     "; is TMPDIR a writable directory?");
  sys::RemoveFileOnSignal(Path);
  return TempFile(std::string(Path));
}

gpuc::TempFile &gpuc::TempFile::operator=(TempFile &&Other) {
  std::swap(Path, Other.Path);
  return *this;
}

gpuc::TempFile::~TempFile() {
  if (Path.empty())
    return;
  sys::fs::remove(Path);
  sys::DontRemoveFileOnSignal(Path);
}

Error gpuc::writeFile(StringRef Path, StringRef Data) {
  Error E = writeToOutput(Path, [&](raw_ostream &OS) {
    OS << Data;
    return Error::success();
  });
  if (E)
    return createStringError("cannot write '" + Path + "': " + toString(std::move(E)));
  return Error::success();
}
