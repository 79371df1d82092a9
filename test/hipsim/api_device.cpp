//===- api_device.cpp - HIP's functions for devices and errors --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "address_space.hpp"
#include "api.hpp"

#include <cstring>

namespace hipsim {
namespace {

thread_local int current = 0;

struct named_error {
  int value;
  const char *name, *text;
};
constexpr named_error errors[] = {
    {hip_success, "hipSuccess", "no error"},
    {hip_invalid_value, "hipErrorInvalidValue", "invalid argument"},
    {hip_out_of_memory, "hipErrorOutOfMemory", "out of memory"},
    {hip_not_initialized, "hipErrorNotInitialized", "initialization error"},
    {hip_invalid_configuration, "hipErrorInvalidConfiguration", "invalid configuration argument"},
    {hip_no_device, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {hip_invalid_device, "hipErrorInvalidDevice", "invalid device ordinal"},
    {hip_invalid_image, "hipErrorInvalidImage", "device kernel image is invalid"},
    {hip_no_binary_for_gpu, "hipErrorNoBinaryForGpu",
     "no kernel image is available for execution on the device"},
    {hip_invalid_handle, "hipErrorInvalidHandle", "invalid resource handle"},
    {hip_not_found, "hipErrorNotFound", "named symbol not found"},
    {hip_not_ready, "hipErrorNotReady", "device not ready"},
    {hip_illegal_address, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    {hip_peer_access_already_enabled, "hipErrorPeerAccessAlreadyEnabled",
     "peer access is already enabled"},
    {hip_launch_failure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {hip_cooperative_launch_too_large, "hipErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {hip_stream_capture_unmatched, "hipErrorStreamCaptureUnmatched",
     "the capture was not initiated in this stream"},
};

const named_error &find_error(int value) {
  static constexpr named_error unknown = {hip_unknown, "hipErrorUnknown", "unknown error"};
  for (const named_error &e : errors)
    if (e.value == value)
      return e;
  return unknown;
}

/// Places of `hipDeviceProp_tR0600`.
struct properties {
  char name[256], uuid[16], luid[8];
  unsigned luid_device_node_mask;
  std::size_t total_global_mem, shared_mem_per_block;
  int regs_per_block, warp_size;
  std::size_t mem_pitch;
  int max_threads_per_block, max_threads_dim[3], max_grid_size[3];
  char between[0x488 - 0x15c];
  char gcn_arch_name[256];
};

} // namespace

device &current_device() { return *devices()[static_cast<std::size_t>(current)]; }

stream &stream_of(void *handle) {
  return handle ? *static_cast<stream *>(handle) : current_device().null_stream;
}

int device_error(device &d) {
  const std::lock_guard lock(state_mutex());
  return d.error;
}

} // namespace hipsim

using namespace hipsim;

HIPSIM_API int hipInit(unsigned) { return hip_success; }
HIPSIM_API const char *hipGetErrorName(int error) { return find_error(error).name; }
HIPSIM_API const char *hipGetErrorString(int error) { return find_error(error).text; }

HIPSIM_API int hipRuntimeGetVersion(int *version) {
  *version = 60200000;
  return hip_success;
}

HIPSIM_API int hipGetDeviceCount(int *count) {
  *count = static_cast<int>(devices().size());
  return *count ? hip_success : hip_no_device;
}

HIPSIM_API int hipSetDevice(int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= devices().size())
    return hip_invalid_device;
  current = index;
  return hip_success;
}

HIPSIM_API int hipDeviceGetName(char *name, int bytes, int index) {
  const std::string text = "Simulated " + devices()[static_cast<std::size_t>(index)]->processor;
  std::strncpy(name, text.c_str(), static_cast<std::size_t>(bytes));
  return hip_success;
}

HIPSIM_API int hipDeviceGetAttribute(int *value, int attribute, int index) {
  const device &d = *devices()[static_cast<std::size_t>(index)];
  switch (attribute) {
  case 10: // cooperative launch
    *value = 1;
    return hip_success;
  case 26:
  case 27:
  case 28: // block dimensions
  case 56: // threads of a block
    *value = 1024;
    return hip_success;
  case 29: // grid dimensions
    *value = 2147483647;
    return hip_success;
  case 30:
  case 31:
    *value = 65536;
    return hip_success;
  case 63: // multiprocessors
    *value = multiprocessors;
    return hip_success;
  case 65: // pageable memory access
    *value = 0;
    return hip_success;
  case 74: // shared memory of a block
    *value = 65536;
    return hip_success;
  case 87: // lanes of a wave
    *value = static_cast<int>(d.lanes);
    return hip_success;
  }
  return hip_invalid_value;
}

HIPSIM_API int hipDeviceTotalMem(std::size_t *bytes, int) {
  *bytes = device_memory_bytes;
  return hip_success;
}

HIPSIM_API int hipMemGetInfo(std::size_t *unused, std::size_t *total) {
  *total = device_memory_bytes;
  *unused = device_memory_bytes - memory_of_devices().used(current_device().index);
  return hip_success;
}

HIPSIM_API int hipGetDevicePropertiesR0600(void *where, int index) {
  const device &d = *devices()[static_cast<std::size_t>(index)];
  static_assert(offsetof(properties, gcn_arch_name) == 0x488);
  auto &p = *static_cast<properties *>(where);
  hipDeviceGetName(p.name, sizeof(p.name), index);
  p.total_global_mem = device_memory_bytes;
  p.shared_mem_per_block = 65536;
  p.regs_per_block = 65536;
  p.warp_size = static_cast<int>(d.lanes);
  p.max_threads_per_block = 1024;
  std::strcpy(p.gcn_arch_name, d.full_name.c_str());
  return hip_success;
}

HIPSIM_API int hipDeviceSynchronize() { return wait_all(current_device()); }

HIPSIM_API int hipDeviceSetLimit(int limit, std::size_t value) {
  if (limit != 0) // hipLimitStackSize
    return hip_invalid_value;
  current_device().stack_limit = static_cast<u32>(value);
  return hip_success;
}

HIPSIM_API int hipDeviceCanAccessPeer(int *can, int from, int to) {
  *can = from != to;
  return hip_success;
}
HIPSIM_API int hipDeviceEnablePeerAccess(int, unsigned) { return hip_success; }
