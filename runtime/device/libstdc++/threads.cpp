//===- threads.cpp - Threads, waiting and clocks ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Over the C library's functions and abi/pthread.cpp. Waiting is asking again:
// there is no futex. A kernel starts no threads.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

// Thread-local variables of the headers are marked below, as the library's own.
#define __thread

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <typeinfo>

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// std::atomic's wait and notify come down to this. Whoever waits looks again when it returns.
extern "C" [[gnu::weak]] long syscall(long number, ...) noexcept {
  if (number == SYS_futex) {
    sched_yield();
    return 0;
  }
  errno = ENOSYS;
  return -1;
}

/// glibc's: not zero would let std::shared_ptr count without atomics.
extern "C" [[gnu::weak]] char __libc_single_threaded;
char __libc_single_threaded = 0;

namespace std {

// Threads.

thread::_State::~_State() = default;

GPUC_FAILURE void thread::_M_start_thread(_State_ptr, void (*)()) {
  __gpuc_fail(nullptr, "std::system_error", "Resource temporarily unavailable");
}
GPUC_FAILURE void thread::join() { __gpuc_fail(nullptr, "std::system_error", "Invalid argument"); }
GPUC_FAILURE void thread::detach() {
  __gpuc_fail(nullptr, "std::system_error", "Invalid argument");
}
unsigned thread::hardware_concurrency() noexcept { return 0; }

// Condition variables.

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex> &lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

GPUC_FAILURE void notify_all_at_thread_exit(condition_variable &, unique_lock<mutex>) {
  __gpuc_fail(nullptr, "std::notify_all_at_thread_exit was called", nullptr);
}

// Futures.

namespace {

/// Waits until `*address` is no longer `value`; false when the time on `clock` has passed.
bool wait_until_changed(const unsigned *address, unsigned value, bool limited, clockid_t clock,
                        chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  while (__atomic_load_n(address, __ATOMIC_ACQUIRE) == value) {
    if (limited) {
      timespec now;
      clock_gettime(clock, &now);
      if (now.tv_sec > seconds.count() ||
          (now.tv_sec == seconds.count() && now.tv_nsec >= nanoseconds.count()))
        return false;
    }
    sched_yield();
  }
  return true;
}

} // namespace

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *address, unsigned value,
                                                       bool limited, chrono::seconds seconds,
                                                       chrono::nanoseconds nanoseconds) {
  return wait_until_changed(address, value, limited, CLOCK_REALTIME, seconds, nanoseconds);
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *address, unsigned value,
                                                              bool limited, chrono::seconds seconds,
                                                              chrono::nanoseconds nanoseconds) {
  return wait_until_changed(address, value, limited, CLOCK_MONOTONIC, seconds, nanoseconds);
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}

// Results that a thread's end makes ready.
GPUC_FAILURE void __future_base::_State_baseV2::_Make_ready::_M_set() {
  __gpuc_fail(nullptr, "a promise's value was set for the end of the thread", nullptr);
}

// call_once: what is to be called is handed over in thread-local variables.

GPUC_THREAD_LOCAL void *__once_callable;
GPUC_THREAD_LOCAL void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

// shared_ptr: the free functions of <memory> for atomic access lock one of a few mutexes.

namespace {
constexpr unsigned char pointer_locks = 16, no_lock = 0xff;
pthread_mutex_t pointer_mutexes[pointer_locks];

unsigned char lock_of(const void *pointer) {
  return static_cast<unsigned char>(_Hash_bytes(&pointer, sizeof pointer, 0) % pointer_locks);
}
} // namespace

_Sp_locker::_Sp_locker(const void *pointer) noexcept : _M_key1(lock_of(pointer)), _M_key2(no_lock) {
  pthread_mutex_lock(&pointer_mutexes[_M_key1]);
}
_Sp_locker::_Sp_locker(const void *a, const void *b) noexcept
    : _M_key1(lock_of(a)), _M_key2(lock_of(b)) {
  // In one order everywhere.
  if (_M_key1 > _M_key2)
    swap(_M_key1, _M_key2);
  pthread_mutex_lock(&pointer_mutexes[_M_key1]);
  if (_M_key1 == _M_key2)
    _M_key2 = no_lock;
  else
    pthread_mutex_lock(&pointer_mutexes[_M_key2]);
}
_Sp_locker::~_Sp_locker() {
  if (_M_key2 != no_lock)
    pthread_mutex_unlock(&pointer_mutexes[_M_key2]);
  pthread_mutex_unlock(&pointer_mutexes[_M_key1]);
}

bool _Sp_make_shared_tag::_S_eq([[maybe_unused]] const type_info &type) noexcept {
  return type == typeid(_Sp_make_shared_tag);
}

// Clocks.

namespace chrono {
inline namespace _V2 {

namespace {
int64_t nanoseconds_of(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * int64_t{1000000000} + now.tv_nsec;
}
} // namespace

system_clock::time_point system_clock::now() noexcept {
  return time_point(duration(nanoseconds_of(CLOCK_REALTIME)));
}
steady_clock::time_point steady_clock::now() noexcept {
  return time_point(duration(nanoseconds_of(CLOCK_MONOTONIC)));
}
const bool system_clock::is_steady;
const bool steady_clock::is_steady;

} // namespace _V2
} // namespace chrono

} // namespace std
