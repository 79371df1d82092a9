//===- heap.hpp - Memory for the device heap --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `malloc` in kernels allocates from (runtime/device/core/heap.hpp): the
// runtime reserves it when the first module that allocates is loaded, and gives
// it more memory between kernels where the device can.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_HEAP_HPP
#define GPUC_RUNTIME_HOST_HEAP_HPP

#include "../device/core/heap_layout.hpp"
#include "backend.hpp"

#include <mutex>
#include <string>
#include <string_view>

namespace gpu::detail {

/// Bytes that a text such as "65536", "512M" or "2G" names. Throws `failure`, with the name of the
/// setting, for anything else.
std::size_t parse_size_setting(const char *name, std::string_view text);

/// Bytes of stack that a thread gets where the compiler cannot tell a kernel's need, as with virtual
/// functions or recursion: `GPUC_STACK_SIZE`, or 32 KiB, where drivers give 1 KiB.
std::size_t deep_stack_bytes();

/// The heap of one device. Its functions may be called from any thread.
class device_heap {
public:
  /// `size` and `check` are the values of GPUC_HEAP_SIZE and GPUC_HEAP_CHECK; null where they are
  /// not set. Throws `failure`.
  device_heap(device_backend &backend, const char *size, const char *check);

  device_heap(const device_heap &) = delete;
  device_heap &operator=(const device_heap &) = delete;

  /// What the device variable `__gpuc_heap` is to be.
  heap::descriptor *address() const { return tables_; }

  /// Gives the heap more memory where more than half of it is used, or it did not suffice. To be
  /// called before a kernel is enqueued, while none runs: it waits for the device.
  void grow_if_needed() noexcept;

  /// A line about blocks that were not freed; empty where all were, and without GPUC_HEAP_CHECK.
  /// No kernel may run.
  std::string describe_leaks();

  std::size_t bytes() const { return std::size_t{chunks_} << heap::chunk_shift; }

private:
  unsigned first_chunks(std::size_t device_memory) const;
  void reserve_growing();
  void allocate_fixed(std::size_t bytes);
  void make_tables();
  void add_chunks(unsigned count);
  void write_descriptor();
  unsigned chunks_wanted() const;

  device_backend &backend_;
  heap::descriptor *tables_ = nullptr; ///< on the device
  heap::descriptor copy_ = {};         ///< of what is there

  std::mutex mutex_;           ///< of what follows
  unsigned chunks_ = 0;        ///< with memory behind them
  unsigned most_chunks_ = 0;   ///< with addresses
  unsigned step_ = 0;          ///< chunks that memory comes in; 0: the heap does not grow
  unsigned seen_failures_ = 0; ///< of `report_area`
};

} // namespace gpu::detail

#endif // GPUC_RUNTIME_HOST_HEAP_HPP
