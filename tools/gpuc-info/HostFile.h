//===- HostFile.h - The data of a host's ELF file ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executables, shared libraries and objects as one address space in which
// pointers lead where they will at run time. Every read is checked against the
// file's bounds.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_INFO_HOSTFILE_H
#define GPUC_INFO_HOSTFILE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace gpuc::info {

/// A range of addresses.
struct AddressRange {
  uint64_t Begin = 0, Size = 0; ///< bytes
};

class HostFile {
public:
  /// `Bytes` is a 64-bit little-endian ELF file, and outlives the result.
  static llvm::Expected<HostFile> parse(llvm::StringRef Bytes);

  /// The bytes of all sections of that name.
  llvm::ArrayRef<AddressRange> moduleSections() const { return ModuleSections; }

  llvm::Expected<llvm::StringRef> bytes(uint64_t Address, uint64_t Size) const;
  /// The text that ends with the first zero.
  llvm::Expected<llvm::StringRef> text(uint64_t Address) const;
  llvm::Expected<uint32_t> number(uint64_t Address) const;
  llvm::Expected<uint64_t> wideNumber(uint64_t Address) const;
  /// The address that the pointer at `Address` holds at run time.
  llvm::Expected<uint64_t> pointer(uint64_t Address) const;

private:
  using Elf = llvm::object::ELFFile<llvm::object::ELF64LE>;

  struct Segment {
    uint64_t Begin;
    llvm::StringRef Bytes;
  };

  llvm::Error readLinked(const Elf &File);
  llvm::Error readDynamicRelocations(const Elf &File);
  llvm::Error readObject(const Elf &File);
  llvm::Error readObjectRelocations(const Elf &File, const Elf::Elf_Shdr &Relocations,
                                    llvm::ArrayRef<uint64_t> Addresses);

  std::vector<Segment> Segments;
  std::vector<AddressRange> ModuleSections;
  llvm::DenseMap<uint64_t, uint64_t> Pointers; ///< by address, those that a relocation sets
};

} // namespace gpuc::info

#endif // GPUC_INFO_HOSTFILE_H
