//===- services.cpp - Host services: the device side ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__gpuc_service_send` and `__gpuc_service_call`: through a port of the memory
// that the host's server reads (runtime/services/port.hpp), or on the CPU target
// straight to the runtime.
//
//===----------------------------------------------------------------------===//

#include <gpu/detail/services.hpp>

#if defined(__GPUC_TARGET_CPU__)

#include <gpu/index.hpp>

/// Number of the running thread in its launch.
static uint64_t thread_number() {
  return uint64_t{gpu::block_rank()} * gpu::block_dim().count() + gpu::thread_rank();
}

void __gpuc_service_send(unsigned opcode, const gpu::detail::piece *pieces, unsigned count) {
  __gpuc_cpu_service_of(thread_number(), opcode, pieces, count);
}

int64_t __gpuc_service_call(unsigned opcode, const gpu::detail::piece *pieces, unsigned count,
                            void *reply, uint64_t capacity) {
  return __gpuc_cpu_service_call(thread_number(), opcode, pieces, count, reply, capacity);
}

#else

#include "../../services/port.hpp"
#include <gpu/warp.hpp>

using namespace gpu::detail;

extern "C" {
/// The server's memory, written by the runtime once it has loaded the module.
[[gnu::visibility("default")]] service_access __gpuc_services = {};
}

namespace {

/// Number of the running warp in its launch.
uint64_t warp_number() {
  const unsigned threads = static_cast<unsigned>(gpu::block_dim().count());
  const unsigned warps = (threads + gpu::warp_size() - 1) / gpu::warp_size();
  return uint64_t{gpu::block_rank()} * warps + gpu::thread_rank() / gpu::warp_size();
}

/// The lanes that ask for the same service together.
class calling_warp {
public:
#if defined(__GPUC_TARGET_NVPTX__)
  using lanes = uint32_t;
#else
  using lanes = uint64_t;
#endif

  explicit calling_warp(unsigned opcode) : mask_(lanes_with(opcode)) {}

  lanes mask() const { return mask_; }
  unsigned lane() const { return gpu::lane_id(); }
  bool leader() const { return lane() == first_lane(mask_); }
  bool any(bool predicate) const { return any_in(mask_, predicate); }
  uint32_t from_leader(uint32_t value) const {
    return shuffle_word(mask_, value, first_lane(mask_));
  }
  void sync() const { sync_lanes(mask_); }
  uint64_t number() const { return warp_number(); }
  /// The message port of this warp: always the same one, so that a thread's messages stay in order.
  unsigned port() const { return static_cast<unsigned>(number() % message_ports); }

  uint64_t launch() const {
#if defined(__GPUC_TARGET_NVPTX__)
    uint64_t grid; // the builtin gives the lower half only
    asm("mov.u64 %0, %%gridid;" : "=l"(grid));
    return grid;
#else
    return reinterpret_cast<uint64_t>(
        __builtin_amdgcn_implicitarg_ptr()); // each launch has its own
#endif
  }

  /// Waits a little.
  void pause() const {
#if defined(__GPUC_TARGET_NVPTX__)
    if (can_sleep_)
      asm volatile("nanosleep.u32 100;" ::: "memory");
#else
    __builtin_amdgcn_s_sleep(2);
#endif
  }

  // Relaxed accesses and fences: NVPTX has no acquire and release accesses before sm_70.

  template <class T> T load_system(T *p) const {
    return __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  }
  void store_system(uint32_t *p, uint32_t value) const {
    __scoped_atomic_store_n(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  }
  uint32_t load_device(uint32_t *p) const {
    return __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
  void store_device(uint32_t *p, uint32_t value) const {
    __scoped_atomic_store_n(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
  bool compare_exchange(uint32_t *p, uint32_t *expected, uint32_t value) const {
    return __scoped_atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }

#if defined(__GPUC_TARGET_NVPTX__)
  void fence_acquire_system() const { __nvvm_membar_sys(); }
  void fence_release_system() const { __nvvm_membar_sys(); }
  void fence_acquire_device() const { __nvvm_membar_gl(); }
  void fence_release_device() const { __nvvm_membar_gl(); }
#else
  void fence_acquire_system() const { __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, ""); }
  void fence_release_system() const { __builtin_amdgcn_fence(__ATOMIC_RELEASE, ""); }
  void fence_acquire_device() const { __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent"); }
  void fence_release_device() const { __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent"); }
#endif

private:
  static unsigned first_lane(lanes mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }

  /// Lanes that come from different calls may run this function together.
  static lanes lanes_with(unsigned opcode) {
    for (auto rest = static_cast<lanes>(calling_lanes());;) {
      const unsigned first = shuffle_word(rest, opcode, first_lane(rest));
      const auto same = static_cast<lanes>(ballot_in(rest, opcode == first));
      if (opcode == first)
        return same;
      rest &= ~same;
    }
  }

  lanes mask_;
#if defined(__GPUC_TARGET_NVPTX__)
  // nanosleep needs sm_70 and PTX 6.3; the compiler drops the other branch. Asked once: LLVM's pass
  // for `__nvvm_reflect` fails where a function has the question several times.
  bool can_sleep_ = __nvvm_reflect("__CUDA_ARCH") >= 700;
#endif
};

/// The server's memory; null where there is no server. Volatile: no code that the optimiser
/// sees writes the variable.
server_memory &server = __gpuc_services;

} // namespace

void __gpuc_service_send(unsigned opcode, const piece *pieces, unsigned count) {
  if (!server.area)
    return;
  calling_warp warp(opcode);
  send_message(warp, server, warp.port(), opcode, pieces, count);
}

int64_t __gpuc_service_call(unsigned opcode, const piece *pieces, unsigned count, void *reply,
                            uint64_t capacity) {
  if (!server.area)
    return -38; // ENOSYS
  calling_warp warp(opcode);
  return call_service(warp, server, warp.port(), opcode, pieces, count, reply, capacity);
}

#endif
