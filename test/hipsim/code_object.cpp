//===- code_object.cpp - Loading code objects -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout, relocations and metadata as LLVM's "User Guide for AMDGPU Backend" has
// them.
//
//===----------------------------------------------------------------------===//
#include "code_object.hpp"
#include "address_space.hpp"
#include "message_pack.hpp"

#include <cstring>
#include <elf.h>

namespace hipsim {
namespace {

constexpr u32 nt_amdgpu_metadata = 32;
enum relocation : u32 { r_abs32_lo = 1, r_abs32_hi, r_abs64, r_relative64 = 13 };

struct processor_name {
  u32 mach;
  const char *name;
};
constexpr processor_name processors[] = {
    {0x041, "gfx1100"}, {0x04c, "gfx942"}, {0x054, "gfx11-generic"}, {0x05f, "gfx9-4-generic"}};

} // namespace

std::string processor_of_image(const void *image) {
  const auto *header = static_cast<const Elf64_Ehdr *>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_machine != 224)
    return {};
  for (const processor_name &p : processors)
    if (p.mach == (header->e_flags & 0xff))
      return p.name;
  return "?";
}

code::code(const void *image, const std::string &processor, int device) : processor_(processor) {
  const u8 *file = static_cast<const u8 *>(image);
  const auto *header = static_cast<const Elf64_Ehdr *>(image);
  const auto *segments = reinterpret_cast<const Elf64_Phdr *>(file + header->e_phoff);
  u64 end = 0;
  for (unsigned n = 0; n < header->e_phnum; ++n)
    if (segments[n].p_type == PT_LOAD)
      end = std::max(end, segments[n].p_vaddr + segments[n].p_memsz);
  base_ = reinterpret_cast<u64>(memory_of_devices().allocate(end, memory_use::image, device));
  if (!base_)
    throw std::runtime_error("no memory for the code object");
  load_segments(file);
  relocate();
  read_symbols();
  read_notes(file);
  decoded_ = std::make_unique<std::atomic<const instruction *>[]>(text_bytes_ / 4 + 1);
  disassembler_ = create_disassembler(processor_);
}

code::~code() {
  dispose_disassembler(disassembler_);
  memory_of_devices().free(reinterpret_cast<void *>(base_), memory_use::image, memory_use::image);
}

void code::load_segments(const u8 *file) {
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(file);
  const auto *segments = reinterpret_cast<const Elf64_Phdr *>(file + header->e_phoff);
  for (unsigned n = 0; n < header->e_phnum; ++n) {
    const Elf64_Phdr &s = segments[n];
    if (s.p_type == PT_DYNAMIC)
      dynamic_ = base_ + s.p_vaddr;
    if (s.p_type != PT_LOAD)
      continue;
    std::memcpy(reinterpret_cast<void *>(base_ + s.p_vaddr), file + s.p_offset, s.p_filesz);
    if (s.p_flags & PF_X) {
      text_ = base_ + s.p_vaddr;
      text_bytes_ = s.p_memsz;
    }
  }
}

void code::relocate() {
  u64 table = 0, bytes = 0, symbols = 0;
  for (const auto *d = reinterpret_cast<const Elf64_Dyn *>(dynamic_); dynamic_ && d->d_tag; ++d)
    switch (d->d_tag) {
    case DT_RELA:
      table = base_ + d->d_un.d_ptr;
      break;
    case DT_RELASZ:
      bytes = d->d_un.d_val;
      break;
    case DT_SYMTAB:
      symbols = base_ + d->d_un.d_ptr;
      break;
    }
  const auto *relocations = reinterpret_cast<const Elf64_Rela *>(table);
  for (u64 n = 0; n < bytes / sizeof(Elf64_Rela); ++n) {
    const Elf64_Rela &r = relocations[n];
    const auto &symbol = reinterpret_cast<const Elf64_Sym *>(symbols)[ELF64_R_SYM(r.r_info)];
    const u64 value = base_ + symbol.st_value + static_cast<u64>(r.r_addend);
    void *const at = reinterpret_cast<void *>(base_ + r.r_offset);
    const auto write = [&](u64 bits, std::size_t size) { std::memcpy(at, &bits, size); };
    switch (ELF64_R_TYPE(r.r_info)) {
    case r_relative64:
      write(base_ + static_cast<u64>(r.r_addend), 8);
      break;
    case r_abs64:
      if (symbol.st_shndx == SHN_UNDEF)
        throw std::runtime_error("the code object has an undefined symbol");
      write(value, 8);
      break;
    case r_abs32_lo:
      write(low_word(value), 4);
      break;
    case r_abs32_hi:
      write(high_word(value), 4);
      break;
    default:
      throw std::runtime_error("the code object has a relocation of unknown type " +
                               std::to_string(ELF64_R_TYPE(r.r_info)));
    }
  }
}

