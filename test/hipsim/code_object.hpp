//===- code_object.hpp - A loaded code object -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_CODE_OBJECT_HPP
#define GPUC_TEST_HIPSIM_CODE_OBJECT_HPP

#include "instruction.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hipsim {

/// An argument of a kernel, as the code object's metadata has it.
struct kernel_argument {
  u32 offset = 0, size = 0;
  std::string kind;
  bool hidden() const { return kind.starts_with("hidden_"); }
};

/// `amdhsa_kernel_descriptor_t`, as LLVM's "User Guide for AMDGPU Backend" has it.
struct kernel_descriptor {
  u32 group_segment_fixed_size, private_segment_fixed_size, kernarg_size;
  u8 reserved0[4];
  i64 kernel_code_entry_byte_offset;
  u8 reserved1[20];
  u32 compute_pgm_rsrc3, compute_pgm_rsrc1, compute_pgm_rsrc2;
  u16 kernel_code_properties, kernarg_preload;
  u8 reserved3[4];
};
static_assert(sizeof(kernel_descriptor) == 64);

struct kernel {
  std::string name;
  class code *module = nullptr;
  const kernel_descriptor *descriptor = nullptr;
  u64 entry = 0;
  std::vector<kernel_argument> arguments;
  u32 kernarg_size = 0;
  u32 group_bytes = 0, private_bytes = 0, max_group_size = 0;
  u32 sgprs = 0, vgprs = 0, agprs = 0, wavefront_size = 0;
  bool dynamic_stack = false;
};

class code {
public:
  /// Loads an ELF image for one of the processors; throws `std::runtime_error`.
  code(const void *image, const std::string &processor, int device);
  ~code();
  code(const code &) = delete;

  const std::string &processor() const { return processor_; }
  kernel *find_kernel(const std::string &name);
  /// Address and size of a variable; address null where there is none.
  std::pair<void *, std::size_t> find_variable(const std::string &name) const;
  /// The instruction at the address, decoded at its first use. Throws `fault`.
  const instruction &at(u64 address) const {
    const u64 index = (address - text_) / 4;
    if (address - text_ < text_bytes_) [[likely]]
      if (const instruction *i = decoded_[index].load(std::memory_order_acquire)) [[likely]]
        return *i;
    return decode_at(address);
  }
  u64 base() const { return base_; }

private:
  void load_segments(const u8 *file);
  void relocate();
  void read_symbols();
  void read_notes(const u8 *file);
  const instruction &decode_at(u64 address) const;

  std::string processor_;
  u64 base_ = 0;
  u64 text_ = 0, text_bytes_ = 0;
  mutable std::unique_ptr<std::atomic<const instruction *>[]> decoded_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<instruction>> owned_;
  mutable void *disassembler_ = nullptr;
  u64 dynamic_ = 0;
  std::map<std::string, std::pair<u64, u64>> symbols_; ///< address and size
  std::map<std::string, std::unique_ptr<kernel>> kernels_;
};

/// The processor that an ELF image is for, or nothing where it is no AMDGPU code object.
std::string processor_of_image(const void *image);

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_CODE_OBJECT_HPP
