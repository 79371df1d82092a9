//===- Modules.cpp - What gpuc has put into a file ------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables are those of include/gpu/detail/module.hpp and cpu_abi.hpp, whose
// layout on this machine is that of the files too: both are 64-bit and
// little-endian.
//
//===----------------------------------------------------------------------===//
#include "Modules.h"
#include "gpu/detail/cpu_abi.hpp"
#include "gpu/detail/module.hpp"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include <cstddef>

using namespace llvm;
using namespace gpuc::info;
namespace abi = gpu::detail;

StringRef gpuc::info::imageKindName(unsigned Kind) {
  switch (Kind) {
  case abi::image_cpu:
    return "CPU code";
  case abi::image_ptx:
    return "PTX";
  case abi::image_cubin:
    return "cubin";
  case abi::image_amdgcn:
    return "code object";
  }
  return "image of an unknown kind";
}

namespace {

/// Reads fields one after the other; after the first error it reads nothing, and keeps that error.
class TableReader {
public:
  explicit TableReader(const HostFile &File) : File(File) {}
  ~TableReader() { consumeError(std::move(Problem)); }

  uint64_t number(uint64_t At) {
    return take<uint32_t>([&] { return File.number(At); });
  }
  uint64_t wide(uint64_t At) {
    return take<uint64_t>([&] { return File.wideNumber(At); });
  }
  uint64_t pointer(uint64_t At) {
    return take<uint64_t>([&] { return File.pointer(At); });
  }
  std::string text(uint64_t At) {
    const uint64_t Address = pointer(At);
    return take<StringRef>([&] { return File.text(Address); }).str();
  }
  StringRef bytes(uint64_t At, uint64_t Size) {
    return take<StringRef>([&] { return File.bytes(At, Size); });
  }
  bool good() { return !Problem; }
  void fail(Error E) {
    if (!Problem)
      Problem = std::move(E);
    else
      consumeError(std::move(E));
  }
  Error takeProblem() { return std::move(Problem); }

private:
  template <class T, class Read> T take(Read Get) {
    if (Problem)
      return T();
    Expected<T> Result = Get();
    if (Result)
      return *Result;
    Problem = Result.takeError();
    return T();
  }

  const HostFile &File;
  Error Problem = Error::success();
};

} // namespace

/// Shared memory of the kernels of a CPU image, whose table is at `At`.
static void readCpuTable(TableReader &Read, uint64_t At, ImageInfo &Image) {
  while (Read.good() && Read.pointer(At + offsetof(abi::cpu_kernel, symbol))) {
    Resources R;
    R.SharedBytes = Read.number(At + offsetof(abi::cpu_kernel, shared_bytes));
    Image.Kernels[Read.text(At + offsetof(abi::cpu_kernel, symbol))] = R;
    At += sizeof(abi::cpu_kernel);
  }
}

static ImageInfo readImage(TableReader &Read, uint64_t At) {
  ImageInfo Image;
  Image.Kind = Read.number(At + offsetof(abi::image, kind));
  Image.Arch = Read.text(At + offsetof(abi::image, arch));
  const uint64_t Data = Read.pointer(At + offsetof(abi::image, data));
  if (Image.Kind == abi::image_cpu)
    readCpuTable(Read, Data, Image);
  else
    Image.Bytes = Read.bytes(Data, Read.wide(At + offsetof(abi::image, size)));
  return Image;
}

static KernelInfo readKernel(TableReader &Read, uint64_t At) {
  KernelInfo Kernel;
  Kernel.Symbol = Read.text(At + offsetof(abi::kernel, symbol));
  Kernel.Name = Read.text(At + offsetof(abi::kernel, name));
  Kernel.ArgsSize = Read.number(At + offsetof(abi::kernel, args_size));
  Kernel.MaxThreads = Read.number(At + offsetof(abi::kernel, max_threads));
  Kernel.MinBlocks = Read.number(At + offsetof(abi::kernel, min_blocks));
  const uint64_t Params = Read.pointer(At + offsetof(abi::kernel, params));
  const uint64_t Count = Read.number(At + offsetof(abi::kernel, param_count));
  for (uint64_t I = 0; Read.good() && I < Count; ++I)
    Kernel.ParamSizes.push_back(
        Read.number(Params + I * sizeof(abi::kernel_param) + offsetof(abi::kernel_param, size)));
  return Kernel;
}

