//===- traced_backend.hpp - A device that is traced -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands before a device while GPUC_TRACE is set, so that a program that is not
// traced pays nothing. A kernel's or copy's own time comes from two events around
// it in its stream; they are asked for later, when that does not wait.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_TRACED_BACKEND_HPP
#define GPUC_RUNTIME_TRACED_BACKEND_HPP

#include "backend.hpp"
#include "fork.hpp"
#include "trace.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpu::detail::trace {

/// Lives as long as the process.
device_backend &make_traced_backend(device_backend &device);

class traced_backend final : public device_backend {
public:
  explicit traced_backend(device_backend &inner);

  const device_properties &properties() const override { return inner_.properties(); }
  unsigned fitness(const image &image) const override { return inner_.fitness(image); }

  void *load(const image &image) override;
  void unload(void *loaded) noexcept override;
  device_function find_function(void *loaded, const char *symbol) override;
  void *find_global(void *loaded, const char *symbol) override {
    return inner_.find_global(loaded, symbol);
  }
  void launch(const device_function &function, const launch_shape &shape, const packed_args &args,
              void *stream) override;
  unsigned resident_blocks(const device_function &function, unsigned threads,
                           unsigned dynamic_shared_bytes) override {
    return inner_.resident_blocks(function, threads, dynamic_shared_bytes);
  }
  void synchronize(void *stream) override;
  bool ready(void *stream) override { return inner_.ready(stream); }
  void synchronize_all() override;

  void *allocate(memory_kind kind, std::size_t bytes) override;
  void free(memory_kind kind, void *memory) noexcept override;
  void *allocate_in_order(std::size_t bytes, void *stream) override;
  void free_in_order(void *memory, void *stream) noexcept override;
  std::size_t free_memory() override { return inner_.free_memory(); }
  memory_sight device_sees(const void *memory) const override {
    return inner_.device_sees(memory);
  }
  void copy(void *to, const void *from, std::size_t bytes, void *stream) override;
  void fill_zero(void *memory, std::size_t bytes, void *stream) override;
  bool enable_peer(device_backend &peer) override {
    return inner_.enable_peer(static_cast<traced_backend &>(peer).inner_);
  }
  bool can_commit(std::size_t &granularity) const override {
    return inner_.can_commit(granularity);
  }
  void *reserve(std::size_t bytes) override { return inner_.reserve(bytes); }
  void commit(void *at, std::size_t bytes) override;

  void *create_stream(int priority) override;
  void destroy_stream(void *stream) noexcept override;
  void call(void *stream, void (*function)(void *), void *data) override;
  void begin_capture(void *stream) override { inner_.begin_capture(stream); }
  void *end_capture(void *stream) override;
  bool capturing(void *stream) override { return inner_.capturing(stream); }
  void launch_graph(void *graph, void *stream) override;
  void destroy_graph(void *graph) noexcept override { inner_.destroy_graph(graph); }
  void *native_stream(void *stream) override { return inner_.native_stream(stream); }
  void *adopt_stream(void *native) override;
  void release_adopted(void *stream) noexcept override;
  void *native_context() override { return inner_.native_context(); }
  void *create_event() override { return inner_.create_event(); }
  void destroy_event(void *event) noexcept override { inner_.destroy_event(event); }
  void record(void *event, void *stream) override { inner_.record(event, stream); }
  void wait(void *stream, void *event) override { inner_.wait(stream, event); }
  void synchronize_event(void *event) override;
  bool event_ready(void *event) override { return inner_.event_ready(event); }
  float elapsed_ms(void *from, void *to) override { return inner_.elapsed_ms(from, to); }
  void *setup_stream() override { return inner_.setup_stream(); }

  /// Writes what has ended by now; at exit also what has not.
  void write_ended(bool all) noexcept;

private:
  struct kernel_info {
    std::string name; ///< readable
    device_function function;
  };
  struct memory_info {
    memory_kind kind;
    std::size_t bytes;
  };
  /// Work of a stream whose time on the device is not known yet.
  struct pending {
    span work;         ///< as the host gave it
    std::size_t bytes; ///< moved; 0: none
    bool blocking;     ///< the host waited for it
    void *begin, *end; ///< events
  };
  struct stream_info {
    std::string name;
    unsigned track;
    std::deque<pending> running;
  };
  /// Timing of one piece of work; no events where there is none.
  struct marks {
    void *begin = nullptr, *end = nullptr;
  };

  template <class Body> void on_host(span s, Body body);
  template <class Body> void on_device(span s, std::size_t bytes, void *stream, Body body);
  void finish_work(span s, std::size_t bytes, void *stream, marks m, bool captured) noexcept;
  void *take_event();
  void *mark(void *stream) noexcept;
  void make_reference();
  void write_ended_of(stream_info &stream, bool all);
  void write_work(stream_info &stream, pending work, std::optional<duration> took, time begin);
  stream_info &info_of(void *stream);
  void forget(void *stream) noexcept;
  std::string place(void *stream);
  const char *side_of(const void *memory);
  void note_memory(void *memory, memory_kind kind, std::size_t bytes);
  std::size_t forget_memory(void *memory);

  device_backend &inner_;
  const std::string label_; ///< "cuda:0"
  const bool is_cpu_;
  fork_safe_mutex mutex_; ///< of what follows
  std::map<void *, kernel_info> kernels_;
  std::map<std::uintptr_t, memory_info> memory_;
  std::map<void *, stream_info> streams_;
  unsigned streams_made_ = 0;
  std::vector<void *> free_events_;
  void *reference_ = nullptr; ///< an event that ended at `reference_time_`
  time reference_time_;
  std::vector<std::unique_ptr<struct traced_call>> calls_of_graphs_;
};

} // namespace gpu::detail::trace

#endif // GPUC_RUNTIME_TRACED_BACKEND_HPP
