//===- statics.cpp - Static local variables ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards of static local variables' initialisation (Itanium C++ ABI 3.3.3), and
// the registration of destructors, which never run: a module outlives the program.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

namespace {

// A guard is 64 bits; the compiler tests the first byte for "initialised".
constexpr uint32_t done = 1, busy = 1 << 8;

void fence() {
#if defined(__GPUC_TARGET_NVPTX__)
  __nvvm_membar_gl();
#else
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
#endif
}

} // namespace

extern "C" {

/// 1: the caller is to initialise the variable. 0: another has done so, or is at it; the compiler
/// makes the caller look again (lowerGuards in lib/Transforms/DevicePrepare.cpp).
int __cxa_guard_acquire(uint32_t *guard) {
  uint32_t seen = 0;
  const bool taken = __scoped_atomic_compare_exchange_n(guard, &seen, busy, false, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  fence();
  return taken;
}

void __cxa_guard_release(uint32_t *guard) {
  fence();
  __scoped_atomic_store_n(guard, done, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

void __cxa_guard_abort(uint32_t *guard) {
  __scoped_atomic_store_n(guard, 0u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

int __cxa_atexit(void (*)(void *), void *, void *) { return 0; }
int __cxa_thread_atexit(void (*)(void *), void *, void *) { return 0; }

void *__dso_handle = nullptr;

} // extern "C"
