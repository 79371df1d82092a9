//===- DeviceCompile.cpp - All device compiles of one source --------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceCompile.h"
#include "Report.h"
#include "gpuc/CodeGen/Ptxas.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuc;

DeviceCompile::DeviceCompile(const clang::CompilerInvocation &Host, std::vector<Target> Targets,
                             DeviceOptions Options, StringRef Preamble)
    : Host(Host), Targets(std::move(Targets)), Options(std::move(Options)), Preamble(Preamble),
      Parsed(Promise.get_future().share()) {
  for (const Target &T : this->Targets)
    Images.push_back({T, imageFileName(T), {}});
  Cubins.resize(Images.size());
}

DeviceCompile::~DeviceCompile() {
  for (std::thread &Thread : Threads)
    if (Thread.joinable())
      Thread.join();
}

void DeviceCompile::start() {
  if (!Threads.empty())
    return;
  // GPUs first: the CPU's front end is the fastest.
  for (TargetFamily Family : {TargetFamily::Nvptx, TargetFamily::Amdgpu, TargetFamily::Cpu}) {
    std::vector<size_t> Indices;
    for (size_t I = 0; I < Targets.size(); ++I)
      if (Targets[I].Family == Family)
        Indices.push_back(I);
    if (!Indices.empty())
      Threads.emplace_back([this, Indices] { runFamily(Indices); });
  }
}

void DeviceCompile::setExtraction(SharedExtraction Result) {
  bool HasKernels = Result != nullptr;
  Promise.set_value(std::move(Result));
  if (HasKernels)
    start();
}

std::optional<std::vector<EmbeddedImage>> DeviceCompile::finish() {
  for (std::thread &Thread : Threads)
    Thread.join();
  // The families find the same mistakes: say each once.
  llvm::sort(Errors);
  Errors.erase(llvm::unique(Errors), Errors.end());
  for (const std::string &Error : Errors)
    errs() << Error;
  if (!Errors.empty())
    return std::nullopt;
  std::vector<EmbeddedImage> Result;
  for (size_t I = 0; I < Images.size(); ++I) {
    Result.push_back(std::move(Images[I]));
    if (!Cubins[I].Bytes.empty())
      Result.push_back(std::move(Cubins[I]));
  }
  return Result;
}

void DeviceCompile::runFamily(std::vector<size_t> Indices) {
  const Target &First = Targets[Indices.front()];
  std::string Diagnostics;
  raw_string_ostream DiagOS(Diagnostics);
  std::optional<DeviceModule> Device = runDeviceFrontend(Host, First, Preamble, Parsed, DiagOS);
  SharedExtraction Result = Parsed.get();
  if (!Result)
    return; // the host has reported why, or has no kernels
  if (!Device)
    return fail(Diagnostics);
  if (Error E = prepareDeviceModule(*Device->Module, First.Family, Result->Kernels, Options))
    return fail(errorText(std::move(E)));
  if (Indices.size() == 1)
    return runTarget(*Device->Module, Indices.front(), *Result);

  // A context serves one thread, so each target reads a copy of its own.
  SmallVector<char, 0> Bitcode;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(*Device->Module, OS);
  std::vector<std::thread> Workers;
  for (size_t Index : Indices)
    Workers.emplace_back([this, Index, &Bitcode, &Result] {
      LLVMContext Context;
      auto M = parseBitcodeFile({StringRef(Bitcode.data(), Bitcode.size()), "device"}, Context);
      if (!M)
        return fail(errorText(M.takeError()));
      runTarget(**M, Index, *Result);
    });
  for (std::thread &Worker : Workers)
    Worker.join();
}

/// Finds kernels with more arguments than a target takes.
static Error checkArgumentBytes(const Target &Target, ArrayRef<Kernel> Kernels) {
  std::optional<uint64_t> Most = maxArgumentBytes(Target);
  Error Result = Error::success();
  for (const Kernel &K : Kernels)
    if (Most && K.ArgsSize > *Most)
      Result = joinErrors(
          std::move(Result),
          createStringError(K.Location + ": error: kernel '" + K.Name + "' takes " +
                            Twine(K.ArgsSize) + " bytes of arguments, more than the " +
                            Twine(*Most) + " that " + Target.Arch +
                            " allows; pass a pointer to device memory that holds them"));
  return Result;
}

void DeviceCompile::runTarget(Module &M, size_t Index, const Extraction &Parsed) {
  if (Error E = checkArgumentBytes(Targets[Index], Parsed.Kernels))
    return fail(errorText(std::move(E)));
  auto Image = compileDeviceModule(M, Targets[Index], Parsed.Kernels, Options);
  if (!Image)
    return fail(errorText(Image.takeError()));
  Images[Index].Bytes = std::move(*Image);
  if (Targets[Index].Family == TargetFamily::Nvptx && !Options.Ptxas.empty())
    assemble(Index);
}

/// Makes the cubin for a target whose PTX is there.
void DeviceCompile::assemble(size_t Index) {
  const Target &For = Targets[Index];
  auto Cubin = assembleCubin(Options.Ptxas, For, Images[Index].bytes());
  if (!Cubin)
    return fail(errorText(Cubin.takeError()));
  StringRef Stem = StringRef(Images[Index].FileName).drop_back(StringRef("ptx").size());
  Cubins[Index] = {For, (Stem + "cubin").str(), std::move(*Cubin), /*IsCubin=*/true};
}

void DeviceCompile::fail(StringRef Message) {
  std::lock_guard Lock(ErrorMutex);
  Errors.push_back(Message.str());
}

std::string DeviceCompile::imageFileName(const Target &Target) const {
  StringRef Stem = sys::path::stem(Host.getFrontendOpts().Inputs[0].getFile());
  std::string Arch = Target.Arch;
  llvm::replace(Arch, ':', '_');
  StringRef Extension;
  switch (Options.Output) {
  case DeviceOutput::Ir:
    Extension = "ll";
    break;
  case DeviceOutput::Bitcode:
    Extension = "bc";
    break;
  case DeviceOutput::Assembly:
    Extension = Target.Family == TargetFamily::Nvptx ? "ptx" : "s";
    break;
  case DeviceOutput::Image:
    Extension = Target.Family == TargetFamily::Nvptx    ? "ptx"
                : Target.Family == TargetFamily::Amdgpu ? "hsaco"
                                                        : "o";
    break;
  }
  return (Stem + "." + Arch + "." + Extension).str();
}
