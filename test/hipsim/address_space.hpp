//===- address_space.hpp - The memory that a device sees --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory is this process's memory; a table says what of it the device may
// touch.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_ADDRESS_SPACE_HPP
#define GPUC_TEST_HIPSIM_ADDRESS_SPACE_HPP

#include "types.hpp"

#include <atomic>
#include <map>
#include <shared_mutex>

namespace hipsim {

enum class memory_use : u8 { device, managed, pinned, image, arguments };

struct allocation {
  u64 begin = 0, bytes = 0;
  memory_use use = memory_use::device;
  int device = 0;
  unsigned flags = 0;
  bool contains(u64 address, u64 size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

class address_space {
public:
  /// Page-aligned memory, or null where `bytes` exceed what is left of `limit()`.
  void *allocate(u64 bytes, memory_use use, int device, unsigned flags = 0);
  /// False where no allocation of one of the uses begins there.
  bool free(void *memory, memory_use use, memory_use or_use);
  /// The allocation that holds the address; one of no bytes where there is none.
  allocation find(u64 address) const;
  /// As `find`, with a message for a fault where the bytes are not all in one allocation.
  allocation need(u64 address, u64 bytes, const char *what) const;
  u64 used(int device) const;
  /// Changes whenever an allocation goes away.
  u64 generation() const { return generation_.load(std::memory_order_acquire); }

private:
  mutable std::shared_mutex mutex_;
  std::map<u64, allocation> table_;
  std::map<u64, allocation> freed_; ///< for messages: where memory was once
  std::atomic<u64> generation_{0};
};

/// Of all devices: they see each other's memory.
address_space &memory_of_devices();

inline constexpr u64 device_memory_bytes = u64{4} << 30;

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_ADDRESS_SPACE_HPP
