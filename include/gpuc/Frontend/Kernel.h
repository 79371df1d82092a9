//===- Kernel.h - What the front end knows of a kernel ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of a kernel that travels from the host parse to the device
// compiles, the embed file and the driver. Nothing here depends on how the
// source spells a kernel.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_FRONTEND_KERNEL_H
#define GPUC_FRONTEND_KERNEL_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuc {

/// A parameter as it lies in the packed argument block: at its offset, aligned to its own
/// alignment, with nothing between but padding.
struct KernelParam {
  std::string Name;
  std::string Type;
  uint64_t Size = 0; ///< bytes
  uint64_t Align = 1;
  uint64_t Offset = 0;
};

/// A pointer somewhere in the parameters whose value a launch checks.
struct KernelPointer {
  uint64_t Offset = 0;                 ///< bytes, in the packed argument block
  std::optional<uint64_t> CountOffset; ///< of the number of elements there, where that is known
  std::string Path;                    ///< "parameter 'params', member 'data'"
};

/// A base class, member or capture.
struct LayoutItem {
  std::string Name; ///< "member 'x'"
  std::string Type; ///< canonical
  uint64_t Offset = 0; ///< bits
  uint64_t Size = 0;   ///< bits
  bool IsBitField = false;
};

/// How the objects of a class or the closures of a lambda lie in memory.
struct RecordLayout {
  std::string Key;  ///< equal for the host's and the device's view of the class
  std::string Name; ///< for messages
  uint64_t Size = 0; ///< bytes
  uint64_t Align = 1;
  std::vector<LayoutItem> Items; ///< in the order of declaration, base classes first
};

/// A kernel, or one instantiation of a kernel template.
struct Kernel {
  /// Equal for the host's and the device's view of the kernel and for no other kernel of the
  /// source. Rests on names and source positions, never on mangled lambda numbers, which differ
  /// between the two.
  std::string Identity;
  std::string Symbol;   ///< name of the entry point in every image
  std::string Name;     ///< readable: `(anonymous namespace)::transform<int>`
  std::string Location; ///< `file:line:col` of the definition
  std::vector<KernelParam> Params;
  std::vector<KernelPointer> Pointers;
  /// Of all classes in the parameters and of those that pointers there lead to; what a class is
  /// made of comes before it.
  std::vector<RecordLayout> Records;
  uint64_t ArgsSize = 0;   ///< bytes of the packed argument block
  unsigned MaxThreads = 0; ///< from launch_bounds; 0: not given
  unsigned MinBlocks = 0;
  bool IsInternal = false; ///< the host function has internal linkage
};

/// What a host parse yields besides the host's object.
struct Extraction {
  std::vector<Kernel> Kernels;
  std::string DeviceSource; ///< text of the device translation unit
};

} // namespace gpuc

#endif // GPUC_FRONTEND_KERNEL_H
