//===- Resources.cpp - What the kernels of an image need ------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code objects tell in their metadata note (LLVM's AMDGPUUsage, "Code Object V3
// Metadata"). Cubins tell in sections that the CUDA Binary Utilities print too
// (cuobjdump -elf): .nv.info has attributes of all kernels, .nv.shared.KERNEL is as
// large as its shared memory. PTX has no registers yet; ptxas says how many it
// takes, where there is one.
//
//===----------------------------------------------------------------------===//
#include "Modules.h"
#include "gpu/detail/module.hpp"
#include "gpuc/CodeGen/Ptxas.h"
#include "gpuc/CodeGen/Target.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace gpuc;
using namespace llvm::object;
using namespace gpuc::info;

using Elf = ELFFile<ELF64LE>;
using ResourceMap = std::map<std::string, Resources>;

//===----------------------------------------------------------------------===//
// AMD
//===----------------------------------------------------------------------===//

namespace {

/// Reads the metadata's MessagePack. (LLVM's `msgpack::Document` trusts its input.) All functions
/// are false where there is nothing more that makes sense.
class MetadataReader {
public:
  MetadataReader(StringRef Blob, ResourceMap &Kernels) : In(Blob), Kernels(Kernels) {}

  void read() {
    readMap([&](StringRef Key) {
      return Key == "amdhsa.kernels" ? readArray([&] { return readKernel(); }) : skip();
    });
  }

private:
  static constexpr unsigned MaxDepth = 32;

  bool next(msgpack::Object &Object) {
    auto Read = In.read(Object);
    if (Read)
      return *Read;
    consumeError(Read.takeError());
    return false;
  }

  template <class Member> bool readMap(Member Use) {
    msgpack::Object Map, Key;
    if (!next(Map) || Map.Kind != msgpack::Type::Map)
      return false;
    for (size_t I = 0; I < Map.Length; ++I)
      if (!next(Key) || Key.Kind != msgpack::Type::String || !Use(Key.Raw))
        return false;
    return true;
  }

  template <class Element> bool readArray(Element Use) {
    msgpack::Object Array;
    if (!next(Array) || Array.Kind != msgpack::Type::Array)
      return false;
    for (size_t I = 0; I < Array.Length; ++I)
      if (!Use())
        return false;
    return true;
  }

  bool skip(unsigned Depth = 0) {
    msgpack::Object Object;
    if (Depth > MaxDepth || !next(Object))
      return false;
    size_t Inner = Object.Kind == msgpack::Type::Map     ? Object.Length * 2
                   : Object.Kind == msgpack::Type::Array ? Object.Length
                                                         : 0;
    for (; Inner; --Inner)
      if (!skip(Depth + 1))
        return false;
    return true;
  }

  bool readNumber(std::optional<uint64_t> &Number) {
    msgpack::Object Object;
    if (!next(Object) || Object.Kind != msgpack::Type::UInt)
      return false;
    Number = Object.UInt;
    return true;
  }

  bool readKernel() {
    Resources R;
    msgpack::Object Name;
    const bool Good = readMap([&](StringRef Key) {
      return Key == ".name"                         ? next(Name)
             : Key == ".vgpr_count"                 ? readNumber(R.Registers)
             : Key == ".sgpr_count"                 ? readNumber(R.ScalarRegisters)
             : Key == ".group_segment_fixed_size"   ? readNumber(R.SharedBytes)
             : Key == ".private_segment_fixed_size" ? readNumber(R.LocalBytes)
                                                    : skip();
    });
    if (Good && Name.Kind == msgpack::Type::String)
      Kernels[Name.Raw.str()] = R;
    return Good;
  }

  msgpack::Reader In;
  ResourceMap &Kernels;
};

} // namespace

static Expected<ResourceMap> readCodeObject(StringRef Bytes) {
  auto File = Elf::create(Bytes);
  if (!File)
    return File.takeError();
  auto Headers = File->program_headers();
  if (!Headers)
    return Headers.takeError();
  ResourceMap Kernels;
  for (const Elf::Elf_Phdr &Header : *Headers) {
    if (Header.p_type != ELF::PT_NOTE)
      continue;
    Error E = Error::success();
    for (const Elf::Elf_Note &Note : File->notes(Header, E))
      if (Note.getType() == ELF::NT_AMDGPU_METADATA)
        MetadataReader(Note.getDescAsStringRef(Header.p_align), Kernels).read();
    if (E)
      return std::move(E);
  }
  return Kernels;
}

