//===- allocations.hpp - What the program has allocated ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every allocation of `__gpuc_allocate`, by address, for the devices of this
// process share one address space. An allocator of the standard library's kind
// has no state, so only the address tells whose memory it gives back.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_ALLOCATIONS_HPP
#define GPUC_RUNTIME_ALLOCATIONS_HPP

#include "fork.hpp"

#include <gpu/detail/runtime.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace gpu::detail {

struct allocation {
  device_state *device;
  memory_kind kind;
  std::size_t bytes;
  stream_state *stream; ///< freed in its order; null: at once
  std::uintptr_t begin = 0; ///< its address; the table sets it
};

/// Grows whenever something is freed, so that who remembers what an address was knows when to ask
/// again.
inline constinit std::atomic<unsigned long> frees = 0;

class allocation_table {
public:
  void add(void *memory, const allocation &made);
  /// Removes the allocation that begins at `memory`; nothing where there is none.
  std::optional<allocation> remove(void *memory);
  /// The allocation that `address` lies in, its end included, which ranges have in their `end()`.
  std::optional<allocation> find(const void *address) const;
  /// For a stream that ends: its allocations are freed at once from now on.
  void forget(const stream_state &stream);

private:
  mutable fork_safe_mutex mutex_;
  std::map<std::uintptr_t, allocation> by_address_;
};

/// That of this process. Never destroyed: destructors of static objects may still free memory.
allocation_table &allocations();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_ALLOCATIONS_HPP
