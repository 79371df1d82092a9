//===- device.hpp - The devices a process uses ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process uses one device unless it says otherwise, chosen when the first launch
// or allocation needs it: what `GPUC_DEVICE` names (`cpu`, `cuda`, `cuda:1`, `hip`,
// `hip:1`), else the first of CUDA, HIP and CPU devices that the embedded images run
// on. A thread may choose another one for itself, and streams, buffers and events may
// be made on any.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DEVICE_HPP
#define GPU_DEVICE_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/error.hpp>

#include <cstddef>
#include <string_view>

namespace gpu {

/// What there is to know about a device. The strings live as long as the process.
struct device_info {
  std::string_view backend;           ///< "cuda", "hip" or "cpu"
  std::string_view name;              ///< "NVIDIA H200"
  std::string_view arch;              ///< as `--offload-arch` spells it: "sm_90", "gfx942", "cpu"
  unsigned index;                     ///< n of `GPUC_DEVICE=cuda:n`
  unsigned warp_size;                 ///< lanes of a warp
  unsigned max_threads_per_block;     ///< the most threads of a block
  unsigned multiprocessors;           ///< on the CPU: cores
  std::size_t memory_bytes;           ///< of the device in all
  std::size_t shared_bytes_per_block; ///< the most shared memory of a block
};

/// How much of a device's memory there is, in bytes.
struct memory_info {
  std::size_t free_bytes;  ///< that nobody uses now, other processes included
  std::size_t total_bytes; ///< in all
};

/// A device of this machine. Copies stand for the same device.
class device : public device_info {
public:
  /// The calling thread's, as `current_device()`.
  device() : device(described()) {}
  /// For the library.
  explicit device(const detail::device_description &d)
      : device_info{d.backend,         d.name,         d.arch,
                    d.index,           d.warp_size,    d.max_threads_per_block,
                    d.multiprocessors, d.memory_bytes, d.shared_bytes_per_block},
        state_(d.state) {}

  /// Makes this the device of the calling thread: of its blocking launches, and of the streams,
  /// events and memory that it makes without naming a device.
  void make_current() const noexcept { __gpuc_use_device(state_); }
  /// Throws `gpu::error`.
  memory_info memory() const {
    memory_info info;
    detail::check(__gpuc_device_memory(state_, &info.free_bytes, &info.total_bytes));
    return info;
  }
  /// Waits for all work of the device, as `gpu::synchronize`.
  void synchronize() const { detail::check(__gpuc_synchronize(state_)); }
  /// Lets kernels of this device follow pointers to memory of `peer` from now on, and copies
  /// between the two go directly. Returns whether the machine can. Throws `gpu::error`.
  bool enable_access_to(const device &peer) const {
    int possible = 0;
    detail::check(__gpuc_device_enable_peer(state_, peer.state_, &possible));
    return possible != 0;
  }
  /// The primary `CUcontext` of a CUDA device, for libraries that want it; null for others. Throws
  /// `gpu::error`.
  void *native_context() const {
    void *context = nullptr;
    detail::check(__gpuc_device_native(state_, &context));
    return context;
  }

  /// Whether both stand for one device.
  friend bool operator==(const device &a, const device &b) noexcept { return a.state_ == b.state_; }

  /// For the library.
  detail::device_state *state() const noexcept { return state_; }

private:
  static detail::device_description described() {
    detail::device_description d;
    detail::check(__gpuc_current_device(&d));
    return d;
  }

  detail::device_state *state_;
};

/// The devices of this machine, as a range of `device`.
class device_list {
public:
  using value_type = device; ///< as of a container

  /// Goes through the list; `*` makes a `device`.
  class iterator {
  public:
    using value_type = device;              ///< what `*` gives
    using difference_type = std::ptrdiff_t; ///< as of every iterator

    /// Of no list.
    iterator() noexcept = default;
    /// For the library.
    explicit iterator(const detail::device_description *at) noexcept : at_(at) {}
    /// The device that it is at.
    device operator*() const { return device(*at_); }
    /// Goes on to the next.
    iterator &operator++() noexcept { return ++at_, *this; }
    /// Goes on to the next, and gives where it was.
    iterator operator++(int) noexcept { return iterator(at_++); }
    /// Whether both are at one place.
    bool operator==(const iterator &other) const noexcept = default;

  private:
    const detail::device_description *at_ = nullptr;
  };

  /// All of them, whatever is embedded. Throws `gpu::error`.
  device_list() { detail::check(__gpuc_devices(&first_, &size_)); }

  /// The first device.
  iterator begin() const noexcept { return iterator(first_); }
  /// Behind the last device, which is the CPU.
  iterator end() const noexcept { return iterator(first_ + size_); }
  /// The device of number `i`, which must be below `size()`.
  device operator[](std::size_t i) const { return device(first_[i]); }
  /// How many devices there are.
  std::size_t size() const noexcept { return size_; }

private:
  const detail::device_description *first_ = nullptr; // live as long as the process
  unsigned size_ = 0;
};

/// The devices of this machine, CUDA's, HIP's and then the CPU. Throws `gpu::error`.
inline device_list devices() { return {}; }

/// The device that the calling thread uses, chosen now where it has not been. Throws `gpu::error`
/// for a bad `GPUC_DEVICE` and where no device runs what is embedded.
inline device current_device() { return device(); }

/// Waits until all work given to the thread's device is done and all that its kernels printed is
/// out. Throws `gpu::error` where a kernel failed.
inline void synchronize() { detail::check(__gpuc_synchronize(nullptr)); }

} // namespace gpu

#endif // GPU_DEVICE_HPP
