//===- pthread.cpp - POSIX threads' locks -----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What std::mutex, std::condition_variable, std::call_once and thread-specific
// data come down to in either standard library. The objects have glibc's sizes
// and its initialisers, and a layout of their own within. A thread that waits
// spins: lanes of one warp may wait for one another where the GPU schedules
// them independently (NVIDIA, from sm_70 on), elsewhere only for other warps.
// No new thread can be started from a kernel.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <gpu/index.hpp>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

namespace {

void pause() {
#if defined(__GPUC_TARGET_NVPTX__)
  // nanosleep needs sm_70 and PTX 6.3; the compiler drops the other branch.
  if (__nvvm_reflect("__CUDA_ARCH") >= 700)
    asm volatile("nanosleep.u32 100;" ::: "memory");
#else
  __builtin_amdgcn_s_sleep(2);
#endif
}

void fence() {
#if defined(__GPUC_TARGET_NVPTX__)
  __nvvm_membar_gl();
#else
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
#endif
}

template <class T> T load(const T *p) {
  return __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
template <class T> void store(T *p, T value) {
  __scoped_atomic_store_n(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
template <class T> bool exchange_if(T *p, T expected, T value) {
  return __scoped_atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/// Whole of a pthread_mutex_t; zero but for the kind at first, as glibc's initialisers say.
struct mutex {
  uint32_t locked;
  uint32_t depth;  ///< of a recursive mutex: how often more it has to be unlocked
  pthread_t owner; ///< of other kinds than the plain one; 0 for none
  int32_t kind;
};
static_assert(sizeof(mutex) <= sizeof(pthread_mutex_t));
static_assert(offsetof(mutex, kind) == offsetof(pthread_mutex_t, __data.__kind));

/// Whole of a pthread_cond_t: how often it was signalled. Each signal wakes all who wait.
struct condition {
  uint32_t signals;
};
static_assert(sizeof(condition) <= sizeof(pthread_cond_t));

/// Whole of a pthread_rwlock_t.
struct rwlock {
  uint32_t readers; ///< or `writing`
};
constexpr uint32_t writing = ~0u;
static_assert(sizeof(rwlock) <= sizeof(pthread_rwlock_t));

mutex *whole(pthread_mutex_t *m) { return reinterpret_cast<mutex *>(m); }
condition *whole(pthread_cond_t *c) { return reinterpret_cast<condition *>(c); }
rwlock *whole(pthread_rwlock_t *l) { return reinterpret_cast<rwlock *>(l); }

/// One try; EBUSY where another has it.
int try_lock(mutex *m) {
  const bool plain = m->kind == PTHREAD_MUTEX_NORMAL;
  if (!plain && load(&m->owner) == pthread_self()) {
    if (m->kind != PTHREAD_MUTEX_RECURSIVE)
      return EDEADLK;
    ++m->depth;
    return 0;
  }
  if (!exchange_if(&m->locked, 0u, 1u))
    return EBUSY;
  fence();
  if (!plain)
    store(&m->owner, pthread_self());
  return 0;
}

int try_lock_shared(rwlock *l) {
  const uint32_t readers = load(&l->readers);
  if (readers == writing || !exchange_if(&l->readers, readers, readers + 1))
    return EBUSY;
  fence();
  return 0;
}

int try_lock_exclusive(rwlock *l) {
  if (!exchange_if(&l->readers, 0u, writing))
    return EBUSY;
  fence();
  return 0;
}

/// Tries again and again.
template <class Try> int keep_trying(Try attempt) {
  int result;
  while ((result = attempt()) == EBUSY)
    pause();
  return result;
}

bool is_over(clockid_t clock, const timespec *deadline) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec > deadline->tv_sec ||
         (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

/// Likewise until the deadline; then ETIMEDOUT.
template <class Try> int keep_trying_until(clockid_t clock, const timespec *deadline, Try attempt) {
  int result;
  while ((result = attempt()) == EBUSY) {
    if (is_over(clock, deadline))
      return ETIMEDOUT;
    pause();
  }
  return result;
}

constexpr unsigned max_keys = 32;
unsigned known_keys = 0;
GPUC_THREAD_LOCAL void *values[max_keys] = {};

} // namespace

extern "C" {

pthread_t pthread_self() noexcept {
  return gpu::block_rank() * gpu::block_dim().count() + gpu::thread_rank() + 1;
}
/// The header has its own for optimised code.
int own_pthread_equal(pthread_t a, pthread_t b) noexcept __asm__("pthread_equal");
int own_pthread_equal(pthread_t a, pthread_t b) noexcept { return a == b; }

int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) noexcept {
  return ENOSYS;
}
int pthread_join(pthread_t, void **) { return ESRCH; }
int pthread_detach(pthread_t) noexcept { return ESRCH; }

int sched_yield() noexcept {
  pause();
  return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *a) noexcept {
  *reinterpret_cast<int *>(a) = PTHREAD_MUTEX_NORMAL;
  return 0;
}
int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind) noexcept {
  *reinterpret_cast<int *>(a) = kind;
  return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t *) noexcept { return 0; }

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) noexcept {
  *whole(m) = {0, 0, 0, a ? *reinterpret_cast<const int *>(a) : PTHREAD_MUTEX_NORMAL};
  return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *) noexcept { return 0; }

int pthread_mutex_trylock(pthread_mutex_t *m) noexcept {
  const int result = try_lock(whole(m));
  return result == EDEADLK ? EBUSY : result;
}
int pthread_mutex_lock(pthread_mutex_t *m) noexcept {
  return keep_trying([=] { return try_lock(whole(m)); });
}
int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                            const timespec *deadline) noexcept {
  return keep_trying_until(clock, deadline, [=] { return try_lock(whole(m)); });
}
int pthread_mutex_timedlock(pthread_mutex_t *m, const timespec *deadline) noexcept {
  return pthread_mutex_clocklock(m, CLOCK_REALTIME, deadline);
}

int pthread_mutex_unlock(pthread_mutex_t *given) noexcept {
  mutex *m = whole(given);
  if (m->kind != PTHREAD_MUTEX_NORMAL) {
    if (load(&m->owner) != pthread_self())
      return EPERM;
    if (m->depth != 0)
      return --m->depth, 0;
    store(&m->owner, pthread_t{0});
  }
  fence();
  store(&m->locked, 0u);
  return 0;
}

int pthread_condattr_init(pthread_condattr_t *) noexcept { return 0; }
int pthread_condattr_setclock(pthread_condattr_t *, clockid_t) noexcept { return 0; }
int pthread_condattr_destroy(pthread_condattr_t *) noexcept { return 0; }

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *) noexcept {
  *whole(c) = {0};
  return 0;
}
int pthread_cond_destroy(pthread_cond_t *) noexcept { return 0; }

int pthread_cond_broadcast(pthread_cond_t *c) noexcept {
  fence();
  __scoped_atomic_fetch_add(&whole(c)->signals, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  return 0;
}
int pthread_cond_signal(pthread_cond_t *c) noexcept { return pthread_cond_broadcast(c); }

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  const uint32_t before = load(&whole(c)->signals);
  pthread_mutex_unlock(m);
  keep_trying([=] { return load(&whole(c)->signals) == before ? EBUSY : 0; });
  return pthread_mutex_lock(m);
}
int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const timespec *deadline) {
  const uint32_t before = load(&whole(c)->signals);
  pthread_mutex_unlock(m);
  const int result = keep_trying_until(
      clock, deadline, [=] { return load(&whole(c)->signals) == before ? EBUSY : 0; });
  pthread_mutex_lock(m);
  return result;
}
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const timespec *deadline) {
  return pthread_cond_clockwait(c, m, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *) noexcept {
  *whole(l) = {0};
  return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *) noexcept { return 0; }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) noexcept { return try_lock_shared(whole(l)); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *l) noexcept { return try_lock_exclusive(whole(l)); }