static ModuleInfo readModule(TableReader &Read, uint64_t At) {
  ModuleInfo Module;
  const uint64_t Version = Read.number(At + offsetof(abi::module, abi_version));
  if (Read.good() && Version != abi::module_abi_version)
    Read.fail(createStringError("it was compiled by another version of gpuc (module format " +
                                Twine(Version) + ", this gpuc-info reads " +
                                Twine(abi::module_abi_version) + ")"));
  Module.Source = Read.text(At + offsetof(abi::module, source));
  const uint64_t Images = Read.pointer(At + offsetof(abi::module, images));
  const uint64_t ImageCount = Read.number(At + offsetof(abi::module, image_count));
  for (uint64_t I = 0; Read.good() && I < ImageCount; ++I)
    Module.Images.push_back(readImage(Read, Images + I * sizeof(abi::image)));
  const uint64_t Kernels = Read.pointer(At + offsetof(abi::module, kernels));
  const uint64_t KernelCount = Read.number(At + offsetof(abi::module, kernel_count));
  for (uint64_t I = 0; Read.good() && I < KernelCount; ++I)
    Module.Kernels.push_back(readKernel(Read, Kernels + I * sizeof(abi::kernel)));
  return Module;
}

static Error readElf(StringRef Bytes, StringRef Member, std::vector<ModuleInfo> &Modules) {
  auto File = HostFile::parse(Bytes);
  if (!File)
    return File.takeError();
  TableReader Read(*File);
  for (const AddressRange &Section : File->moduleSections())
    for (uint64_t At = 0; Read.good() && At + sizeof(abi::module) <= Section.Size;
         At += sizeof(abi::module)) {
      Modules.push_back(readModule(Read, Section.Begin + At));
      Modules.back().Member = Member.str();
    }
  if (Error E = Read.takeProblem())
    return E;
  for (ModuleInfo &Module : Modules)
    for (ImageInfo &Image : Module.Images)
      if (Image.Kind != abi::image_cpu && Image.Kernels.empty())
        if (Error E = readResources(Image))
          return E;
  return Error::success();
}

static Error readArchive(MemoryBufferRef File, std::vector<ModuleInfo> &Modules) {
  auto Archive = object::Archive::create(File);
  if (!Archive)
    return Archive.takeError();
  Error E = Error::success();
  for (const object::Archive::Child &Child : (*Archive)->children(E)) {
    auto Bytes = Child.getBuffer();
    if (!Bytes)
      return joinErrors(std::move(E), Bytes.takeError());
    if (Bytes->end() > File.getBuffer().end())
      return joinErrors(std::move(E), createStringError("a member goes beyond the end of the file"));
    if (identify_magic(*Bytes) != file_magic::elf_relocatable)
      continue; // bitcode, or anything at all
    auto Name = Child.getName();
    if (!Name)
      return joinErrors(std::move(E), Name.takeError());
    if (Error Inner = readElf(*Bytes, *Name, Modules))
      return joinErrors(std::move(E), std::move(Inner));
  }
  return E;
}

Expected<std::vector<ModuleInfo>> gpuc::info::readModules(MemoryBufferRef File) {
  std::vector<ModuleInfo> Modules;
  StringRef Bytes = File.getBuffer();
  Error E = Bytes.starts_with("!<arch>\n") ? readArchive(File, Modules)
            : Bytes.starts_with("\177ELF\2\1")
                ? readElf(Bytes, "", Modules)
                : createStringError("it is no executable, library, object or "
                                    "archive for 64-bit Linux");
  if (E)
    return std::move(E);
  if (Modules.empty())
    return createStringError("it has no device code: it was not compiled by gpuc, or its sources "
                             "have no kernels");
  return Modules;
}
