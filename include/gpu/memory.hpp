//===- memory.hpp - Allocators and boxes ------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_MEMORY_HPP
#define GPU_MEMORY_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/error.hpp>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace gpu {

namespace detail {

inline constexpr std::size_t allocation_alignment = 256; // what `__gpuc_allocate` gives

/// Uninitialised memory for `count` objects: of the device of `stream` where that is given, of
/// `device`, or the current device's.
template <class T>
T *allocate(memory_kind kind, std::size_t count, device_state *device = nullptr,
            stream_state *stream = nullptr) {
  static_assert(alignof(T) <= allocation_alignment, "device memory is aligned to 256 bytes");
  if (count > static_cast<std::size_t>(-1) / sizeof(T))
    raise(errc::out_of_memory, "an allocation of more bytes than an address can count");
  void *memory = nullptr;
  check(__gpuc_allocate(device, stream, kind, count * sizeof(T), &memory));
  return static_cast<T *>(memory);
}

/// A standard allocator of memory of one kind.
template <class T, memory_kind Kind, template <class> class Self> struct basic_allocator {
  using value_type = T;
  using is_always_equal = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  template <class U> struct rebind {
    using other = Self<U>;
  };

  /// Uninitialised memory for `count` objects. Throws `gpu::error`.
  T *allocate(std::size_t count) { return detail::allocate<T>(Kind, count); }
  void deallocate(T *memory, std::size_t) noexcept { __gpuc_free(memory); }
};

} // namespace detail

/// Allocates memory that the device keeps and the host sees too: quick for kernels, slow for the
/// host. For `std::vector` and other containers.
template <class T> struct allocator : detail::basic_allocator<T, detail::memory_shared, allocator> {
  constexpr allocator() noexcept = default;
  /// From the allocator of another type; none has a state.
  template <class U> constexpr allocator(const allocator<U> &) noexcept {}
  /// True: each frees what another allocated.
  template <class U> constexpr bool operator==(const allocator<U> &) const noexcept { return true; }
};

/// Allocates memory that moves to whichever side uses it.
template <class T>
struct managed_allocator : detail::basic_allocator<T, detail::memory_managed, managed_allocator> {
  constexpr managed_allocator() noexcept = default;
  /// From the allocator of another type; none has a state.
  template <class U> constexpr managed_allocator(const managed_allocator<U> &) noexcept {}
  /// True: each frees what another allocated.
  template <class U> constexpr bool operator==(const managed_allocator<U> &) const noexcept {
    return true;
  }
};

/// Allocates host memory that the device reads and writes in place, and that streams copy to and
/// from beside the host's work.
template <class T>
struct pinned_allocator : detail::basic_allocator<T, detail::memory_pinned, pinned_allocator> {
  constexpr pinned_allocator() noexcept = default;
  /// From the allocator of another type; none has a state.
  template <class U> constexpr pinned_allocator(const pinned_allocator<U> &) noexcept {}
  /// True: each frees what another allocated.
  template <class U> constexpr bool operator==(const pinned_allocator<U> &) const noexcept {
    return true;
  }
};

/// Owns one object in managed memory, which host and kernels use at the same address. Move-only;
/// the host destroys the object. Kernels take `get()`.
template <class T> class box {
public:
  /// Owns `object`, which `make_box` made; null for none.
  explicit box(T *object = nullptr) noexcept : object_(object) {}
  /// Takes the object over.
  box(box &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  /// Exchanges the two objects.
  box &operator=(box &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~box() {
    if (!object_)
      return;
    object_->~T();
    __gpuc_free(object_);
  }

  /// The object's address on both sides, for kernels; null where there is none.
  T *get() const noexcept { return object_; }
  /// The object, which must be there; no kernel may use it meanwhile.
  T &operator*() const noexcept { return *object_; }
  /// As `get()`, for the host's use.
  T *operator->() const noexcept { return object_; }
  /// Whether there is an object.
  explicit operator bool() const noexcept { return object_ != nullptr; }

private:
  T *object_;
};

/// Makes a `T(args...)` in managed memory. Throws `gpu::error`, and what the constructor throws.
template <class T, class... Args> box<T> make_box(Args &&...args) {
  struct memory {
    T *address = detail::allocate<T>(detail::memory_managed, 1);
    ~memory() {
      if (address)
        __gpuc_free(address);
    }
  } m;
  ::new (static_cast<void *>(m.address)) T(std::forward<Args>(args)...);
  return box<T>(std::exchange(m.address, nullptr));
}

} // namespace gpu

#endif // GPU_MEMORY_HPP
