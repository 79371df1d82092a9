//===- cuda_api.hpp - What is used of the CUDA driver API -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Own declarations, so that no CUDA toolkit is needed to build; names and values
// are those of NVIDIA's "CUDA Driver API" reference. Symbols carry the suffix of
// the version declared (`cuMemAlloc_v2`); all exist since CUDA 11.4, those
// that may be null excepted.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_CUDA_API_HPP
#define GPUC_RUNTIME_CUDA_API_HPP

#include "../shared_library.hpp"

#include <cstddef>

namespace gpu::detail::cuda {

using result = int;
using device_id = int;
using context_handle = void *;
using module_handle = void *;
using function_handle = void *;
using stream_handle = void *;
using event_handle = void *;
using graph_handle = void *;
using graph_exec_handle = void *;
using pool_handle = void *;
using device_pointer = unsigned long long;

enum : result {
  success = 0,
  error_out_of_memory = 2,
  error_deinitialized = 4,
  error_invalid_context = 201,
  error_ecc_uncorrectable = 214,
  error_invalid_handle = 400,
  error_not_found = 500,
  error_not_ready = 600,
  error_illegal_address = 700,
  error_launch_timeout = 702,
  error_peer_access_already_enabled = 704,
  error_context_is_destroyed = 709,
  error_assert = 710,
  error_hardware_stack_error = 714, // those up to the next are of the same kind
  error_launch_failed = 719,
  error_external_device = 911,
};

enum device_attribute : int {
  attribute_max_threads_per_block = 1,
  attribute_max_block_dim_x = 2, // y, z: the next two
  attribute_max_grid_dim_x = 5,  // y, z: the next two
  attribute_warp_size = 10,
  attribute_multiprocessor_count = 16,
  attribute_compute_capability_major = 75,
  attribute_compute_capability_minor = 76,
  attribute_pageable_memory_access = 88,
  attribute_concurrent_managed_access = 89,
  attribute_cooperative_launch = 95,
  attribute_max_shared_memory_per_block_optin = 97,
  attribute_virtual_memory_management_supported = 102,
  attribute_pageable_memory_access_uses_host_page_tables = 100,
  attribute_memory_pools_supported = 115,
};

enum function_attribute : int {
  function_max_threads_per_block = 0,
  function_shared_size_bytes = 1,
  function_local_size_bytes = 3,
  function_registers = 4,
  function_max_dynamic_shared_size_bytes = 8,
};

inline constexpr int limit_stack_size = 0; ///< bytes a thread
inline constexpr int pointer_attribute_memory_type = 2;
inline constexpr unsigned memory_type_host = 1;
inline constexpr int jit_error_log_buffer = 5, jit_error_log_buffer_size_bytes = 6;
inline constexpr int jit_generate_line_info = 13;
inline constexpr unsigned mem_attach_global = 1;
inline constexpr unsigned mem_host_alloc_portable = 1, mem_host_alloc_device_map = 2;
inline constexpr int mem_advise_set_preferred_location = 3;
inline constexpr unsigned stream_default = 0, stream_non_blocking = 1, event_default = 0;
/// The capturing thread may allocate and load, which the runtime does at a first launch.
inline constexpr int capture_mode_relaxed = 2;
inline constexpr int pool_release_threshold = 4; ///< bytes kept when nobody uses them, 64 bits

struct memory_location {
  int type; ///< 1: a device
  int id;
};

/// `CUmemAllocationProp`
struct allocation_properties {
  int type; ///< 1: stays where it is
  int handle_types;
  memory_location location;
  void *win32_handle;
  unsigned char flags[8];
};

/// `CUmemAccessDesc`
struct access_description {
  memory_location location;
  int flags; ///< 3: read and write
};
using allocation_handle = unsigned long long;

/// `CUmemPoolProps`
struct pool_properties {
  int type; ///< as in `allocation_properties`
  int handle_types;
  memory_location location;
  void *win32_handle;
  std::size_t max_bytes; ///< 0: as many as there are
  unsigned char rest[56];
};

/// The driver's functions by their names there without `cu`.
struct api {
  result (*Init)(unsigned);
  result (*GetErrorName)(result, const char **);
  result (*GetErrorString)(result, const char **);
  result (*DriverGetVersion)(int *);
  result (*DeviceGetCount)(int *);
  result (*DeviceGet)(device_id *, int);
  result (*DeviceGetName)(char *, int, device_id);
  result (*DeviceGetAttribute)(int *, int, device_id);
  result (*DeviceTotalMem)(std::size_t *, device_id);
  result (*DevicePrimaryCtxRetain)(context_handle *, device_id);
  result (*CtxSetCurrent)(context_handle);
  result (*CtxSynchronize)();
  result (*CtxSetLimit)(int, std::size_t);
  result (*CtxGetStreamPriorityRange)(int *least, int *greatest);
  result (*CtxEnablePeerAccess)(context_handle, unsigned);
  result (*DeviceCanAccessPeer)(int *, device_id, device_id);
  result (*ModuleLoadDataEx)(module_handle *, const void *, unsigned, int *, void **);
  result (*ModuleUnload)(module_handle);
  result (*ModuleGetFunction)(function_handle *, module_handle, const char *);
  result (*ModuleGetGlobal)(device_pointer *, std::size_t *, module_handle, const char *);
  result (*FuncGetAttribute)(int *, int, function_handle);
  result (*FuncSetAttribute)(function_handle, int, int);
  result (*LaunchKernel)(function_handle, unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned, unsigned, stream_handle, void **, void **);
  result (*LaunchCooperativeKernel)(function_handle, unsigned, unsigned, unsigned, unsigned,
                                    unsigned, unsigned, unsigned, stream_handle, void **);
  result (*OccupancyMaxActiveBlocksPerMultiprocessor)(int *, function_handle, int, std::size_t);
  result (*LaunchHostFunc)(stream_handle, void (*)(void *), void *);
  result (*MemGetInfo)(std::size_t *free, std::size_t *total);
  result (*MemAlloc)(device_pointer *, std::size_t);
  result (*MemFree)(device_pointer);
  result (*MemAllocManaged)(device_pointer *, std::size_t, unsigned);
  result (*MemAdvise)(device_pointer, std::size_t, int, device_id);
  result (*MemHostAlloc)(void **, std::size_t, unsigned);
  result (*MemFreeHost)(void *);
  result (*Memcpy)(device_pointer, device_pointer, std::size_t);
  result (*MemcpyAsync)(device_pointer, device_pointer, std::size_t, stream_handle);
  result (*MemsetD8)(device_pointer, unsigned char, std::size_t);
  result (*MemsetD8Async)(device_pointer, unsigned char, std::size_t, stream_handle);
  // Memory in stream order; null in drivers before CUDA 11.2.
  result (*MemPoolCreate)(pool_handle *, const pool_properties *);
  result (*MemPoolSetAttribute)(pool_handle, int, void *);
  result (*MemPoolSetAccess)(pool_handle, const access_description *, std::size_t);
  result (*MemPoolTrimTo)(pool_handle, std::size_t);
  result (*MemAllocFromPoolAsync)(device_pointer *, std::size_t, pool_handle, stream_handle);
  result (*MemFreeAsync)(device_pointer, stream_handle);
  // Virtual memory; null where the driver has none.
  result (*MemGetAllocationGranularity)(std::size_t *, const allocation_properties *, int);
  result (*MemAddressReserve)(device_pointer *, std::size_t, std::size_t, device_pointer,
                              unsigned long long);
  result (*MemCreate)(allocation_handle *, std::size_t, const allocation_properties *,
                      unsigned long long);
  result (*MemMap)(device_pointer, std::size_t, std::size_t, allocation_handle,
                   unsigned long long);
  result (*MemUnmap)(device_pointer, std::size_t);
  result (*MemSetAccess)(device_pointer, std::size_t, const access_description *, std::size_t);
  result (*MemRelease)(allocation_handle);
  result (*PointerGetAttributes)(unsigned, int *, void **, device_pointer);
  result (*StreamCreateWithPriority)(stream_handle *, unsigned, int);
  result (*StreamDestroy)(stream_handle);
  result (*StreamSynchronize)(stream_handle);
  result (*StreamQuery)(stream_handle);
  result (*StreamWaitEvent)(stream_handle, event_handle, unsigned);
  result (*StreamBeginCapture)(stream_handle, int);
  result (*StreamEndCapture)(stream_handle, graph_handle *);
  result (*StreamIsCapturing)(stream_handle, int *);
  result (*GraphInstantiateWithFlags)(graph_exec_handle *, graph_handle, unsigned long long);
  result (*GraphLaunch)(graph_exec_handle, stream_handle);
  result (*GraphDestroy)(graph_handle);
  result (*GraphExecDestroy)(graph_exec_handle);
  result (*EventCreate)(event_handle *, unsigned);
  result (*EventDestroy)(event_handle);
  result (*EventRecord)(event_handle, stream_handle);
  result (*EventQuery)(event_handle);
  result (*EventSynchronize)(event_handle);
  result (*EventElapsedTime)(float *, event_handle, event_handle);

  /// Loads `libcuda.so.1`; returns why it cannot be used, or nothing.
  std::string load();
};

} // namespace gpu::detail::cuda

#endif // GPUC_RUNTIME_CUDA_API_HPP
