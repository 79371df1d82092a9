//===- buffer.hpp - Arrays in a device's memory -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPU_BUFFER_HPP
#define GPU_BUFFER_HPP

#include <gpu/detail/vector_fwd.hpp>
#include <gpu/device.hpp>
#include <gpu/memory.hpp>
#include <gpu/per_thread.hpp>
#include <gpu/stream.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace gpu {

/// Copies the elements of `from` to `to`, contiguous ranges of equal size in any memory of host and
/// devices, and returns when that is done. Throws `gpu::error`.
template <class To, class From>
  requires detail::contiguous_range_of<To, std::remove_cv_t<detail::element_of<To>>> &&
           detail::contiguous_range_of<const From, const detail::element_of<To>>
void copy(To &&to, const From &from) {
  using T = detail::element_of<To>;
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
  if (std::size(to) != std::size(from))
    detail::raise(errc::invalid_argument, "gpu::copy between ranges of different sizes");
  detail::check(__gpuc_copy(std::data(to), std::data(from), std::size(to) * sizeof(T), nullptr));
}

/// An array of `size()` elements in the device's own memory. Move-only. The host copies to and from
/// it; kernels take `data()` or `span()`, or the buffer itself for a `std::span` parameter.
template <class T> class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "a buffer's elements are copied as bytes");

public:
  using value_type = T; ///< as of a container

  /// An empty buffer.
  buffer() noexcept = default;
  /// `size` uninitialised elements. Throws `gpu::error`.
  explicit buffer(std::size_t size)
      : data_(detail::allocate<T>(detail::memory_device, size)), size_(size) {}
  /// `size` uninitialised elements in the memory of `on`. Throws `gpu::error`.
  buffer(std::size_t size, const device &on)
      : data_(detail::allocate<T>(detail::memory_device, size, on.state())), size_(size) {}
  /// `size` uninitialised elements that exist for the work that `order` is given between this call
  /// and the buffer's end: neither waits, and a stream that allocates again and again uses the same
  /// memory. Other streams must wait for this one. Throws `gpu::error`.
  buffer(std::size_t size, const stream &order)
      : data_(detail::allocate<T>(detail::memory_device, size, nullptr, order.state())),
        size_(size) {}
  /// A copy of a contiguous range in host or device memory. Throws `gpu::error`.
  template <class Range>
    requires(!std::is_same_v<std::remove_cvref_t<Range>, buffer>) &&
            detail::contiguous_range_of<Range, const T>
  explicit buffer(const Range &range) : buffer(std::size(range)) {
    copy_from(range);
  }
  /// Takes the elements over; `other` is empty then.
  buffer(buffer &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  /// Exchanges the elements of the two.
  buffer &operator=(buffer &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~buffer() {
    if (data_)
      __gpuc_free(data_);
  }

  /// `size` elements of zero bytes. Throws `gpu::error`.
  static buffer zeroed(std::size_t size) {
    buffer b(size);
    detail::check(__gpuc_fill_zero(b.data_, size * sizeof(T), nullptr));
    return b;
  }
  /// As `buffer(size, order)`, and zeroed in the stream's order. Throws `gpu::error`.
  static buffer zeroed(std::size_t size, const stream &order) {
    buffer b(size, order);
    detail::check(__gpuc_fill_zero(b.data_, size * sizeof(T), order.state()));
    return b;
  }

  /// The first element's address on the device, which the host must not follow.
  T *data() noexcept { return data_; }
  /// The first element's address on the device, which the host must not follow.
  const T *data() const noexcept { return data_; }
  /// How many elements there are.
  std::size_t size() const noexcept { return size_; }
  /// Whether there are none.
  bool empty() const noexcept { return size_ == 0; }
  /// All elements, for kernels and copies.
  std::span<T> span() noexcept { return {data_, size_}; }
  /// All elements, to be read.
  std::span<const T> span() const noexcept { return {data_, size_}; }
  /// The elements from `first` on, `count` of them. Throws `gpu::error` where there are fewer.
  std::span<T> span(std::size_t first, std::size_t count) {
    check_part(first, count);
    return {data_ + first, count};
  }
  /// As above, to be read. Throws `gpu::error`.
  std::span<const T> span(std::size_t first, std::size_t count) const {
    check_part(first, count);
    return {data_ + first, count};
  }
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
  /// A copy of the elements on the host; for sources that include `<vector>`. Throws `gpu::error`.
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

  void check_part(std::size_t first, std::size_t count) const {
    if (first > size_ || count > size_ - first)
      detail::raise(errc::invalid_argument, "a gpu::buffer has fewer elements than the part of it");
  }

  T *data_ = nullptr;
  std::size_t size_ = 0;
};

template <class Range>
buffer(const Range &) -> buffer<std::remove_cv_t<detail::element_of<const Range>>>;

} // namespace gpu

#endif // GPU_BUFFER_HPP
