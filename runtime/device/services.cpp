//===- services.cpp - Host services: the device side ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__gpuc_service_send`: through a port of the memory that the host's server
// reads (runtime/services/port.hpp), or on the CPU target straight to the
// runtime.
//
//===----------------------------------------------------------------------===//

#include <gpu/detail/services.hpp>

#if defined(__GPUC_TARGET_CPU__)

void __gpuc_service_send(unsigned opcode, const gpu::detail::piece *pieces, unsigned count) {
  __gpuc_cpu_service(opcode, pieces, count);
}

#else

#include "../services/port.hpp"
#include <gpu/warp.hpp>

using namespace gpu::detail;

extern "C" {
/// The area of the server, written by the runtime once it has loaded the module.
[[gnu::visibility("default")]] service_area *__gpuc_services = nullptr;
}

namespace {

/// `service_area::locks`, once a warp has read it across the bus.
uint32_t *known_locks = nullptr;

/// The lanes that run this together.
class calling_warp {
public:
  uint64_t mask() const { return mask_; }
  unsigned lane() const { return lane_; }
  bool leader() const { return lane_ == static_cast<unsigned>(__builtin_ctzll(mask_)); }
  bool any(bool predicate) const { return any_in(mask_, predicate); }
  void sync() const { sync_lanes(mask_); }

  void pause() const {
#if defined(__GPUC_TARGET_NVPTX__)
    // nanosleep needs sm_70 and PTX 6.3; the compiler drops the other branch.
    if (__nvvm_reflect("__CUDA_ARCH") >= 700)
      asm volatile("nanosleep.u32 100;" ::: "memory");
#else
    __builtin_amdgcn_s_sleep(2);
#endif
  }

  // Relaxed accesses and fences: NVPTX has no acquire and release accesses before sm_70.

  uint32_t load_acquire_system(uint32_t *p) const {
    const auto value = __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
    fence_system(__ATOMIC_ACQUIRE);
    return value;
  }
  void store_release_system(uint32_t *p, uint32_t value) const {
    fence_system(__ATOMIC_RELEASE);
    __scoped_atomic_store_n(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  }
  bool compare_exchange_acquire(uint32_t *p, uint32_t *expected, uint32_t value) const {
    const bool taken = __scoped_atomic_compare_exchange_n(
        p, expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    fence_device(__ATOMIC_ACQUIRE);
    return taken;
  }
  void store_release(uint32_t *p, uint32_t value) const {
    fence_device(__ATOMIC_RELEASE);
    __scoped_atomic_store_n(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }

private:
#if defined(__GPUC_TARGET_NVPTX__)
  static void fence_system(int) { __nvvm_membar_sys(); }
  static void fence_device(int) { __nvvm_membar_gl(); }
#else
  // The builtin takes constants only.
  static void fence_system(int order) {
    if (order == __ATOMIC_ACQUIRE)
      __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "");
    else
      __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
  }
  static void fence_device(int order) {
    if (order == __ATOMIC_ACQUIRE)
      __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    else
      __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  }
#endif

  uint64_t mask_ = calling_lanes();
  unsigned lane_ = gpu::lane_id();
};

/// The port of this warp: always the same one, so that a thread's messages stay in order.
unsigned port_of_warp() {
  const unsigned threads = static_cast<unsigned>(gpu::block_dim().count());
  const unsigned warps = (threads + gpu::warp_size() - 1) / gpu::warp_size();
  const auto warp = gpu::block_rank() * warps + gpu::thread_rank() / gpu::warp_size();
  return static_cast<unsigned>(warp % service_ports);
}

/// The port locks, whose address the area holds and this module remembers.
uint32_t *locks_of(service_area *area) {
  uint32_t *locks = __scoped_atomic_load_n(&known_locks, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  if (!locks) {
    locks = area->locks;
    __scoped_atomic_store_n(&known_locks, locks, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
  return locks;
}

} // namespace

void __gpuc_service_send(unsigned opcode, const piece *pieces, unsigned count) {
  // Volatile: no code that the optimiser sees writes the variable.
  service_area *area = *const_cast<service_area *volatile *>(&__gpuc_services);
  if (!area)
    return;
  calling_warp warp;
  send_message(warp, area, locks_of(area), port_of_warp(), opcode, pieces, count);
}

#endif
