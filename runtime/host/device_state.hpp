//===- device_state.hpp - The device in use ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the process keeps for the device that it uses: images loaded so far,
// kernels found in them, memory for staging, the server of host services.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_DEVICE_STATE_HPP
#define GPUC_RUNTIME_DEVICE_STATE_HPP

#include "allocations.hpp"
#include "backend.hpp"
#include "cooperative.hpp"
#include "failure.hpp"
#include "failure_report.hpp"
#include "fork.hpp"
#include "heap.hpp"
#include "image_files.hpp"
#include "registry.hpp"
#include "selection.hpp"
#include "services.hpp"
#include "staging.hpp"
#include "timeout.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace gpu::detail {

struct loaded_kernel {
  const kernel *entry;
  device_function function;
  bool has_services; ///< its image has the variable `__gpuc_services`
};

class device_state {
public:
  explicit device_state(device_backend &backend);
  ~device_state() { delete lost_.load(); }

  device_backend &backend() { return backend_; }
  staging_pool &staging() { return staging_; }
  failure_reports &failures() { return failures_; }
  /// Of launches with a barrier of the grid.
  cooperative_order &cooperative() { return cooperative_; }
  /// "cuda:0 (NVIDIA H200, sm_90)"
  const std::string &name() const { return name_; }

  /// Loads the kernel's module at its first use. Throws `failure` where no module has the kernel,
  /// nothing embedded runs on the device, or the driver refuses what does.
  loaded_kernel find(const void *host_function);

  /// Before a kernel that may ask for host services is enqueued, and after it has completed.
  void kernel_started();
  void kernels_finished(unsigned count) noexcept;
  /// Brings out what completed kernels printed.
  void drain() noexcept;
  /// After a failure: ports that a kernel died in are to be used again.
  void reset_services() noexcept;
  /// Calls `wait`, then notes that `kernels` with host services have finished, however it ended.
  void wait_for(unsigned kernels, const std::function<void()> &wait);
  /// Before the driver goes away at exit: waits for kernels that use the server, though not for
  /// ever, and ends it.
  void stop_services() noexcept;
  /// Unloads the images of a module that is about to go.
  void unload(unsigned serial) noexcept;

  void add_stream(stream_state *stream);
  void remove_stream(stream_state *stream) noexcept;
  /// Waits for all work of the device.
  void synchronize();
  /// Each as the back end does, but no longer than `GPUC_TIMEOUT` allows.
  void wait_for_stream(void *stream);
  void wait_for_event(void *event);
  /// With `GPUC_TIMEOUT`, before a call in which the driver waits for the blocking lane or for all
  /// work: waits so far that the driver need not.
  void settle();

  /// Throws `failure` where the device cannot be used any more.
  void throw_if_lost() const {
    if (const failure *why = lost_.load(std::memory_order_acquire)) [[unlikely]]
      throw failure(*why);
  }
  bool lost() const { return lost_.load(std::memory_order_acquire) != nullptr; }
  /// Where `error` means that the device is lost: adds the kernels that may be to blame, and lets
  /// all later calls fail with a text that refers to it.
  void note_loss(failure &error) noexcept;
  /// In a child of `fork`.
  void lose_after_fork() noexcept;
  void free(const allocation &known, void *memory) noexcept;

  /// For work outside streams, which the drivers refuse while a stream is captured: waits until no
  /// other thread captures. Throws `failure` where this thread does.
  std::shared_lock<std::shared_mutex> blocking_lane();
  /// Captures a stream's work; one thread at a time, which must end it too.
  void begin_capture(stream_state &stream);
  std::unique_ptr<graph_state> end_capture(stream_state &stream);
  /// The graph that work of `stream` goes into now; null where it is done.
  graph_state *captured(const stream_state &stream);

private:
  struct loaded_module {
    void *handle;
    bool has_services;
    const image *from;
    std::shared_ptr<image_file> file; ///< that holds it; null: it is embedded
  };
  loaded_kernel find_or_load(const void *host_function, unsigned version);
  loaded_module load(const module &m);
  device_function find_function(const loaded_module &module, const char *symbol);
  void connect_services(void *variable);
  void connect_heap(void *variable);
  void report_leaks() noexcept;
  void lose(std::unique_ptr<failure> why) noexcept;
  std::string describe_running(std::string_view known = {});
  bool finishes_within(wait_time limit);

