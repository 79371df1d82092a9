//===- Ptxas.cpp - PTX to machine code ------------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas is a program of the CUDA toolkit, and there is no library to call in its
// place: it is the one step that gpuc runs as a process of its own.
//
//===----------------------------------------------------------------------===//
#include "gpuc/CodeGen/Ptxas.h"
#include "gpuc/CodeGen/TempFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace gpuc;

namespace {

std::string readText(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().trim().str() : "";
}

} // namespace

std::string gpuc::findPtxas() {
  if (auto Found = sys::findProgramByName("ptxas"))
    return *Found;
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (auto Toolkit = sys::Process::GetEnv(Variable)) {
      SmallString<128> Path(*Toolkit);
      sys::path::append(Path, "bin", "ptxas");
      if (sys::fs::can_execute(Path))
        return std::string(Path);
    }
  constexpr StringLiteral Usual = "/usr/local/cuda/bin/ptxas";
  return sys::fs::can_execute(Usual) ? Usual.str() : "";
}

Expected<DeviceImage> gpuc::assembleCubin(StringRef Program, const gpuc::Target &Target,
                                          StringRef Ptx) {
  auto In = TempFile::create(".ptx");
  if (!In)
    return In.takeError();
  auto Out = TempFile::create(".cubin");
  if (!Out)
    return Out.takeError();
  auto Log = TempFile::create(".txt");
  if (!Log)
    return Log.takeError();
  if (Error E = writeFile(In->path(), Ptx))
    return E;
  std::string Arch = "-arch=" + Target.Processor, Problem;
  std::optional<StringRef> Redirects[] = {"", Log->path(), Log->path()};
  int Status = sys::ExecuteAndWait(Program, {Program, Arch, "-o", Out->path(), In->path()},
                                   std::nullopt, Redirects, 0, 0, &Problem);
  if (Status != 0)
    return createStringError("error: '" + Program + "' makes no cubin [" + Target.Arch + "]: " +
                             (Problem.empty() ? readText(Log->path()) : Problem) +
                             "; without -fgpu-cubin the driver compiles the PTX");
  auto Cubin = MemoryBuffer::getFile(Out->path());
  if (!Cubin)
    return errorCodeToError(Cubin.getError());
  StringRef Bytes = (*Cubin)->getBuffer();
  return DeviceImage(Bytes.begin(), Bytes.end());
}
