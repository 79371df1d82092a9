//===- api_memory.cpp - HIP's functions for memory --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "address_space.hpp"
#include "api.hpp"

#include <cstring>

using namespace hipsim;

namespace {

int allocate(void **memory, std::size_t bytes, memory_use use, unsigned flags) {
  *memory = nullptr;
  if (bytes == 0)
    return hip_success;
  *memory = memory_of_devices().allocate(bytes, use, current_device().index, flags);
  return *memory ? hip_success : hip_out_of_memory;
}

int release(void *memory, memory_use use, memory_use or_use) {
  if (!memory)
    return hip_success;
  for (const auto &d : devices()) // kernels that may use it end first
    wait_all(*d);
  return memory_of_devices().free(memory, use, or_use) ? hip_success : hip_invalid_value;
}

bool is_known(const void *memory) {
  return memory_of_devices().find(reinterpret_cast<u64>(memory)).bytes != 0;
}

} // namespace

HIPSIM_API int hipMalloc(void **memory, std::size_t bytes) {
  return allocate(memory, bytes, memory_use::device, 0);
}
HIPSIM_API int hipMallocManaged(void **memory, std::size_t bytes, unsigned flags) {
  return allocate(memory, bytes, memory_use::managed, flags);
}
HIPSIM_API int hipHostMalloc(void **memory, std::size_t bytes, unsigned flags) {
  return allocate(memory, bytes, memory_use::pinned, flags);
}
HIPSIM_API int hipFree(void *memory) {
  return release(memory, memory_use::device, memory_use::managed);
}
HIPSIM_API int hipHostFree(void *memory) {
  return release(memory, memory_use::pinned, memory_use::pinned);
}
HIPSIM_API int hipMemAdvise(const void *, std::size_t, int, int) { return hip_success; }

/// Memory is there from the call on, and gone once the stream has come to its end.
HIPSIM_API int hipMallocAsync(void **memory, std::size_t bytes, void *) {
  return allocate(memory, bytes, memory_use::device, 0);
}
HIPSIM_API int hipFreeAsync(void *memory, void *handle) {
  if (!memory)
    return hip_success;
  stream &s = stream_of(handle);
  {
    const std::lock_guard lock(state_mutex());
    if (s.capture && !s.capture->ended) { // each run of the graph needs it again
      s.capture->owned.push_back(memory);
      return hip_success;
    }
  }
  enqueue(s,
          [memory] { memory_of_devices().free(memory, memory_use::device, memory_use::managed); });
  return hip_success;
}

HIPSIM_API int hipMemcpyAsync(void *to, const void *from, std::size_t bytes, int, void *handle) {
  stream &s = stream_of(handle);
  if (const int error = device_error(*s.on))
    return error;
  const bool both_known = is_known(to) && is_known(from);
  enqueue(s, [=] { std::memmove(to, from, bytes); });
  const bool captured = [&] {
    const std::lock_guard lock(state_mutex());
    return s.capture && !s.capture->ended;
  }();
  // Ordinary host memory may be gone afterwards.
  return both_known || captured ? hip_success : wait(s);
}
HIPSIM_API int hipMemcpy(void *to, const void *from, std::size_t bytes, int kind) {
  const int error = hipMemcpyAsync(to, from, bytes, kind, nullptr);
  return error ? error : wait(current_device().null_stream);
}
HIPSIM_API int hipMemsetAsync(void *memory, int value, std::size_t bytes, void *handle) {
  stream &s = stream_of(handle);
  if (const int error = device_error(*s.on))
    return error;
  enqueue(s, [=] { std::memset(memory, value, bytes); });
  return hip_success;
}

namespace {
struct pointer_attributes {
  int type, device;
  void *device_pointer, *host_pointer;
  int is_managed;
  unsigned allocation_flags;
};
} // namespace

HIPSIM_API int hipPointerGetAttributes(pointer_attributes *attributes, const void *memory) {
  const allocation a = memory_of_devices().find(reinterpret_cast<u64>(memory));
  *attributes = {};
  attributes->device = -2;
  if (!a.bytes || a.use == memory_use::arguments)
    return hip_invalid_value;
  void *const address = const_cast<void *>(memory);
  attributes->device = a.device;
  attributes->device_pointer = address;
  attributes->allocation_flags = a.flags;
  switch (a.use) {
  case memory_use::managed:
    attributes->type = 3;
    attributes->is_managed = 1;
    attributes->host_pointer = address;
    break;
  case memory_use::pinned:
    attributes->type = 1;
    attributes->host_pointer = address;
    break;
  default:
    attributes->type = 2;
  }
  return hip_success;
}
