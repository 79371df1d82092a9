//===- memory.cpp - libc++: what <memory> leaves out ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <memory>

namespace std {
inline namespace __1 {

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

// The counts are one less than the owners. All strong owners are one weak owner.

void __shared_weak_count::__release_weak() noexcept {
  __atomic_thread_fence(__ATOMIC_RELEASE);
  if (__atomic_fetch_sub(&__shared_weak_owners_, 1, __ATOMIC_RELAXED) == 0) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    __on_zero_shared_weak();
  }
}

__shared_weak_count *__shared_weak_count::lock() noexcept {
  long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_RELAXED);
  while (owners != -1)
    if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, true, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      __atomic_thread_fence(__ATOMIC_ACQUIRE);
      return this;
    }
  return nullptr;
}

const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

void *align(size_t alignment, size_t size, void *&start, size_t &space) {
  const auto address = reinterpret_cast<uintptr_t>(start);
  const size_t skipped = (0 - address) & (alignment - 1);
  if (skipped > space || size > space - skipped)
    return nullptr;
  space -= skipped;
  return start = static_cast<char *>(start) + skipped;
}

} // namespace __1
} // namespace std
