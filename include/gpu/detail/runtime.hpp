//===- runtime.hpp - What the headers ask of libgpucrt ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host library's interface: plain C types only, so that a program may use
// another standard library than the one that libgpucrt was built with. Every
// function is thread-safe and starts the runtime at first use. A function that
// returns a `status` leaves what went wrong in a thread-local `error_info`.
// User code calls none of these; the rest of include/gpu wraps them.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_RUNTIME_HPP
#define GPU_DETAIL_RUNTIME_HPP

#include <cstddef>

namespace gpu::detail {

/// 0 for success, else a `gpu::errc`.
using status = int;

struct error_info {
  status code;
  const char *message; ///< valid until the thread's next call that fails
  const char *kernel;  ///< "" where no kernel was concerned; lives as long as the process
  const char *device;  ///< "" where no device was chosen yet; lives as long as the process
};

/// Who owns memory and who sees it. The CPU device takes all from the host's heap.
enum memory_kind : unsigned {
  memory_device = 0,  ///< the device's alone
  memory_shared = 1,  ///< kept on the device, seen by the host too
  memory_managed = 2, ///< moves to the side that uses it
  memory_pinned = 3,  ///< host memory that the device sees
};

/// How a launch treats one argument.
enum arg_kind : unsigned {
  arg_value = 0,  ///< bytes, passed as they are
  arg_in = 1,     ///< a range of const elements: copied in
  arg_in_out = 2, ///< a range of other elements: copied in and out
  arg_opaque = 3, ///< a range whose elements cannot be copied as bytes: must be device memory
};

/// One argument of a launch, as it lies in the packed block.
struct launch_arg {
  unsigned offset, size;   ///< bytes, in the packed block
  unsigned kind;           ///< an `arg_kind`
  unsigned pointer_offset; ///< of a range: bytes from `offset` to its data pointer
  const void *data;        ///< of a range: its first element
  std::size_t bytes;       ///< of a range
  std::size_t per_thread;  ///< of a `gpu::per_thread`: 1 + its elements; 0 for all others
};

/// A device of this machine; lives as long as the process. Null: the calling thread's current one.
class device_state;
/// The lane of work that launches in order; null is the blocking one.
struct stream_state;
struct event_state;
struct graph_state;

struct launch_request {
  const void *host_function; ///< `kernel::host_function` in module.hpp
  unsigned blocks[3], threads[3];
  std::size_t shared_bytes;
  unsigned char *args; ///< packed block, 16-aligned; staging rewrites data pointers in it
  std::size_t args_size;
  const launch_arg *params;
  unsigned param_count;
  stream_state *stream; ///< null: on the current device, and returns once the kernel is done
  bool cooperative;     ///< all blocks run at a time
};

/// What a device needs for a kernel.
struct kernel_facts {
  unsigned registers;   ///< of a thread; 0 on the CPU
  unsigned max_threads; ///< of a block, with all limits
  std::size_t static_shared_bytes;
  std::size_t local_bytes; ///< of a thread
};

struct device_description {
  device_state *state;
  const char *backend; ///< "cuda", "hip" or "cpu"
  const char *name;    ///< as the driver gives it
  const char *arch;    ///< as `--offload-arch` spells it
  unsigned index;      ///< n of `GPUC_DEVICE=cuda:n`
  unsigned warp_size;  ///< lanes
  unsigned max_threads_per_block;
  unsigned multiprocessors; ///< cores on the CPU
  std::size_t memory_bytes;
  std::size_t shared_bytes_per_block; ///< the most that a launch can ask for
};

} // namespace gpu::detail

