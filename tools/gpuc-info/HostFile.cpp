//===- HostFile.cpp - The data of a host's ELF file -----------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace gpuc::info;

/// What lib/Embed calls the section.
static constexpr StringLiteral ModuleSection = "gpuc_modules";

static bool isRelative(uint16_t Machine, uint32_t Type) {
  return (Machine == ELF::EM_X86_64 && Type == ELF::R_X86_64_RELATIVE) ||
         (Machine == ELF::EM_AARCH64 && Type == ELF::R_AARCH64_RELATIVE);
}

static bool isAbsolute(uint16_t Machine, uint32_t Type) {
  return (Machine == ELF::EM_X86_64 && Type == ELF::R_X86_64_64) ||
         (Machine == ELF::EM_AARCH64 && Type == ELF::R_AARCH64_ABS64);
}

Expected<HostFile> HostFile::parse(StringRef Bytes) {
  auto File = Elf::create(Bytes);
  if (!File)
    return File.takeError();
  HostFile Result;
  Error E =
      File->getHeader().e_type == ELF::ET_REL ? Result.readObject(*File) : Result.readLinked(*File);
  if (E)
    return std::move(E);
  return Result;
}

//===----------------------------------------------------------------------===//
// Executables and shared libraries
//===----------------------------------------------------------------------===//

Error HostFile::readLinked(const Elf &File) {
  auto Headers = File.program_headers();
  if (!Headers)
    return Headers.takeError();
  for (const Elf::Elf_Phdr &Header : *Headers) {
    if (Header.p_type != ELF::PT_LOAD || !Header.p_filesz)
      continue;
    if (Header.p_offset > File.getBufSize() ||
        Header.p_filesz > File.getBufSize() - Header.p_offset)
      return createStringError("a segment goes beyond the end of the file");
    Segments.push_back(
        {Header.p_vaddr, StringRef(reinterpret_cast<const char *>(File.base()) + Header.p_offset,
                                   Header.p_filesz)});
  }
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const Elf::Elf_Shdr &Section : *Sections) {
    auto Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name == ModuleSection)
      ModuleSections.push_back({Section.sh_addr, Section.sh_size});
  }
  return readDynamicRelocations(File);
}

/// Those of position-independent files. (LLVM's `dynamicEntries` trusts the headers.) Packed ones (DT_RELR) need no reading: their addends lie
/// where the pointers are.
Error HostFile::readDynamicRelocations(const Elf &File) {
  auto Headers = File.program_headers();
  if (!Headers)
    return Headers.takeError();
  uint64_t Address = 0, Size = 0;
  for (const Elf::Elf_Phdr &Header : *Headers) {
    if (Header.p_type != ELF::PT_DYNAMIC)
      continue;
    for (uint64_t At = Header.p_vaddr;; At += 16) { // a tag and its value, until tag 0
      auto Tag = wideNumber(At), Value = wideNumber(At + 8);
      if (!Tag || !Value)
        return joinErrors(Tag.takeError(), Value.takeError());
      if (*Tag == ELF::DT_NULL)
        break;
      if (*Tag == ELF::DT_RELA)
        Address = *Value;
      if (*Tag == ELF::DT_RELASZ)
        Size = *Value;
    }
  }
  if (!Size)
    return Error::success();
  auto Table = bytes(Address, Size);
  if (!Table)
    return Table.takeError();
  const uint16_t Machine = File.getHeader().e_machine;
  constexpr size_t EntrySize = sizeof(Elf::Elf_Rela);
  for (size_t At = 0; At + EntrySize <= Table->size(); At += EntrySize) {
    Elf::Elf_Rela Entry;
    memcpy(&Entry, Table->data() + At, EntrySize);
    if (isRelative(Machine, Entry.getType(false)))
      Pointers[Entry.r_offset] = Entry.r_addend;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Lays the sections out one after the other, as nobody has yet.
Error HostFile::readObject(const Elf &File) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  std::vector<uint64_t> Addresses;
  uint64_t Next = 4096; // so that nothing is at 0, which means no pointer
  for (const Elf::Elf_Shdr &Section : *Sections) {
    Addresses.push_back(Next);
    if (!(Section.sh_flags & ELF::SHF_ALLOC) || Section.sh_type == ELF::SHT_NOBITS)
      continue;
    auto Contents = File.getSectionContents(Section);
    if (!Contents)
      return Contents.takeError();
    auto Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    Segments.push_back({Next, toStringRef(*Contents)});
    if (*Name == ModuleSection)
      ModuleSections.push_back({Next, Contents->size()});
    Next = alignTo(Next + Contents->size() + 1, 4096);
  }
  for (const Elf::Elf_Shdr &Section : *Sections)
    if (Section.sh_type == ELF::SHT_RELA && Section.sh_info < Addresses.size())
      if (Error E = readObjectRelocations(File, Section, Addresses))
        return E;
  return Error::success();
}

Error HostFile::readObjectRelocations(const Elf &File, const Elf::Elf_Shdr &Relocations,
                                      ArrayRef<uint64_t> Addresses) {
  auto Table = File.getSection(Relocations.sh_link);
  if (!Table)
    return Table.takeError();
  auto Symbols = File.symbols(*Table);
  if (!Symbols)
    return Symbols.takeError();
  auto Entries = File.relas(Relocations);
  if (!Entries)
    return Entries.takeError();
  for (const Elf::Elf_Rela &Entry : *Entries) {
    const uint32_t Symbol = Entry.getSymbol(false);
    if (!isAbsolute(File.getHeader().e_machine, Entry.getType(false)) || Symbol >= Symbols->size())
      continue;
    const Elf::Elf_Sym &To = (*Symbols)[Symbol];
    if (To.st_shndx == ELF::SHN_UNDEF || To.st_shndx >= Addresses.size())
      continue;
    Pointers[Addresses[Relocations.sh_info] + Entry.r_offset] =
        Addresses[To.st_shndx] + To.st_value + Entry.r_addend;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Expected<StringRef> HostFile::bytes(uint64_t Address, uint64_t Size) const {
  for (const Segment &S : Segments)
    if (Address >= S.Begin && Address - S.Begin <= S.Bytes.size() &&
        Size <= S.Bytes.size() - (Address - S.Begin))
      return S.Bytes.substr(Address - S.Begin, Size);
  return createStringError("the file is damaged: nothing is at address 0x" + utohexstr(Address));
}

Expected<StringRef> HostFile::text(uint64_t Address) const {
  for (const Segment &S : Segments)
    if (Address >= S.Begin && Address - S.Begin < S.Bytes.size()) {
      StringRef Rest = S.Bytes.drop_front(Address - S.Begin);
      if (const size_t End = Rest.find('\0'); End != StringRef::npos)
        return Rest.take_front(End);
    }
  return createStringError("the file is damaged: no text is at address 0x" + utohexstr(Address));
}

Expected<uint32_t> HostFile::number(uint64_t Address) const {
  auto Bytes = bytes(Address, 4);
  if (!Bytes)
    return Bytes.takeError();
  return support::endian::read32le(Bytes->data());
}

Expected<uint64_t> HostFile::wideNumber(uint64_t Address) const {
  auto Bytes = bytes(Address, 8);
  if (!Bytes)
    return Bytes.takeError();
  return support::endian::read64le(Bytes->data());
}

Expected<uint64_t> HostFile::pointer(uint64_t Address) const {
  if (const auto Known = Pointers.find(Address); Known != Pointers.end())
    return Known->second;
  return wideNumber(Address);
}
