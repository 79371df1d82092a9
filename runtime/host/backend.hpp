//===- backend.hpp - The interface of a device ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One object for each device present; cuda/, hip/ and cpu/ implement it. Calls
// may come from any thread at the same time. Functions throw `failure` unless
// noexcept. A null stream means the blocking lane: it comes after all work that
// streams were given before, and they after it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_BACKEND_HPP
#define GPUC_RUNTIME_BACKEND_HPP

#include <gpu/detail/module.hpp>
#include <gpu/detail/runtime.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gpu::detail {

struct device_properties {
  std::string backend; ///< "cuda", "hip" or "cpu"
  std::string name;    ///< as the driver gives it
  std::string arch;    ///< as `--offload-arch` spells it
  unsigned index = 0;  ///< among the back end's devices
  unsigned warp_size = 0;
  unsigned multiprocessors = 0;
  unsigned max_threads_per_block = 0;
  unsigned max_block[3] = {};       ///< threads along each axis
  unsigned max_grid[3] = {};        ///< blocks along each axis
  std::size_t max_grid_threads = 0; ///< threads of a grid along one axis; 0: no such limit
  std::size_t memory_bytes = 0;
  std::size_t max_shared_bytes = 0; ///< static and dynamic, of a block
  std::size_t max_args_bytes = 0;   ///< of a kernel's parameters; 0: no limit is known
  bool cooperative_launch = true;   ///< it can run all blocks of a grid at a time
  bool blocks_take_turns = false;   ///< and does so however many there are
  bool separate_memory = true;      ///< ordinary host memory has to be staged
  bool reads_host_memory = false;   ///< kernels may all the same follow pointers to it

  /// "cuda:0 (NVIDIA H200, sm_90)"
  std::string describe() const;
};

/// What a driver knows of an address.
enum memory_sight : unsigned {
  sight_none = 0,   ///< nothing: kernels cannot follow it
  sight_host = 1,   ///< host memory that kernels reach: pinned, or registered with the driver
  sight_device = 2, ///< of a device, or managed
};

/// A kernel in a loaded image.
struct device_function {
  void *handle = nullptr;   ///< the back end's
  unsigned max_threads = 0; ///< of a block, for the registers that it needs; 0: no such limit
  std::size_t static_shared_bytes = 0;
  unsigned registers = 0;       ///< of a thread; 0 on the CPU
  std::size_t local_bytes = 0;  ///< of a thread, in memory: what the registers do not hold
  bool syncs_grid = false;      ///< it calls `gpu::sync_grid`
  void *grid = nullptr;         ///< then, on a GPU: the `grid_state` of its image
};

struct launch_shape {
  unsigned blocks[3];
  unsigned threads[3];
  unsigned dynamic_shared_bytes;
  bool cooperative; ///< all blocks run at a time
};

/// The arguments of a launch, packed as the host lays them out. Drivers that place parameters by
/// rules of their own take them one by one.
struct packed_args {
  unsigned char *data;
  std::size_t size; ///< bytes
  std::span<const kernel_param> params;
};

class device_backend {
public:
  virtual ~device_backend() = default;

  virtual const device_properties &properties() const = 0;
  /// How well `image` suits the device; 0 where it does not run on it.
  virtual unsigned fitness(const image &image) const = 0;

  /// Loads an image that fits.
  virtual void *load(const image &image) = 0;
  /// Nothing of the image runs or will.
  virtual void unload(void *loaded) noexcept = 0;
  virtual device_function find_function(void *loaded, const char *symbol) = 0;
  /// Address of a global variable on the device; null where the image has none of the name.
  virtual void *find_global(void *loaded, const char *symbol) = 0;

  /// Enqueues a launch whose shape is within the limits.
  virtual void launch(const device_function &function, const launch_shape &shape,
                      const packed_args &args, void *stream) = 0;
  /// Blocks of `threads` threads with `dynamic_shared_bytes` each that a multiprocessor runs at a
  /// time.
  virtual unsigned resident_blocks(const device_function &function, unsigned threads,
                                   unsigned dynamic_shared_bytes) = 0;
  /// Waits for the work of `stream`.
  virtual void synchronize(void *stream) = 0;
  /// Whether the work of `stream` is done.
  virtual bool ready(void *stream) = 0;
  /// Waits for all work of the device.
  virtual void synchronize_all() = 0;