  device_backend &backend_;
  const std::string name_;
  staging_pool staging_;
  cooperative_order cooperative_;
  failure_reports own_failures_;
  failure_reports &failures_; ///< the CPU has one for all

  std::atomic<const failure *> lost_ = nullptr; ///< what calls fail with; set once, and owned

  fork_safe_mutex mutex_; ///< of what follows
  unsigned version_ = 0;
  std::map<const void *, loaded_kernel> kernels_;
  std::map<unsigned, loaded_module> modules_; ///< by `registered_module::serial`

  std::mutex server_mutex_; ///< held while the server is made or ended
  std::unique_ptr<services::server> server_owner_;
  const int process_ = ::getpid();
  std::atomic<services::server *> server_ = nullptr;
  std::atomic<bool> services_stopped_ = false; ///< for good: the process ends

  std::mutex heap_mutex_; ///< held while the heap is made
  std::unique_ptr<device_heap> heap_owner_;
  std::atomic<device_heap *> heap_ = nullptr;
  std::atomic<unsigned> running_ = 0; ///< kernels that `kernel_started` was called for

  fork_safe_mutex stream_mutex_;
  std::set<stream_state *> streams_;

  std::shared_mutex capture_mutex_; ///< held by the thread that captures, shared by blocking work
  std::atomic<graph_state *> capture_ = nullptr;
};

/// The calling thread's device: the one of `use_device`, else the process's, which is chosen at first
/// use. Throws `failure`, and chooses again at the next call, where that fails.
device_state &current_device_state();

/// The state of a device of the inventory, made at its first use; lives as long as the process.
device_state &state_of(device_backend &backend);
/// Makes `device` the calling thread's.
void use_device(device_state &device);

/// Lets the servers of all devices end before the driver: call it after the driver has registered
/// its own exit handlers, for a server's thread must not read memory that it has taken back.
void stop_services_at_exit();

/// The devices of this machine. Hold `lock` while using it.
struct locked_inventory {
  std::unique_lock<fork_safe_mutex> lock;
  device_inventory &inventory;
};
locked_inventory all_devices();

/// For tests: `backend` is the process's device from now on, and must outlive all calls. Null:
/// chooses again.
void use_for_tests(device_backend *backend);

/// A `gpu::stream`.
struct stream_state {
  device_state &device;
  void *handle;
  const bool adopted; ///< the handle is the driver's own and stays
  std::atomic<unsigned> service_kernels = 0; ///< started with host services, not yet known finished

  fork_safe_mutex mutex;               ///< of what follows
  const kernel *last_kernel = nullptr; ///< given last, and not known to have ended
  std::size_t kernels_given = 0;
  launch_shape last_shape = {};
};

/// A `gpu::event`.
struct event_state {
  device_state &device;
  void *handle;
};

/// A `gpu::graph`.
struct graph_state {
  explicit graph_state(device_state &device)
      : device(device), cooperative(device.backend()) {}
  ~graph_state();
  graph_state(const graph_state &) = delete;

  /// What a node of the host calls.
  struct callback {
    void (*run)(void *);
    void *data;
    void (*destroy)(void *);
  };

  device_state &device;
  void *handle = nullptr;
  unsigned service_kernels = 0;        ///< of its kernels, those with host services
  const kernel *last_kernel = nullptr; ///< the one captured last, for error texts
  launch_shape last_shape = {};
  std::vector<callback> callbacks;
  cooperative_order cooperative; ///< of the launches in it
};

/// `__gpuc_graph_launch`.
void launch(graph_state &graph, stream_state &stream);

/// For error texts: the stream is given a kernel; and all that it was given have ended, if it was
/// given no more than `kernels` in all.
void note_kernel(stream_state &stream, const kernel &entry, const launch_shape &shape);
void note_end(stream_state &stream, std::size_t kernels);

/// Waits for a stream's work and brings out what it printed.
void synchronize(stream_state &stream);

/// "4 blocks of 256 threads, 1024 bytes of dynamic shared memory", for error texts.
std::string describe(const launch_shape &shape);

/// `__gpuc_launch`; `device` is the stream's where there is one.
void launch(const launch_request &request, device_state &device);

} // namespace gpu::detail

#endif // GPUC_RUNTIME_DEVICE_STATE_HPP
