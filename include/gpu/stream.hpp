//===- stream.hpp - Work in order, beside the host --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work given to one stream runs in the order given; work of different streams
// may run at the same time. Blocking functions (`gpu::launch`, a buffer's
// copies) start after all that any stream was given before them. On the CPU a
// stream does its work at once, before the call returns, which is one of the
// orders that a stream allows.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_STREAM_HPP
#define GPU_STREAM_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/error.hpp>
#include <gpu/launch.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace gpu {

class stream;

/// A point in a stream's work that the host and other streams can wait for. Move-only.
class event {
public:
  /// An event that counts as done until `record`. Throws `gpu::error`.
  event() { detail::check(__gpuc_event_create(&state_)); }
  event(event &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  event &operator=(event &&other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~event() {
    if (state_)
      __gpuc_event_destroy(state_);
  }

  /// Stands for all work that `s` has been given up to now. Throws `gpu::error`.
  void record(stream &s);
  /// Waits until the recorded work is done. Throws `gpu::error` where it failed.
  void synchronize() { detail::check(__gpuc_event_synchronize(state_)); }
  /// Whether the recorded work is done. Throws `gpu::error` where it failed.
  bool ready() const {
    int ready = 0;
    detail::check(__gpuc_event_query(state_, &ready));
    return ready != 0;
  }
  /// Milliseconds on the device from `earlier` to this event; waits for both. Throws `gpu::error`
  /// where one of them was never recorded.
  float milliseconds_since(const event &earlier) const {
    float ms = 0;
    detail::check(__gpuc_event_elapsed(earlier.state_, state_, &ms));
    return ms;
  }

private:
  friend class stream;
  detail::event_state *state_ = nullptr;
};

/// A queue of work for the device. Move-only; may be used from several threads.
class stream {
public:
  /// Throws `gpu::error`.
  stream() { detail::check(__gpuc_stream_create(&state_)); }
  stream(stream &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  stream &operator=(stream &&other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  /// Waits for the stream's work; errors of that work are lost here, so synchronise before.
  ~stream() {
    if (state_)
      __gpuc_stream_destroy(state_);
  }

  /// Gives the stream a launch of `Kernel` and returns; `config` and `args` as `gpu::launch` takes
  /// them, but ranges of host memory must be pinned or managed and live until the kernel is done.
  /// Throws `gpu::error` for a configuration that the kernel or device does not allow, and for
  /// host memory that the device cannot see.
  template <auto Kernel, class... Args> void launch(launch_config config, Args &&...args) {
    detail::launch_kernel<Kernel>(state_, config, Kernel, std::forward<Args>(args)...);
  }
  /// Gives the stream a launch that calls `f()` in each thread. Throws as `launch<Kernel>`.
  template <class F> void launch(launch_config config, F f) {
    launch<&detail::invoke_kernel<F>>(config, f);
  }
  /// Gives the stream a call of `f(i)` for each i below `n`. Throws as `launch<Kernel>`.
  template <class F> void parallel_for(std::size_t n, F f) {
    launch<&detail::parallel_for_kernel<F>>(launch_config::cover(n), n, f);
  }

  /// Copies `from` to `to`, which must be of one size, in stream order; memory of either side that
  /// the device sees (device, managed or pinned). Throws `gpu::error`.
  template <class T> void copy(std::span<T> to, std::span<const std::type_identity_t<T>> from) {
    static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
    if (to.size() != from.size())
      detail::raise(errc::invalid_argument, "stream copy between ranges of different sizes");
    detail::check(__gpuc_copy(to.data(), from.data(), from.size_bytes(), state_));
  }

  /// Work given from now on waits until `e`, as recorded now, is done. Throws `gpu::error`.
  void wait(const event &e) { detail::check(__gpuc_stream_wait(state_, e.state_)); }
  /// Waits until all work of the stream is done and all that it printed is out. Throws `gpu::error`
  /// where a kernel failed.
  void synchronize() { detail::check(__gpuc_stream_synchronize(state_)); }

private:
  friend class event;
  detail::stream_state *state_ = nullptr;
};

inline void event::record(stream &s) { detail::check(__gpuc_event_record(state_, s.state_)); }

} // namespace gpu

#endif // GPU_STREAM_HPP