  /// `bytes` is not 0. Aligned to 256 bytes.
  virtual void *allocate(memory_kind kind, std::size_t bytes) = 0;
  virtual void free(memory_kind kind, void *memory) noexcept = 0;
  /// Memory of the device, in the order of a stream's work.
  virtual void *allocate_in_order(std::size_t bytes, void *stream) = 0;
  virtual void free_in_order(void *memory, void *stream) noexcept = 0;
  /// Bytes of the device's memory that nobody uses.
  virtual std::size_t free_memory() = 0;
  /// Whether kernels may follow a pointer to `memory`.
  virtual memory_sight device_sees(const void *memory) const = 0;
  /// Copies between any two memories; with a null stream done on return, where one of them is the
  /// host's: a copy within or between devices is done when `synchronize(nullptr)` returns.
  virtual void copy(void *to, const void *from, std::size_t bytes, void *stream) = 0;
  /// Writes, or zeroes, device memory that no other work uses now, beside all streams and the
  /// blocking lane: also while a stream is captured. Done on return.
  void set(void *to, const void *from, std::size_t bytes) {
    copy(to, from, bytes, setup_stream());
    synchronize(setup_stream());
  }
  void clear(void *memory, std::size_t bytes) {
    fill_zero(memory, bytes, setup_stream());
    synchronize(setup_stream());
  }
  /// Zeroes device memory; with a null stream done on return.
  virtual void fill_zero(void *memory, std::size_t bytes, void *stream) = 0;
  /// Lets kernels follow pointers to memory of `peer`; false where the machine cannot.
  virtual bool enable_peer(device_backend &peer) = 0;

  /// Whether `reserve` and `commit` work; sets what their arguments must be multiples of.
  virtual bool can_commit(std::size_t & /*granularity*/) const { return false; }
  /// Addresses for device memory, aligned to the granularity; null where there are not so many.
  virtual void *reserve(std::size_t /*bytes*/) { return nullptr; }
  /// Puts memory behind reserved addresses, for the life of the process. Throws where there is not
  /// so much.
  virtual void commit(void * /*at*/, std::size_t /*bytes*/) {}

  /// `priority`: -1, 0 or 1, of which the device may know fewer.
  virtual void *create_stream(int priority) = 0;
  virtual void destroy_stream(void *stream) noexcept = 0;
  /// Calls `function(data)` on some host thread in the stream's order.
  virtual void call(void *stream, void (*function)(void *), void *data) = 0;
  /// From now on the stream's work, and that of streams that wait for it, goes into a graph.
  virtual void begin_capture(void *stream) = 0;
  /// The graph. Throws, and ends the capture all the same, where the driver refused something.
  virtual void *end_capture(void *stream) = 0;
  virtual bool capturing(void *stream) = 0;
  virtual void launch_graph(void *graph, void *stream) = 0;
  virtual void destroy_graph(void *graph) noexcept = 0;
  /// The driver's handle of a stream, and the stream of a handle; null without a driver.
  virtual void *native_stream(void *stream) { return stream; }
  virtual void *adopt_stream(void *native) { return native; }
  virtual void release_adopted(void * /*stream*/) noexcept {}
  /// The driver's context, where it has such.
  virtual void *native_context() { return nullptr; }
  virtual void *create_event() = 0;
  virtual void destroy_event(void *event) noexcept = 0;
  virtual void record(void *event, void *stream) = 0;
  virtual void wait(void *stream, void *event) = 0;
  virtual void synchronize_event(void *event) = 0;
  virtual bool event_ready(void *event) = 0;
  virtual float elapsed_ms(void *from, void *to) = 0;

  /// A stream that waits for no other, and no other for it.
  virtual void *setup_stream() { return nullptr; }
};

/// The devices of one back end, and why there are none where that is so.
struct backend_devices {
  std::vector<std::unique_ptr<device_backend>> devices;
  std::string note;
};

backend_devices find_cuda_devices();
backend_devices find_hip_devices();
std::unique_ptr<device_backend> make_cpu_device();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_BACKEND_HPP
