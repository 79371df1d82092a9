//===- sync.cpp - libc++: threads and locks ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locks come down to POSIX threads' (abi/pthread.cpp). No thread can be started
// from a kernel, so that none is ever joined and nothing is left for a thread's
// end.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <system_error>
#include <thread>

#include <sched.h>

namespace std {
inline namespace __1 {

static void check(int error, const char *text) {
  if (error)
    __throw_system_error(error, text);
}

#if !_LIBCPP_HAS_TRIVIAL_MUTEX_DESTRUCTION
mutex::~mutex() noexcept {}
#endif
void mutex::lock() { check(__libcpp_mutex_lock(&__m_), "mutex lock failed"); }
bool mutex::try_lock() noexcept { return __libcpp_mutex_trylock(&__m_); }
void mutex::unlock() noexcept { __libcpp_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex() {
  check(__libcpp_recursive_mutex_init(&__m_), "recursive_mutex constructor failed");
}
recursive_mutex::~recursive_mutex() {}
void recursive_mutex::lock() {
  check(__libcpp_recursive_mutex_lock(&__m_), "recursive_mutex lock failed");
}
bool recursive_mutex::try_lock() noexcept { return __libcpp_recursive_mutex_trylock(&__m_); }
void recursive_mutex::unlock() noexcept { __libcpp_recursive_mutex_unlock(&__m_); }

#if !_LIBCPP_HAS_TRIVIAL_CONDVAR_DESTRUCTION
condition_variable::~condition_variable() {}
#endif
void condition_variable::notify_one() noexcept { __libcpp_condvar_signal(&__cv_); }
void condition_variable::notify_all() noexcept { __libcpp_condvar_broadcast(&__cv_); }

void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
  if (!lock.owns_lock())
    __throw_system_error(EPERM, "condition_variable::wait: mutex not locked");
  check(__libcpp_condvar_wait(&__cv_, lock.mutex()->native_handle()),
        "condition_variable wait failed");
}

void condition_variable::__do_timed_wait(
    unique_lock<mutex> &lock,
    chrono::time_point<chrono::system_clock, chrono::nanoseconds> until) noexcept {
  if (!lock.owns_lock())
    __throw_system_error(EPERM, "condition_variable::timed wait: mutex not locked");
  const auto duration = until.time_since_epoch();
  const auto seconds = chrono::duration_cast<chrono::seconds>(duration);
  timespec deadline = {seconds.count(), (duration - seconds).count()};
  const int error = __libcpp_condvar_timedwait(&__cv_, lock.mutex()->native_handle(), &deadline);
  if (error != ETIMEDOUT)
    check(error, "condition_variable timed_wait failed");
}

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock) {
  // The thread's end is not seen; this is as good as a thread that ends at once.
  lock.unlock();
  condition.notify_all();
}

// Locks with a time limit are a mutex over a flag.

timed_mutex::timed_mutex() : __locked_(false) {}
timed_mutex::~timed_mutex() {}
void timed_mutex::lock() {
  unique_lock<mutex> lock(__m_);
  while (__locked_)
    __cv_.wait(lock);
  __locked_ = true;
}
bool timed_mutex::try_lock() noexcept {
  unique_lock<mutex> lock(__m_, try_to_lock);
  if (!lock.owns_lock() || __locked_)
    return false;
  return __locked_ = true;
}
void timed_mutex::unlock() noexcept {
  lock_guard<mutex> lock(__m_);
  __locked_ = false;
  __cv_.notify_one();
}

recursive_timed_mutex::recursive_timed_mutex() : __count_(0), __id_() {}
recursive_timed_mutex::~recursive_timed_mutex() {}
void recursive_timed_mutex::lock() {
  const __thread_id self = this_thread::get_id();
  unique_lock<mutex> lock(__m_);
  if (__id_ != self) {
    while (__count_ != 0)
      __cv_.wait(lock);
    __id_ = self;
  } else if (__count_ == numeric_limits<size_t>::max()) {
    __throw_system_error(EAGAIN, "recursive_timed_mutex lock limit reached");
  }
  ++__count_;
}
bool recursive_timed_mutex::try_lock() noexcept {
  const __thread_id self = this_thread::get_id();
  unique_lock<mutex> lock(__m_, try_to_lock);
  if (!lock.owns_lock() || (__count_ != 0 && __id_ != self) ||
      __count_ == numeric_limits<size_t>::max())
    return false;
  __id_ = self;
  ++__count_;
  return true;
}
void recursive_timed_mutex::unlock() noexcept {
  lock_guard<mutex> lock(__m_);
  if (--__count_ == 0) {
    __id_.__reset();
    __cv_.notify_one();
  }
}

// The state of a shared mutex: a bit for a writer, and the number of readers. Who waits to write
// waits for the bit at the first gate and for the readers at the second one.

__shared_mutex_base::__shared_mutex_base() : __state_(0) {}
void __shared_mutex_base::lock() {
  unique_lock<mutex> lock(__mut_);
  while (__state_ & __write_entered_)
    __gate1_.wait(lock);
  __state_ |= __write_entered_;
  while (__state_ & __n_readers_)
    __gate2_.wait(lock);
}
bool __shared_mutex_base::try_lock() {
  unique_lock<mutex> lock(__mut_);
  if (__state_ != 0)
    return false;
  __state_ = __write_entered_;
  return true;
}
void __shared_mutex_base::unlock() {
  lock_guard<mutex> lock(__mut_);
  __state_ = 0;
  __gate1_.notify_all();
}
void __shared_mutex_base::lock_shared() {
  unique_lock<mutex> lock(__mut_);
  while ((__state_ & __write_entered_) || __state_ == __n_readers_)
    __gate1_.wait(lock);
  ++__state_;
}
bool __shared_mutex_base::try_lock_shared() {
  unique_lock<mutex> lock(__mut_);
  if ((__state_ & __write_entered_) || __state_ == __n_readers_)
    return false;
  ++__state_;
  return true;
}
void __shared_mutex_base::unlock_shared() {
  lock_guard<mutex> lock(__mut_);
  --__state_;
  if (__state_ & __write_entered_) {
    if ((__state_ & __n_readers_) == 0)
      __gate2_.notify_one();
  } else if (__state_ == __n_readers_ - 1) {
    __gate1_.notify_one();
  }
}

shared_timed_mutex::shared_timed_mutex() {}
void shared_timed_mutex::lock() { __base_.lock(); }
bool shared_timed_mutex::try_lock() { return __base_.try_lock(); }
void shared_timed_mutex::unlock() { __base_.unlock(); }
void shared_timed_mutex::lock_shared() { __base_.lock_shared(); }
bool shared_timed_mutex::try_lock_shared() { return __base_.try_lock_shared(); }
void shared_timed_mutex::unlock_shared() { __base_.unlock_shared(); }

// One function of many threads. It runs within the loop, so that lanes in lockstep do not wait for
// one another.
void __call_once(volatile once_flag::_State_type &flag, void *argument, void (*function)(void *)) {
  auto *state = const_cast<once_flag::_State_type *>(&flag);
  for (;;) {
    auto seen = __atomic_load_n(state, __ATOMIC_RELAXED);
    if (seen == once_flag::_Complete)
      break;
    if (seen == once_flag::_Unset &&
        __atomic_compare_exchange_n(state, &seen, once_flag::_Pending, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      __atomic_thread_fence(__ATOMIC_ACQUIRE);
      function(argument);
      __atomic_thread_fence(__ATOMIC_RELEASE);
      __atomic_store_n(state, once_flag::_Complete, __ATOMIC_RELAXED);
    }
  }
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

// Locks of atomic_load(const shared_ptr<T> *) and the like, by the pointer's address.

constexpr __sp_mut::__sp_mut(void *) noexcept : __lx_(nullptr) {}

__sp_mut &__get_sp_mut(const void *pointer) {
  static constinit void *locks[64] = {};
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  return reinterpret_cast<__sp_mut &>(locks[(address / 16 ^ address / 1024) % 64]);
}
void __sp_mut::lock() noexcept {
  void *free = nullptr;
  while (!__atomic_compare_exchange_n(&__lx_, &free, static_cast<void *>(this), false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    free = nullptr;
    ::sched_yield();
  }
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}
void __sp_mut::unlock() noexcept {
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&__lx_, nullptr, __ATOMIC_RELAXED);
}

// Waiting for an atomic object: the caller looks at it again after each of these.

__cxx_contention_t __atomic_monitor_global(const void *) noexcept { return 0; }
void __atomic_wait_global_table(const void *, __cxx_contention_t) noexcept { ::sched_yield(); }
void __atomic_wait_global_table_with_timeout(const void *, __cxx_contention_t, uint64_t) noexcept {
  ::sched_yield();
}
void __atomic_notify_one_global_table(const void *) noexcept {}
void __atomic_notify_all_global_table(const void *) noexcept {}

template <size_t Size> void __atomic_wait_native(const void *, const void *) noexcept {
  ::sched_yield();
}
template <size_t Size>
void __atomic_wait_native_with_timeout(const void *, const void *, uint64_t) noexcept {
  ::sched_yield();
}
template <size_t Size> void __atomic_notify_one_native(const void *) noexcept {}
template <size_t Size> void __atomic_notify_all_native(const void *) noexcept {}

#define GPUC_NATIVE_WAIT(size)                                                                     \
  template void __atomic_wait_native<size>(const void *, const void *) noexcept;                   \
  template void __atomic_wait_native_with_timeout<size>(const void *, const void *,                \
                                                        uint64_t) noexcept;                        \
  template void __atomic_notify_one_native<size>(const void *) noexcept;                           \
  template void __atomic_notify_all_native<size>(const void *) noexcept;
GPUC_NATIVE_WAIT(1)
GPUC_NATIVE_WAIT(2)
GPUC_NATIVE_WAIT(4)
GPUC_NATIVE_WAIT(8)

/// A barrier counts who arrives; the count starts again with each phase.
class __barrier_algorithm_base {
public:
  explicit __barrier_algorithm_base(ptrdiff_t &expected) : expected_(expected) {}

  /// Whether this is the last of the phase.
  bool arrive() {
    __atomic_thread_fence(__ATOMIC_RELEASE);
    const ptrdiff_t before = __atomic_fetch_add(&arrived_, 1, __ATOMIC_RELAXED);
    if (before + 1 != expected_)
      return false;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    arrived_ = 0;
    return true;
  }

private:
  ptrdiff_t &expected_;
  ptrdiff_t arrived_ = 0;
};

__barrier_algorithm_base *__construct_barrier_algorithm_base(ptrdiff_t &expected) {
  return new __barrier_algorithm_base(expected);
}
bool __arrive_barrier_algorithm_base([[clang::noescape]] __barrier_algorithm_base *barrier,
                                     __barrier_phase_t) noexcept {
  return barrier->arrive();
}
void __destroy_barrier_algorithm_base(
    [[clang::noescape]] __barrier_algorithm_base *barrier) noexcept {
  delete barrier;
}

// Threads.

thread::~thread() {
  if (!__libcpp_thread_isnull(&__t_))
    terminate();
}
void thread::join() {
  check(__libcpp_thread_isnull(&__t_) ? EINVAL : __libcpp_thread_join(&__t_),
        "thread::join failed");
  __t_ = _LIBCPP_NULL_THREAD;
}
void thread::detach() {
  check(__libcpp_thread_isnull(&__t_) ? EINVAL : __libcpp_thread_detach(&__t_),
        "thread::detach failed");
  __t_ = _LIBCPP_NULL_THREAD;
}
unsigned thread::hardware_concurrency() noexcept { return 1; }

namespace this_thread {
void sleep_for(const chrono::nanoseconds &duration) {
  if (duration > chrono::nanoseconds::zero())
    __libcpp_thread_sleep_for(duration);
}
} // namespace this_thread

__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() {}
void __thread_struct::notify_all_at_thread_exit(condition_variable *condition, mutex *locked) {
  locked->unlock();
  condition->notify_all();
}
void __thread_struct::__make_ready_at_thread_exit(__assoc_sub_state *state) {
  state->__make_ready();
}

__thread_specific_ptr<__thread_struct> &__thread_local_data() {
  // The class is a key.
  static constinit pthread_once_t once = PTHREAD_ONCE_INIT;
  static constinit __libcpp_tls_key key = 0;
  ::pthread_once(&once, [] { __libcpp_tls_create(&key, nullptr); });
  auto &result = reinterpret_cast<__thread_specific_ptr<__thread_struct> &>(key);
  if (!result.get())
    result.set_pointer(new __thread_struct);
  return result;
}

// Futures.

namespace {

class future_errors final : public __do_message {
public:
  constexpr future_errors() = default;
  const char *name() const noexcept override { return "future"; }
  string message(int error) const override {
    switch (static_cast<future_errc>(error)) {
    case future_errc::broken_promise:
      return "The associated promise has been destructed prior to the associated state becoming "
             "ready.";
    case future_errc::future_already_retrieved:
      return "The future has already been retrieved from the promise or packaged_task.";
    case future_errc::promise_already_satisfied:
      return "The state of the promise has already been set.";
    case future_errc::no_state:
      return "Operation not permitted on an object without an associated state.";
    }
    return "unspecified future_errc value\n";
  }
};
[[clang::no_destroy]] constinit const future_errors errors;

} // namespace

const error_category &future_category() noexcept { return errors; }

future_error::future_error(error_code code) : logic_error(code.message()), __ec_(code) {}
future_error::~future_error() noexcept {}

void __assoc_sub_state::__on_zero_shared() noexcept { delete this; }

void __assoc_sub_state::__make_ready() {
  lock_guard<mutex> lock(__mut_);
  __state_ |= ready;
  __cv_.notify_all();
}
void __assoc_sub_state::set_value() {
  lock_guard<mutex> lock(__mut_);
  if (__has_value())
    __throw_future_error(future_errc::promise_already_satisfied);
  __state_ |= __constructed | ready;
  __cv_.notify_all();
}
void __assoc_sub_state::set_value_at_thread_exit() { set_value(); }
void __assoc_sub_state::set_exception(exception_ptr exception) {
  lock_guard<mutex> lock(__mut_);
  if (__has_value())
    __throw_future_error(future_errc::promise_already_satisfied);
  __exception_ = exception;
  __state_ |= ready;
  __cv_.notify_all();
}
void __assoc_sub_state::set_exception_at_thread_exit(exception_ptr exception) {
  set_exception(exception);
}
void __assoc_sub_state::__sub_wait(unique_lock<mutex> &lock) {
  if (!__is_ready() && (__state_ & deferred)) {
    __state_ &= ~static_cast<unsigned>(deferred);
    lock.unlock();
    __execute();
    return;
  }
  while (!__is_ready())
    __cv_.wait(lock);
}
void __assoc_sub_state::copy() {
  unique_lock<mutex> lock(__mut_);
  __sub_wait(lock);
  if (__exception_ != nullptr)
    rethrow_exception(__exception_);
}
void __assoc_sub_state::wait() {
  unique_lock<mutex> lock(__mut_);
  __sub_wait(lock);
}
void __assoc_sub_state::__execute() { __throw_future_error(future_errc::no_state); }

future<void>::future(__assoc_sub_state *state) : __state_(state) { __state_->__attach_future(); }
future<void>::~future() {
  if (__state_)
    __state_->__release_shared();
}
void future<void>::get() {
  unique_ptr<__shared_count, __release_shared_count> guard(__state_);
  __assoc_sub_state *state = __state_;
  __state_ = nullptr;
  state->copy();
}

promise<void>::promise() : __state_(new __assoc_sub_state) {}
promise<void>::~promise() {
  if (__state_)
    __state_->__release_shared();
}
future<void> promise<void>::get_future() {
  if (!__state_)
    __throw_future_error(future_errc::no_state);
  return future<void>(__state_);
}
void promise<void>::set_value() {
  if (!__state_)
    __throw_future_error(future_errc::no_state);
  __state_->set_value();
}
void promise<void>::set_exception(exception_ptr exception) {
  if (!__state_)
    __throw_future_error(future_errc::no_state);
  __state_->set_exception(exception);
}
void promise<void>::set_value_at_thread_exit() { set_value(); }
void promise<void>::set_exception_at_thread_exit(exception_ptr exception) {
  set_exception(exception);
}

shared_future<void>::~shared_future() {
  if (__state_)
    __state_->__release_shared();
}
shared_future<void> &shared_future<void>::operator=(const shared_future &other) {
  if (other.__state_)
    other.__state_->__add_shared();
  if (__state_)
    __state_->__release_shared();
  __state_ = other.__state_;
  return *this;
}

} // namespace __1
} // namespace std
