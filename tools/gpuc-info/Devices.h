//===- Devices.h - The devices of this machine ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the runtime sees them. Devices.cpp is compiled with exceptions, as the
// runtime's headers need; LLVM's libraries are without.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_INFO_DEVICES_H
#define GPUC_INFO_DEVICES_H

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::info {

struct Device {
  std::string Selector; ///< "cuda:0", as GPUC_DEVICE takes it
  std::string Name, Arch;
  uint64_t MemoryBytes, SharedBytes; ///< of all; of a block, at most
  unsigned Multiprocessors, WarpSize, MaxThreadsPerBlock;
};

struct Backend {
  std::string Name;   ///< "cuda", "hip", "cpu"
  std::string Driver; ///< "CUDA 13.0"; empty without one
  std::string Note;   ///< why it has no devices; empty where it has some
};

struct Setting {
  std::string Name, Value;
  bool Known; ///< to this version of the runtime
};

struct Machine {
  std::vector<Device> Devices;
  std::vector<Backend> Backends;
  std::vector<Setting> Settings; ///< of the environment, GPUC_*
};

Machine describeMachine();

} // namespace gpuc::info

#endif // GPUC_INFO_DEVICES_H