//===----------------------------------------------------------------------===//
// NVIDIA
//===----------------------------------------------------------------------===//

/// Calls `Use(attribute, symbol, value)` for each attribute of a kernel in .nv.info: those of two
/// words, a symbol's number and a value.
template <class Callback> static void forEachAttribute(ArrayRef<uint8_t> Info, Callback Use) {
  enum : uint8_t { HasSize = 4 };
  while (Info.size() >= 4) {
    const unsigned Format = Info[0], Attribute = Info[1];
    const uint64_t Size = Format == HasSize ? support::endian::read16le(Info.data() + 2) : 0;
    Info = Info.drop_front(4);
    if (Size > Info.size())
      return;
    if (Size == 8)
      Use(Attribute, support::endian::read32le(Info.data()),
          support::endian::read32le(Info.data() + 4));
    Info = Info.drop_front(Size);
  }
}

static Error readNvInfo(const Elf &File, const Elf::Elf_Shdr &Section, ResourceMap &Kernels) {
  enum : unsigned { MinStackSize = 0x12, RegisterCount = 0x2f };
  auto Contents = File.getSectionContents(Section);
  if (!Contents)
    return Contents.takeError();
  auto Table = File.getSection(Section.sh_link);
  if (!Table)
    return Table.takeError();
  auto Symbols = File.symbols(*Table);
  if (!Symbols)
    return Symbols.takeError();
  auto Names = File.getStringTableForSymtab(**Table);
  if (!Names)
    return Names.takeError();
  forEachAttribute(*Contents, [&](unsigned Attribute, uint32_t Symbol, uint32_t Value) {
    if (Symbol >= Symbols->size() || (Attribute != MinStackSize && Attribute != RegisterCount))
      return;
    auto Name = (*Symbols)[Symbol].getName(*Names);
    if (!Name)
      return consumeError(Name.takeError());
    Resources &R = Kernels[Name->str()];
    (Attribute == RegisterCount ? R.Registers : R.LocalBytes) = Value;
  });
  return Error::success();
}

Expected<ResourceMap> gpuc::info::readCubin(StringRef Bytes) {
  constexpr uint64_t Reserved = 1024; // of each block's shared memory, by the system, since sm_80
  auto File = Elf::create(Bytes);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  ResourceMap Kernels;
  std::map<std::string, uint64_t> Shared;
  bool Reserves = false;
  for (const Elf::Elf_Shdr &Section : *Sections) {
    auto Name = File->getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name == ".nv.info")
      if (Error E = readNvInfo(*File, Section, Kernels))
        return std::move(E);
    if (Name->starts_with(".nv.shared.reserved."))
      Reserves = true;
    else if (Name->consume_front(".nv.shared."))
      Shared[Name->str()] = Section.sh_size;
  }
  for (auto &[Symbol, R] : Kernels) {
    const uint64_t Size = Shared[Symbol];
    R.SharedBytes = Reserves && Size >= Reserved ? Size - Reserved : Size;
  }
  return Kernels;
}

/// By the assembler, where it is found and knows the target.
static Expected<ResourceMap> readPtx(StringRef Arch, StringRef Ptx) {
  static const std::string Program = findPtxas();
  if (Program.empty())
    return ResourceMap();
  const Target For = {TargetFamily::Nvptx, Arch.str(), Arch.str(), ""};
  auto Cubin = assembleCubin(Program, For, Ptx.rtrim('\0'));
  if (!Cubin) { // it does not know the target, or is older than the PTX
    consumeError(Cubin.takeError());
    return ResourceMap();
  }
  auto Kernels = readCubin(StringRef(Cubin->data(), Cubin->size()));
  if (Kernels)
    for (auto &[Symbol, R] : *Kernels)
      R.Note = "by ptxas";
  return Kernels;
}

Error gpuc::info::readResources(ImageInfo &Image) {
  namespace abi = gpu::detail;
  Expected<ResourceMap> Kernels = Image.Kind == abi::image_ptx ? readPtx(Image.Arch, Image.Bytes)
                                  : Image.Kind == abi::image_cubin  ? readCubin(Image.Bytes)
                                  : Image.Kind == abi::image_amdgcn ? readCodeObject(Image.Bytes)
                                                                    : ResourceMap();
  if (!Kernels)
    return createStringError("the " + imageKindName(Image.Kind) + " for " + Image.Arch + ": " +
                             toString(Kernels.takeError()));
  Image.Kernels = std::move(*Kernels);
  return Error::success();
}
