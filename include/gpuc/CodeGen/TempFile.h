//===- TempFile.h - Files that go when they are not kept --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_CODEGEN_TEMPFILE_H
#define GPUC_CODEGEN_TEMPFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace gpuc {

/// A file in the system's temporary directory, removed with the object and when the process is
/// killed by a signal.
class TempFile {
public:
  /// Creates an empty file whose name ends in `Suffix` (".o").
  static llvm::Expected<TempFile> create(llvm::StringRef Suffix);
  TempFile(TempFile &&Other) : Path(std::move(Other.Path)) { Other.Path.clear(); }
  TempFile &operator=(TempFile &&Other);
  ~TempFile();

  const std::string &path() const { return Path; }

private:
  explicit TempFile(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

/// Writes `Data` to `Path` at once or not at all: to a neighbour first, then renamed.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Data);

} // namespace gpuc

#endif // GPUC_CODEGEN_TEMPFILE_H