void code::read_symbols() {
  u64 symbols = 0, names = 0, hash = 0;
  for (const auto *d = reinterpret_cast<const Elf64_Dyn *>(dynamic_); dynamic_ && d->d_tag; ++d) {
    if (d->d_tag == DT_SYMTAB)
      symbols = base_ + d->d_un.d_ptr;
    else if (d->d_tag == DT_STRTAB)
      names = base_ + d->d_un.d_ptr;
    else if (d->d_tag == DT_HASH)
      hash = base_ + d->d_un.d_ptr;
  }
  if (!hash)
    return;
  const u32 count = reinterpret_cast<const u32 *>(hash)[1];
  const auto *table = reinterpret_cast<const Elf64_Sym *>(symbols);
  for (u32 n = 1; n < count; ++n)
    if (table[n].st_shndx != SHN_UNDEF)
      symbols_[reinterpret_cast<const char *>(names + table[n].st_name)] = {
          base_ + table[n].st_value, table[n].st_size};
}

void code::read_notes(const u8 *file) {
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(file);
  const auto *segments = reinterpret_cast<const Elf64_Phdr *>(file + header->e_phoff);
  message_value metadata;
  for (unsigned n = 0; n < header->e_phnum; ++n) {
    if (segments[n].p_type != PT_NOTE)
      continue;
    const u8 *at = file + segments[n].p_offset, *const end = at + segments[n].p_filesz;
    while (at < end) {
      const auto *note = reinterpret_cast<const Elf64_Nhdr *>(at);
      const u8 *const data = at + sizeof(*note) + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == nt_amdgpu_metadata)
        metadata = read_message(data, note->n_descsz);
      at = data + (note->n_descsz + 3) / 4 * 4;
    }
  }
  for (const message_value &m : metadata["amdhsa.kernels"].list) {
    auto k = std::make_unique<kernel>();
    k->name = m[".name"].text;
    k->module = this;
    const auto found = symbols_.find(m[".symbol"].text);
    if (found == symbols_.end())
      throw std::runtime_error("the code object has no symbol " + m[".symbol"].text);
    k->descriptor = reinterpret_cast<const kernel_descriptor *>(found->second.first);
    k->entry = found->second.first + static_cast<u64>(k->descriptor->kernel_code_entry_byte_offset);
    const auto number = [&](const char *name) { return static_cast<u32>(m[name].number); };
    k->kernarg_size = number(".kernarg_segment_size");
    k->group_bytes = number(".group_segment_fixed_size");
    k->private_bytes = number(".private_segment_fixed_size");
    k->max_group_size = number(".max_flat_workgroup_size");
    k->sgprs = number(".sgpr_count");
    k->vgprs = number(".vgpr_count");
    k->agprs = number(".agpr_count");
    k->wavefront_size = number(".wavefront_size");
    k->dynamic_stack = m[".uses_dynamic_stack"].number;
    for (const message_value &a : m[".args"].list)
      k->arguments.push_back({static_cast<u32>(a[".offset"].number),
                              static_cast<u32>(a[".size"].number), a[".value_kind"].text});
    kernels_[k->name] = std::move(k);
  }
}

kernel *code::find_kernel(const std::string &name) {
  const auto found = kernels_.find(name);
  return found == kernels_.end() ? nullptr : found->second.get();
}

std::pair<void *, std::size_t> code::find_variable(const std::string &name) const {
  const auto found = symbols_.find(name);
  if (found == symbols_.end())
    return {nullptr, 0};
  return {reinterpret_cast<void *>(found->second.first), found->second.second};
}

const instruction &code::decode_at(u64 address) const {
  if (address - text_ >= text_bytes_ || address % 4)
    throw fault("the program counter left the code");
  const u64 index = (address - text_) / 4;
  const std::lock_guard lock(mutex_);
  if (const instruction *i = decoded_[index].load(std::memory_order_acquire))
    return *i;
  owned_.push_back(decode(disassembler_, processor_, reinterpret_cast<const u8 *>(address),
                          text_ + text_bytes_ - address));
  decoded_[index].store(owned_.back().get(), std::memory_order_release);
  return *owned_.back();
}

} // namespace hipsim