// One runtime serves the program and its shared libraries, so these are visible to all.
#pragma GCC visibility push(default)
extern "C" {
/// What the calling thread's last failed call said.
const gpu::detail::error_info *__gpuc_last_error();
/// Prints the last error and aborts: for programs built without exceptions.
[[noreturn]] void __gpuc_abort_with_last_error();
/// Records an error that the headers found themselves.
gpu::detail::status __gpuc_set_error(gpu::detail::status code, const char *message);

gpu::detail::status __gpuc_launch(const gpu::detail::launch_request *request);
gpu::detail::status __gpuc_kernel_facts(gpu::detail::device_state *device,
                                        const void *host_function,
                                        gpu::detail::kernel_facts *facts);
/// `*blocks` of `threads` threads run on a multiprocessor at a time; 0 where a block is over a limit.
gpu::detail::status __gpuc_kernel_occupancy(gpu::detail::device_state *device,
                                            const void *host_function, std::size_t threads,
                                            std::size_t dynamic_shared_bytes, unsigned *blocks);
/// Waits for all work on the device.
gpu::detail::status __gpuc_synchronize(gpu::detail::device_state *device);

/// `bytes` may be 0, which gives null. Memory is aligned to 256 bytes and uninitialised. With a
/// stream, which is of `device`, and `memory_device`: allocated, and freed again, in its order.
gpu::detail::status __gpuc_allocate(gpu::detail::device_state *device,
                                    gpu::detail::stream_state *stream, unsigned memory_kind,
                                    std::size_t bytes, void **memory);
/// Frees what `__gpuc_allocate` gave; does nothing for null, and aborts for any other address.
void __gpuc_free(void *memory);
/// Copies between any two memories, host or device, also of different devices. With a stream: in
/// its order, and host memory must be pinned or managed.
gpu::detail::status __gpuc_copy(void *to, const void *from, std::size_t bytes,
                                gpu::detail::stream_state *stream);
gpu::detail::status __gpuc_fill_zero(void *memory, std::size_t bytes,
                                     gpu::detail::stream_state *stream);

/// `priority`: -1 low, 0 normal, 1 high; a device may have fewer levels.
gpu::detail::status __gpuc_stream_create(gpu::detail::device_state *device, int priority,
                                         gpu::detail::stream_state **stream);
/// A stream of the driver's (`CUstream`, `hipStream_t`), which stays the caller's.
gpu::detail::status __gpuc_stream_adopt(gpu::detail::device_state *device, void *native,
                                        gpu::detail::stream_state **stream);
/// The driver's handle; null on the CPU.
void *__gpuc_stream_native(gpu::detail::stream_state *stream);
void __gpuc_stream_destroy(gpu::detail::stream_state *stream);
gpu::detail::status __gpuc_stream_synchronize(gpu::detail::stream_state *stream);
/// `*ready`: 1 once all work of the stream is done.
gpu::detail::status __gpuc_stream_query(gpu::detail::stream_state *stream, int *ready);
/// Calls `run(data)` on a thread of the host in the stream's order, then `destroy(data)`. Into a
/// graph: `run` once a replay, `destroy` with the graph. Where it fails `destroy` has been called.
gpu::detail::status __gpuc_stream_call(gpu::detail::stream_state *stream, void (*run)(void *),
                                       void *data, void (*destroy)(void *));
/// From now on the stream's work is kept for a graph and not done. The calling thread must end it.
gpu::detail::status __gpuc_capture_begin(gpu::detail::stream_state *stream);
/// `graph` null: drops what was kept.
gpu::detail::status __gpuc_capture_end(gpu::detail::stream_state *stream,
                                       gpu::detail::graph_state **graph);
gpu::detail::status __gpuc_graph_launch(gpu::detail::graph_state *graph,
                                        gpu::detail::stream_state *stream);
void __gpuc_graph_destroy(gpu::detail::graph_state *graph);
/// Later work of `stream` waits for `event` as last recorded.
gpu::detail::status __gpuc_stream_wait(gpu::detail::stream_state *stream,
                                       gpu::detail::event_state *event);
gpu::detail::status __gpuc_event_create(gpu::detail::device_state *device,
                                        gpu::detail::event_state **event);
void __gpuc_event_destroy(gpu::detail::event_state *event);
gpu::detail::status __gpuc_event_record(gpu::detail::event_state *event,
                                        gpu::detail::stream_state *stream);
gpu::detail::status __gpuc_event_synchronize(gpu::detail::event_state *event);
/// `*ready`: 1 once the recorded work is done, also where nothing was recorded.
gpu::detail::status __gpuc_event_query(gpu::detail::event_state *event, int *ready);
gpu::detail::status __gpuc_event_elapsed(gpu::detail::event_state *from,
                                         gpu::detail::event_state *to, float *milliseconds);

/// The calling thread's device; chooses the process's where that has not been done.
gpu::detail::status __gpuc_current_device(gpu::detail::device_description *device);
/// Makes `device` the calling thread's.
void __gpuc_use_device(gpu::detail::device_state *device);
gpu::detail::status __gpuc_device_memory(gpu::detail::device_state *device, std::size_t *free,
                                         std::size_t *total);
/// Lets kernels of `device` follow pointers to memory of `peer`; `*possible` 0 where the machine
/// cannot.
gpu::detail::status __gpuc_device_enable_peer(gpu::detail::device_state *device,
                                              gpu::detail::device_state *peer, int *possible);
/// The driver's context (`CUcontext`); null on AMD devices and the CPU, which have none.
gpu::detail::status __gpuc_device_native(gpu::detail::device_state *device, void **context);
/// The devices present, CUDA, HIP, then CPU; they live as long as the process.
gpu::detail::status __gpuc_devices(const gpu::detail::device_description **devices,
                                   unsigned *count);
/// Why a back end ("cuda", "hip") has no devices; "" where it has some.
const char *__gpuc_backend_note(const char *backend);
}
#pragma GCC visibility pop

#endif // GPU_DETAIL_RUNTIME_HPP
