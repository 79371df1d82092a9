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
#include <gpu/device.hpp>
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
  /// An event of the current device that counts as done until `record`: streams of that device
  /// record it, and streams of any device wait for it. Throws `gpu::error`.
  event() { detail::check(__gpuc_event_create(nullptr, &state_)); }
  /// The same of the device `on`. Throws `gpu::error`.
  explicit event(const device &on) { detail::check(__gpuc_event_create(on.state(), &state_)); }
  /// Takes the event over; `other` can only be assigned to and destroyed then.
  event(event &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  /// Exchanges the two.
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

/// Which streams' waiting blocks a device runs first. A device may tell fewer levels apart: NVIDIA's
/// `low` is `normal`.
enum class stream_priority : int { low = -1, normal = 0, high = 1 };

/// The work of a stream, kept to be done again and again. Move-only.
class graph {
public:
  /// Nothing to do.
  graph() noexcept = default;
  /// Takes the work over; `other` has none then.
  graph(graph &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  /// Exchanges the two.
  graph &operator=(graph &&other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~graph() {
    if (state_)
      __gpuc_graph_destroy(state_);
  }
  /// Whether there is work, were it none at all, that a stream was captured for.
  explicit operator bool() const noexcept { return state_ != nullptr; }

private:
  friend class stream;
  detail::graph_state *state_ = nullptr;
};

/// A queue of work for a device. Move-only; may be used from several threads.
class stream {
public:
  /// A stream of the current device. Throws `gpu::error`.
  explicit stream(stream_priority priority = stream_priority::normal) {
    detail::check(__gpuc_stream_create(nullptr, static_cast<int>(priority), &state_));
  }
  /// A stream of the device `on`. Throws `gpu::error`.
  explicit stream(const device &on, stream_priority priority = stream_priority::normal) {
    detail::check(__gpuc_stream_create(on.state(), static_cast<int>(priority), &state_));
  }
  /// A stream of the driver's, `CUstream` or `hipStream_t`, of the current device, that another
  /// library made. It stays that library's and must outlive this object. Throws `gpu::error`.
  static stream from_native(void *native) { return from_native(native, device()); }
  /// The same of the device `on`. Throws `gpu::error`.
  static stream from_native(void *native, const device &on) {
    detail::stream_state *state = nullptr;
    detail::check(__gpuc_stream_adopt(on.state(), native, &state));
    return stream(state);
  }
  /// Takes the stream over; `other` can only be assigned to and destroyed then.
  stream(stream &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  /// Exchanges the two.
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

  /// Calls `f()` on a thread of the host once the work given before is done; work given from now on
  /// waits for it. `f` must not throw, and must not use this library: the drivers forbid that.
  /// Throws `gpu::error`, and what copying `f` throws.
  template <class F> void call(F f) {
    detail::check(__gpuc_stream_call(
        state_, [](void *p) noexcept { (*static_cast<F *>(p))(); }, new F(std::move(f)),
        [](void *p) { delete static_cast<F *>(p); }));
  }

  /// Calls `f()`, which gives this stream work, and returns that work as a graph instead of doing it.
  /// Streams that wait for this one inside `f` take part, and must be waited for again. Arguments
  /// are copied now; memory that they refer to must live as long as the graph. Inside `f`, work for
  /// streams alone: no blocking launch or copy, no synchronisation; blocking work of other threads
  /// waits. Throws `gpu::error`, and what `f` throws.
  template <class F> graph capture(F f) {
    detail::check(__gpuc_capture_begin(state_));
    struct guard {
      detail::stream_state *open;
      ~guard() {
        if (open)
          (void)__gpuc_capture_end(open, nullptr);
      }
    } unfinished{state_};
    f();
    graph made;
    detail::check(__gpuc_capture_end(std::exchange(unfinished.open, nullptr), &made.state_));
    return made;
  }
  /// Gives the stream the work of a graph, which must be of its device and outlive the work. Throws
  /// `gpu::error`.
  void launch(const graph &g) {
    if (g.state_)
      detail::check(__gpuc_graph_launch(g.state_, state_));
  }

  /// Work given from now on waits until `e`, as recorded now, is done. Throws `gpu::error`.
  void wait(const event &e) { detail::check(__gpuc_stream_wait(state_, e.state_)); }
  /// Waits until all work of the stream is done and all that it printed is out. Throws `gpu::error`
  /// where a kernel failed.
  void synchronize() { detail::check(__gpuc_stream_synchronize(state_)); }

  /// Whether all work of the stream is done. Throws `gpu::error` where it failed.
  bool ready() const {
    int ready = 0;
    detail::check(__gpuc_stream_query(state_, &ready));
    return ready != 0;
  }

  /// The driver's handle, a `CUstream` or `hipStream_t`, for libraries that take one; null on the
  /// CPU.
  void *native_handle() const noexcept { return __gpuc_stream_native(state_); }
  /// For the library.
  detail::stream_state *state() const noexcept { return state_; }

private:
  explicit stream(detail::stream_state *state) noexcept : state_(state) {}

  detail::stream_state *state_ = nullptr;
};

inline void event::record(stream &s) { detail::check(__gpuc_event_record(state_, s.state())); }

} // namespace gpu

#endif // GPU_STREAM_HPP
