//===- memory_resource.hpp - Memory for std::pmr ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not part of <gpu/gpu.hpp>: <memory_resource> takes long to compile.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_MEMORY_RESOURCE_HPP
#define GPU_MEMORY_RESOURCE_HPP

#include <gpu/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace gpu {

namespace detail {

template <memory_kind Kind> class resource final : public std::pmr::memory_resource {
  // Where more alignment is asked for than the memory has, the block's address stands before it:
  // all these kinds of memory are the host's to write too.
  void *do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::size_t extra = alignment > allocation_alignment ? alignment : 0;
    if (bytes > static_cast<std::size_t>(-1) - extra)
      raise(errc::out_of_memory, "an allocation of more bytes than an address can count");
    void *memory = nullptr;
    check(__gpuc_allocate(nullptr, nullptr, Kind, bytes + extra ? bytes + extra : 1, &memory));
    if (!extra)
      return memory;
    const auto address =
        reinterpret_cast<std::uintptr_t>(memory) / alignment * alignment + alignment;
    void **const aligned = reinterpret_cast<void **>(address);
    aligned[-1] = memory;
    return aligned;
  }
  void do_deallocate(void *memory, std::size_t, std::size_t alignment) override {
    __gpuc_free(alignment > allocation_alignment ? static_cast<void **>(memory)[-1] : memory);
  }
  bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override {
    return this == &other;
  }
};

/// Never destroyed: containers with static storage may still use it.
template <memory_kind Kind> std::pmr::memory_resource *resource_of() {
  static std::pmr::memory_resource *only = new resource<Kind>;
  return only;
}

} // namespace detail

/// Memory as `gpu::allocator` gives: kept on the current device, seen by the host too. `allocate`
/// throws `gpu::error`. Each allocation asks the driver; put a `std::pmr` pool in front of it for
/// small ones.
inline std::pmr::memory_resource *shared_memory_resource() {
  return detail::resource_of<detail::memory_shared>();
}
/// Memory as `gpu::managed_allocator` gives: it moves to the side that uses it.
inline std::pmr::memory_resource *managed_memory_resource() {
  return detail::resource_of<detail::memory_managed>();
}
/// Memory as `gpu::pinned_allocator` gives: the host's, which devices use in place.
inline std::pmr::memory_resource *pinned_memory_resource() {
  return detail::resource_of<detail::memory_pinned>();
}

} // namespace gpu

#endif // GPU_MEMORY_RESOURCE_HPP
