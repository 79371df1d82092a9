//===- allocations.cpp - What the program has allocated ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "allocations.hpp"

#include <mutex>

namespace gpu::detail {

void allocation_table::add(void *memory, const allocation &made) {
  std::lock_guard lock(mutex_);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  by_address_.insert_or_assign(begin, made).first->second.begin = begin;
}

std::optional<allocation> allocation_table::remove(void *memory) {
  std::lock_guard lock(mutex_);
  const auto found = by_address_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == by_address_.end())
    return std::nullopt;
  const allocation known = found->second;
  by_address_.erase(found);
  ++frees;
  return known;
}

std::optional<allocation> allocation_table::find(const void *memory) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  std::lock_guard lock(mutex_);
  auto after = by_address_.upper_bound(address);
  if (after == by_address_.begin())
    return std::nullopt;
  const auto &[begin, known] = *--after;
  return address - begin <= known.bytes ? std::optional(known) : std::nullopt;
}

void allocation_table::forget(const stream_state &stream) {
  std::lock_guard lock(mutex_);
  for (auto &[address, known] : by_address_)
    if (known.stream == &stream)
      known.stream = nullptr;
}

allocation_table &allocations() {
  static allocation_table &table = *new allocation_table;
  return table;
}

} // namespace gpu::detail
