//===- hip_api.hpp - What is used of the HIP runtime ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Own declarations, so that no ROCm is needed to build; names and values are
// those of AMD's "HIP Runtime API" reference and alike in ROCm 5 to 7.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HIP_API_HPP
#define GPUC_RUNTIME_HIP_API_HPP

#include "../shared_library.hpp"

#include <cstddef>

namespace gpu::detail::hip {

using result = int;
using module_handle = void *;
using function_handle = void *;
using stream_handle = void *;
using event_handle = void *;
using graph_handle = void *;
using graph_exec_handle = void *;

enum : result {
  success = 0,
  error_out_of_memory = 2,
  error_not_found = 500,
  error_not_ready = 600,
  error_illegal_address = 700,
  error_peer_access_already_enabled = 704,
  error_assert = 710,
  error_launch_failure = 719,
};

enum device_attribute : int {
  attribute_cooperative_launch = 10,
  attribute_max_block_dim_x = 26, // y, z: the next two
  attribute_max_grid_dim_x = 29,  // y, z: the next two
  attribute_max_threads_per_block = 56,
  attribute_multiprocessor_count = 63,
  attribute_pageable_memory_access = 65,
  attribute_max_shared_memory_per_block = 74,
  attribute_warp_size = 87,
};

enum function_attribute : int {
  function_max_threads_per_block = 0,
  function_shared_size_bytes = 1,
  function_local_size_bytes = 3,
  function_registers = 4,
};

/// `hipPointerAttribute_t`
struct pointer_attributes {
  int type; ///< its values differ between ROCm 5 and 6
  int device;
  void *device_pointer; ///< null for memory that HIP does not know
  void *host_pointer;
  int is_managed;
  unsigned allocation_flags;
};

inline constexpr int limit_stack_size = 0; ///< bytes a thread
inline constexpr int memcpy_default = 4;
inline constexpr unsigned mem_attach_global = 1;
inline constexpr unsigned host_malloc_portable = 1, host_malloc_mapped = 2,
                          host_malloc_coherent = 0x40000000;
inline constexpr int mem_advise_set_preferred_location = 3;
inline constexpr unsigned stream_default = 0, stream_non_blocking = 1, event_default = 0;
/// The capturing thread may allocate and load, which the runtime does at a first launch.
inline constexpr int capture_mode_relaxed = 2;

/// Markers in the `extra` array of hipModuleLaunchKernel.
inline void *const launch_param_buffer_pointer = reinterpret_cast<void *>(1);
inline void *const launch_param_buffer_size = reinterpret_cast<void *>(2);
inline void *const launch_param_end = reinterpret_cast<void *>(3);

/// The library's functions by their names there without `hip`.
struct api {
  result (*Init)(unsigned);
  const char *(*GetErrorName)(result);
  const char *(*GetErrorString)(result);
  result (*RuntimeGetVersion)(int *);
  result (*GetDeviceCount)(int *);
  result (*SetDevice)(int);
  result (*DeviceGetName)(char *, int, int);
  result (*DeviceGetAttribute)(int *, int, int);
  result (*DeviceTotalMem)(std::size_t *, int);
  result (*GetDeviceProperties)(void *, int); ///< of ROCm 6 or, where there is none, ROCm 5
  result (*DeviceSynchronize)();
  result (*DeviceSetLimit)(int, std::size_t); ///< null before ROCm 5.3
  result (*ModuleLoadData)(module_handle *, const void *);
  result (*ModuleUnload)(module_handle);
  result (*ModuleGetFunction)(function_handle *, module_handle, const char *);
  result (*ModuleGetGlobal)(void **, std::size_t *, module_handle, const char *);
  result (*FuncGetAttribute)(int *, int, function_handle);
  result (*ModuleLaunchKernel)(function_handle, unsigned, unsigned, unsigned, unsigned, unsigned,
                               unsigned, unsigned, stream_handle, void **, void **);
  result (*ModuleLaunchCooperativeKernel)(function_handle, unsigned, unsigned, unsigned, unsigned,
                                          unsigned, unsigned, unsigned, stream_handle, void **);
  result (*ModuleOccupancyMaxActiveBlocksPerMultiprocessor)(int *, function_handle, int,
                                                            std::size_t);
  result (*LaunchHostFunc)(stream_handle, void (*)(void *), void *);
  result (*DeviceCanAccessPeer)(int *, int, int);
  result (*DeviceEnablePeerAccess)(int, unsigned);
  result (*DeviceGetStreamPriorityRange)(int *least, int *greatest);
  result (*MemGetInfo)(std::size_t *free, std::size_t *total);
  result (*MallocAsync)(void **, std::size_t, stream_handle); ///< null before ROCm 5.2
  result (*FreeAsync)(void *, stream_handle);                 ///< likewise
  result (*Malloc)(void **, std::size_t);
  result (*Free)(void *);
  result (*MallocManaged)(void **, std::size_t, unsigned);
  result (*MemAdvise)(const void *, std::size_t, int, int);
  result (*HostMalloc)(void **, std::size_t, unsigned);
  result (*HostFree)(void *);
  result (*Memcpy)(void *, const void *, std::size_t, int);
  result (*MemcpyAsync)(void *, const void *, std::size_t, int, stream_handle);
  result (*MemsetAsync)(void *, int, std::size_t, stream_handle);
  result (*PointerGetAttributes)(pointer_attributes *, const void *);
  result (*StreamCreateWithPriority)(stream_handle *, unsigned, int);
  result (*StreamDestroy)(stream_handle);
  result (*StreamSynchronize)(stream_handle);
  result (*StreamQuery)(stream_handle);
  result (*StreamWaitEvent)(stream_handle, event_handle, unsigned);
  result (*StreamBeginCapture)(stream_handle, int);
  result (*StreamEndCapture)(stream_handle, graph_handle *);
  result (*StreamIsCapturing)(stream_handle, int *);
  result (*GraphInstantiate)(graph_exec_handle *, graph_handle, void *, char *, std::size_t);
  result (*GraphLaunch)(graph_exec_handle, stream_handle);
  result (*GraphDestroy)(graph_handle);
  result (*GraphExecDestroy)(graph_exec_handle);
  result (*EventCreateWithFlags)(event_handle *, unsigned);
  result (*EventDestroy)(event_handle);
  result (*EventRecord)(event_handle, stream_handle);
  result (*EventQuery)(event_handle);
  result (*EventSynchronize)(event_handle);
  result (*EventElapsedTime)(float *, event_handle, event_handle);

  /// Loads `libamdhip64.so`; returns why it cannot be used, or nothing.
  std::string load();
};

} // namespace gpu::detail::hip

#endif // GPUC_RUNTIME_HIP_API_HPP
