//===- fork.cpp - What fork leaves to a child -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fork.hpp"

#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include <pthread.h>

namespace gpu::detail {

/// The mutexes of this process. Never destroyed, as mutexes may come and go while it ends.
class fork_list {
public:
  static fork_list &instance() {
    static fork_list &only = *new fork_list;
    return only;
  }

  void add(fork_safe_mutex &m) {
    std::lock_guard lock(mutex_);
    m.next_ = first_;
    m.link_ = &first_;
    if (first_)
      first_->link_ = &m.next_;
    first_ = &m;
  }

  void remove(fork_safe_mutex &m) {
    std::lock_guard lock(mutex_);
    *m.link_ = m.next_;
    if (m.next_)
      m.next_->link_ = m.link_;
  }

private:
  fork_list() {
    pthread_atfork([] { instance().before(); }, [] { instance().after(false); },
                   [] { instance().after(true); });
  }

  /// Takes all mutexes. In no order: who holds one may wait for another, so that all are given back
  /// where one is taken. After a second it goes on without those that it cannot get.
  void before() {
    using namespace std::chrono_literals;
    const auto last = std::chrono::steady_clock::now() + 1s;
    for (;;) {
      mutex_.lock();
      bool all = true;
      for (fork_safe_mutex *m = first_; m; m = m->next_)
        all &= m->held_by_fork_ = m->try_lock();
      if (all || std::chrono::steady_clock::now() >= last)
        return;
      release();
      mutex_.unlock();
      std::this_thread::sleep_for(20us);
    }
  }

  void release() {
    for (fork_safe_mutex *m = first_; m; m = m->next_)
      if (std::exchange(m->held_by_fork_, false))
        m->unlock();
  }

  void after(bool in_child) {
    if (in_child) // their holders are not here
      for (fork_safe_mutex *m = first_; m; m = m->next_)
        if (!m->held_by_fork_) {
          new (static_cast<std::mutex *>(m)) std::mutex;
          m->lock();
          m->held_by_fork_ = true;
        }
    release();
    mutex_.unlock();
    if (!in_child)
      return;
    forget_workers_after_fork();
    forget_output_after_fork();
    lose_devices_after_fork();
  }

  std::mutex mutex_; ///< of what follows
  fork_safe_mutex *first_ = nullptr;
};

fork_safe_mutex::fork_safe_mutex() { fork_list::instance().add(*this); }
fork_safe_mutex::~fork_safe_mutex() { fork_list::instance().remove(*this); }

} // namespace gpu::detail
