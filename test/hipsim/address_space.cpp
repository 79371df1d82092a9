//===- address_space.cpp - The memory that a device sees --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "address_space.hpp"

#include <mutex>
#include <string>
#include <sys/mman.h>

namespace hipsim {
namespace {

constexpr u64 page = 4096;
u64 whole_pages(u64 bytes) { return (bytes + page - 1) / page * page; }

std::string hex(u64 value) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

} // namespace

void *address_space::allocate(u64 bytes, memory_use use, int device, unsigned flags) {
  const bool on_device = use == memory_use::device || use == memory_use::managed;
  if (bytes > device_memory_bytes || (on_device && bytes > device_memory_bytes - used(device)))
    return nullptr;
  // A page that nothing may touch stands behind each allocation, for the host's mistakes.
  const u64 mapped = whole_pages(bytes);
  void *const memory = mmap(nullptr, mapped + page, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  mprotect(static_cast<char *>(memory) + mapped, page, PROT_NONE);
  const u64 begin = reinterpret_cast<u64>(memory);
  const std::unique_lock lock(mutex_);
  freed_.erase(begin);
  table_[begin] = {begin, bytes, use, device, flags};
  return memory;
}

bool address_space::free(void *memory, memory_use use, memory_use or_use) {
  const std::unique_lock lock(mutex_);
  const auto found = table_.find(reinterpret_cast<u64>(memory));
  if (found == table_.end() || (found->second.use != use && found->second.use != or_use))
    return false;
  const allocation a = found->second;
  table_.erase(found);
  if (freed_.size() > 1000)
    freed_.clear();
  freed_[a.begin] = a;
  generation_.fetch_add(1, std::memory_order_release);
  munmap(memory, whole_pages(a.bytes) + page);
  return true;
}

allocation address_space::find(u64 address) const {
  const std::shared_lock lock(mutex_);
  auto after = table_.upper_bound(address);
  if (after == table_.begin())
    return {};
  const allocation a = (--after)->second;
  return a.contains(address, 1) ? a : allocation{};
}

allocation address_space::need(u64 address, u64 bytes, const char *what) const {
  const allocation a = find(address);
  if (a.contains(address, bytes)) [[likely]]
    return a;
  const std::shared_lock lock(mutex_);
  std::string where = "which no allocation holds";
  if (a.bytes)
    where =
        "which exceeds the allocation of " + std::to_string(a.bytes) + " bytes at " + hex(a.begin);
  else if (auto after = freed_.upper_bound(address);
           after != freed_.begin() && (--after)->second.contains(address, 1))
    where = "in memory that was freed";
  else if (auto next = table_.upper_bound(address); next != table_.begin()) {
    const allocation &before = (--next)->second;
    where = "which is " + std::to_string(address - before.begin - before.bytes) +
            " bytes behind an allocation of " + std::to_string(before.bytes) + " bytes";
  }
  throw fault(std::string(what) + " " + std::to_string(bytes) + " bytes at " + hex(address) + ", " +
              where);
}

u64 address_space::used(int device) const {
  const std::shared_lock lock(mutex_);
  u64 sum = 0;
  for (const auto &[begin, a] : table_)
    if (a.device == device && (a.use == memory_use::device || a.use == memory_use::managed))
      sum += a.bytes;
  return sum;
}

address_space &memory_of_devices() {
  static address_space &space = *new address_space; // kernels may run while the process ends
  return space;
}

} // namespace hipsim