int pthread_rwlock_rdlock(pthread_rwlock_t *l) noexcept {
  return keep_trying([=] { return try_lock_shared(whole(l)); });
}
int pthread_rwlock_wrlock(pthread_rwlock_t *l) noexcept {
  return keep_trying([=] { return try_lock_exclusive(whole(l)); });
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock,
                               const timespec *deadline) noexcept {
  return keep_trying_until(clock, deadline, [=] { return try_lock_shared(whole(l)); });
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock,
                               const timespec *deadline) noexcept {
  return keep_trying_until(clock, deadline, [=] { return try_lock_exclusive(whole(l)); });
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const timespec *deadline) noexcept {
  return pthread_rwlock_clockrdlock(l, CLOCK_REALTIME, deadline);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const timespec *deadline) noexcept {
  return pthread_rwlock_clockwrlock(l, CLOCK_REALTIME, deadline);
}
int pthread_rwlock_unlock(pthread_rwlock_t *l) noexcept {
  fence();
  if (load(&whole(l)->readers) == writing)
    store(&whole(l)->readers, 0u);
  else
    __scoped_atomic_fetch_sub(&whole(l)->readers, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  return 0;
}

/// The function runs within the loop, so that lanes in lockstep do not wait for one another.
int pthread_once(pthread_once_t *once, void (*function)()) {
  constexpr int unset = PTHREAD_ONCE_INIT, busy = 1, done = 2;
  while (load(once) != done) {
    if (exchange_if(once, unset, busy)) {
      function();
      fence();
      store(once, done);
    }
  }
  fence();
  return 0;
}

int pthread_key_create(pthread_key_t *key, void (*)(void *)) noexcept {
  const unsigned next =
      __scoped_atomic_fetch_add(&known_keys, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  if (next >= max_keys)
    return EAGAIN;
  *key = next;
  return 0;
}
int pthread_key_delete(pthread_key_t) noexcept { return 0; }
void *pthread_getspecific(pthread_key_t key) noexcept {
  return key < max_keys ? values[key] : nullptr;
}
int pthread_setspecific(pthread_key_t key, const void *value) noexcept {
  if (key >= max_keys)
    return EINVAL;
  values[key] = const_cast<void *>(value);
  return 0;
}

} // extern "C"
