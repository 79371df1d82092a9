//===- cuda_memory.cpp - Memory of NVIDIA devices ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cuda_backend.hpp"

namespace gpu::detail::cuda {

void *cuda_backend::allocate(memory_kind kind, std::size_t bytes) {
  enter();
  device_pointer memory = 0;
  void *host = nullptr;
  result r = success;
  switch (kind) {
  case memory_device:
    r = driver_.MemAlloc(&memory, bytes);
    if (r == error_out_of_memory && pool_made_ && driver_.MemPoolTrimTo(pool_, 0) == success)
      r = driver_.MemAlloc(&memory, bytes);
    break;
  case memory_shared:
  case memory_managed:
    r = driver_.MemAllocManaged(&memory, bytes, mem_attach_global);
    // Advice: where the device cannot take it, the memory works all the same.
    if (r == success && kind == memory_shared)
      driver_.MemAdvise(memory, bytes, mem_advise_set_preferred_location, device_);
    break;
  case memory_pinned:
    r = driver_.MemHostAlloc(&host, bytes, mem_host_alloc_portable | mem_host_alloc_device_map);
    memory = to_device(host);
    break;
  }
  if (r == error_out_of_memory)
    fail_out_of_memory(kind, bytes);
  check(r, "allocation of memory");
  return to_pointer(memory);
}

void cuda_backend::fail_out_of_memory(memory_kind kind, std::size_t bytes) const {
  fail(errc::out_of_memory, "{} has no {} bytes of {} memory left", properties_.describe(), bytes,
       kind == memory_pinned ? "pinned host" : "device");
}

pool_handle cuda_backend::pool() {
  std::lock_guard lock(mutex_);
  if (pool_made_ || !driver_.MemPoolCreate || !attribute(attribute_memory_pools_supported))
    return pool_;
  const pool_properties properties = {1, 0, {1, device_}, nullptr, 0, {}};
  check(driver_.MemPoolCreate(&pool_, &properties), "cuMemPoolCreate");
  pool_made_ = true;
  // What is freed stays for the next allocation instead of going back at each synchronisation.
  unsigned long long all = -1ull;
  check(driver_.MemPoolSetAttribute(pool_, pool_release_threshold, &all), "cuMemPoolSetAttribute");
  return pool_;
}

void *cuda_backend::allocate_in_order(std::size_t bytes, void *stream) {
  enter();
  const pool_handle from = pool();
  if (!from)
    return allocate(memory_device, bytes);
  device_pointer memory = 0;
  const result r = driver_.MemAllocFromPoolAsync(&memory, bytes, from, stream);
  if (r == error_out_of_memory)
    fail_out_of_memory(memory_device, bytes);
  check(r, "allocation of memory");
  return to_pointer(memory);
}

void cuda_backend::free_in_order(void *memory, void *stream) noexcept {
  if (driver_.CtxSetCurrent(context_) != success)
    return;
  if (pool_)
    driver_.MemFreeAsync(to_device(memory), stream);
  else
    driver_.MemFree(to_device(memory));
}

std::size_t cuda_backend::free_memory() {
  enter();
  std::size_t unused = 0, total = 0;
  check(driver_.MemGetInfo(&unused, &total), "cuMemGetInfo");
  return unused;
}

void cuda_backend::free(memory_kind kind, void *memory) noexcept {
  // Errors are those of kernels before, which synchronisation reports, or say that the driver is
  // gone, at exit.
  if (driver_.CtxSetCurrent(context_) != success)
    return;
  if (kind == memory_pinned)
    driver_.MemFreeHost(memory);
  else
    driver_.MemFree(to_device(memory));
}

memory_sight cuda_backend::device_sees(const void *memory) const {
  if (!properties_.separate_memory)
    return sight_host;
  enter();
  // The plural form: asked of ordinary host memory, the other one fails, and tools report that.
  unsigned type = 0;
  int attribute = pointer_attribute_memory_type;
  void *value = &type;
  if (driver_.PointerGetAttributes(1, &attribute, &value, to_device(memory)) != success ||
      type == 0)
    return sight_none;
  return type == memory_type_host ? sight_host : sight_device;
}

void cuda_backend::copy(void *to, const void *from, std::size_t bytes, void *stream) {
  enter();
  check(stream ? driver_.MemcpyAsync(to_device(to), to_device(from), bytes, stream)
               : driver_.Memcpy(to_device(to), to_device(from), bytes),
        "a copy of memory");
}

void cuda_backend::fill_zero(void *memory, std::size_t bytes, void *stream) {
  enter();
  check(driver_.MemsetD8Async(to_device(memory), 0, bytes, stream), "clearing memory");
  if (!stream)
    check(driver_.StreamSynchronize(nullptr), "clearing memory");
}

bool cuda_backend::enable_peer(device_backend &peer) {
  auto &other = static_cast<cuda_backend &>(peer);
  int possible = 0;
  check(driver_.DeviceCanAccessPeer(&possible, device_, other.device_), "cuDeviceCanAccessPeer");
  if (!possible)
    return false;
  other.enter();
  enter();
  const result r = driver_.CtxEnablePeerAccess(other.context_, 0);
  if (r != error_peer_access_already_enabled)
    check(r, "cuCtxEnablePeerAccess");
  const access_description access = {{1, device_}, 3};
  if (const pool_handle theirs = other.pool())
    check(driver_.MemPoolSetAccess(theirs, &access, 1), "cuMemPoolSetAccess");
  return true;
}

bool cuda_backend::can_commit(std::size_t &granularity) const {
  enter();
  constexpr int minimum = 0;
  const allocation_properties memory = committed_memory();
  return driver_.MemGetAllocationGranularity && driver_.MemAddressReserve && driver_.MemCreate &&
         driver_.MemMap && driver_.MemUnmap && driver_.MemSetAccess && driver_.MemRelease &&
         attribute(attribute_virtual_memory_management_supported) &&
         driver_.MemGetAllocationGranularity(&granularity, &memory, minimum) == success;
}

void *cuda_backend::reserve(std::size_t bytes) {
  enter();
  device_pointer range = 0;
  return driver_.MemAddressReserve(&range, bytes, 0, 0, 0) == success ? to_pointer(range) : nullptr;
}

void cuda_backend::commit(void *at, std::size_t bytes) {
  enter();
  const allocation_properties memory = committed_memory();
  allocation_handle handle = 0;
  const result r = driver_.MemCreate(&handle, bytes, &memory, 0);
  if (r == error_out_of_memory)
    fail(errc::out_of_memory, "{} has no {} bytes of device memory left", properties_.describe(),
         bytes);
  check(r, "cuMemCreate");
  const result mapped = driver_.MemMap(to_device(at), bytes, 0, handle, 0);
  driver_.MemRelease(handle); // it lives on while it is mapped
  check(mapped, "cuMemMap");
  const access_description access = {memory.location, 3};
  const result set = driver_.MemSetAccess(to_device(at), bytes, &access, 1);
  if (set != success)
    driver_.MemUnmap(to_device(at), bytes);
  check(set, "cuMemSetAccess");
}

} // namespace gpu::detail::cuda
