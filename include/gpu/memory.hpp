//===- memory.hpp - Buffers, allocators and boxes ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_MEMORY_HPP
#define GPU_MEMORY_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/detail/vector_fwd.hpp>
#include <gpu/error.hpp>
#include <gpu/per_thread.hpp>

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace gpu {

namespace detail {

inline constexpr std::size_t allocation_alignment = 256; // what `__gpuc_allocate` gives

template <class T> T *allocate(memory_kind kind, std::size_t count) {
  static_assert(alignof(T) <= allocation_alignment, "device memory is aligned to 256 bytes");
  if (count > static_cast<std::size_t>(-1) / sizeof(T))
    raise(errc::out_of_memory, "an allocation of more bytes than an address can count");
  void *memory = nullptr;
  check(__gpuc_allocate(kind, count * sizeof(T), &memory));
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
  void deallocate(T *memory, std::size_t) noexcept { __gpuc_free(Kind, memory); }
};

} // namespace detail

/// Allocates memory that the device keeps and the host sees too: quick for kernels, slow for the
/// host. For `std::vector` and other containers.
template <class T> struct allocator : detail::basic_allocator<T, detail::memory_shared, allocator> {
  constexpr allocator() noexcept = default;
  template <class U> constexpr allocator(const allocator<U> &) noexcept {}
  template <class U> constexpr bool operator==(const allocator<U> &) const noexcept { return true; }
};

/// Allocates memory that moves to whichever side uses it.
template <class T>
struct managed_allocator : detail::basic_allocator<T, detail::memory_managed, managed_allocator> {
  constexpr managed_allocator() noexcept = default;
  template <class U> constexpr managed_allocator(const managed_allocator<U> &) noexcept {}
  template <class U> constexpr bool operator==(const managed_allocator<U> &) const noexcept {
    return true;
  }
};

/// Allocates host memory that the device reads and writes in place, and that streams copy to and
/// from beside the host's work.
template <class T>
struct pinned_allocator : detail::basic_allocator<T, detail::memory_pinned, pinned_allocator> {
  constexpr pinned_allocator() noexcept = default;
  template <class U> constexpr pinned_allocator(const pinned_allocator<U> &) noexcept {}
  template <class U> constexpr bool operator==(const pinned_allocator<U> &) const noexcept {
    return true;
  }
};

/// An array of `size()` elements in the device's own memory. Move-only. The host copies to and from
/// it; kernels take `data()` or `span()`, or the buffer itself for a `std::span` parameter.
template <class T> class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "a buffer's elements are copied as bytes");

public:
  using value_type = T;

  /// An empty buffer.
  buffer() noexcept = default;
  /// `size` uninitialised elements. Throws `gpu::error`.
  explicit buffer(std::size_t size)
      : data_(detail::allocate<T>(detail::memory_device, size)), size_(size) {}
  /// A copy of a contiguous range in host or device memory. Throws `gpu::error`.
  template <class Range>
    requires(!std::is_same_v<std::remove_cvref_t<Range>, buffer>) &&
            detail::contiguous_range_of<Range, const T>
  explicit buffer(const Range &range) : buffer(std::size(range)) {
    copy_from(range);
  }
  buffer(buffer &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  buffer &operator=(buffer &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~buffer() {
    if (data_)
      __gpuc_free(detail::memory_device, data_);
  }

  /// `size` elements of zero bytes. Throws `gpu::error`.
  static buffer zeroed(std::size_t size) {
    buffer b(size);
    detail::check(__gpuc_fill_zero(b.data_, size * sizeof(T)));
    return b;
  }

  /// Device addresses, which the host must not follow.
  T *data() noexcept { return data_; }
  const T *data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::span<T> span() noexcept { return {data_, size_}; }
  std::span<const T> span() const noexcept { return {data_, size_}; }
  operator std::span<T>() noexcept { return span(); }
  operator std::span<const T>() const noexcept { return span(); }

  /// Copies all elements to a contiguous range of as many. Throws `gpu::error`, also for a range of
  /// another size.
  template <class Range>
    requires detail::contiguous_range_of<Range, T>
  void copy_to(Range &&range) const {
    check_size(std::size(range));
    detail::check(__gpuc_copy(std::data(range), data_, size_ * sizeof(T), nullptr));
  }
  /// Overwrites all elements from a contiguous range of as many. Throws `gpu::error`, also for a
  /// range of another size.
  template <class Range>
    requires detail::contiguous_range_of<const Range, const T>
  void copy_from(const Range &range) {
    check_size(std::size(range));
    detail::check(__gpuc_copy(data_, std::data(range), size_ * sizeof(T), nullptr));
  }
  /// A copy of the elements on the host; for sources that include <vector>. Throws `gpu::error`.
  std::vector<T, std::allocator<T>> to_vector() const {
    static_assert(!std::is_same_v<T, bool>, "a std::vector<bool> has no elements to copy to");
    std::vector<T, std::allocator<T>> v(size_);
    copy_to(v);
    return v;
  }

private:
  void check_size(std::size_t range_size) const {
    if (range_size != size_)
      detail::raise(errc::invalid_argument,
                    "copy between a gpu::buffer and a range of another size; give one of the "
                    "buffer's size(), or a std::span of that many elements");
  }

  T *data_ = nullptr;
  std::size_t size_ = 0;
};

template <class Range>
buffer(const Range &) -> buffer<std::remove_cv_t<detail::element_of<const Range>>>;

/// Owns one object in managed memory, which host and kernels use at the same address. Move-only;
/// the host destroys the object. Kernels take `get()`.
template <class T> class box {
public:
  /// Owns `object`, which `make_box` made; null for none.
  explicit box(T *object = nullptr) noexcept : object_(object) {}
  box(box &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  box &operator=(box &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~box() {
    if (!object_)
      return;
    object_->~T();
    __gpuc_free(detail::memory_managed, object_);
  }

  T *get() const noexcept { return object_; }
  T &operator*() const noexcept { return *object_; }
  T *operator->() const noexcept { return object_; }
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
        __gpuc_free(detail::memory_managed, address);
    }
  } m;
  ::new (static_cast<void *>(m.address)) T(std::forward<Args>(args)...);
  return box<T>(std::exchange(m.address, nullptr));
}

} // namespace gpu

#endif // GPU_MEMORY_HPP
