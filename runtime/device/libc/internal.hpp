//===- internal.hpp - What the C library's parts share ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included first. Functions whose declarations glibc redirects or overloads are
// defined without their header. They are weak, so that a program's own win.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_INTERNAL_HPP
#define GPUC_DEVICE_LIBC_INTERNAL_HPP

// glibc's headers define some functions inline where the compiler optimises; here they are defined.
#undef __OPTIMIZE__

#include "../support.hpp"

#include <gpu/detail/services.hpp>

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#define WEAK [[gnu::weak]]
#define WEAK_COLD [[gnu::weak, gnu::noinline, gnu::cold]]


namespace gpuc::libc {

/// Sends a message of three pieces at most and waits for the answer: minus an errno on failure.
inline int64_t call(unsigned opcode, const void *a, uint64_t a_size, const void *b = nullptr,
                    uint64_t b_size = 0, void *reply = nullptr, uint64_t capacity = 0) {
  const gpu::detail::piece pieces[] = {{a, static_cast<unsigned>(a_size)},
                                       {b, static_cast<unsigned>(b_size)}};
  return __gpuc_service_call(opcode, pieces, 2, reply, capacity);
}

/// Turns an answer into a C function's result: -1 and `errno` on failure.
inline int64_t result_of(int64_t answer) {
  if (answer >= 0)
    return answer;
  errno = static_cast<int>(-answer);
  return -1;
}

/// A lock for threads that may be lanes of one warp, which may run in lockstep: a lane must not
/// wait for another while that one waits for it. So each round of the loop holds all of what is
/// done under the lock.
class warp_lock {
public:
  template <class Body> void with(Body body) {
    for (bool done = false; !done;) {
      unsigned expected = 0;
      if (__scoped_atomic_compare_exchange_n(&taken_, &expected, 1u, false, __ATOMIC_RELAXED,
                                             __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)) {
        __scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
        body();
        __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
        __scoped_atomic_store_n(&taken_, 0u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
        done = true;
      }
    }
  }

private:
  unsigned taken_ = 0;
};

inline bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline int to_lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
inline int to_upper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

inline unsigned length(const char *text) {
  unsigned size = 0;
  while (text[size])
    ++size;
  return size;
}

/// Writes a code point as UTF-8 and returns its size; 0 where it is none.
inline unsigned encode_utf8(char *to, uint32_t c) {
  if (c < 0x80) {
    to[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    to[0] = static_cast<char>(0xc0 | c >> 6);
    to[1] = static_cast<char>(0x80 | (c & 0x3f));
    return 2;
  }
  if (c < 0x10000) {
    if (c >= 0xd800 && c < 0xe000)
      return 0;
    to[0] = static_cast<char>(0xe0 | c >> 12);
    to[1] = static_cast<char>(0x80 | (c >> 6 & 0x3f));
    to[2] = static_cast<char>(0x80 | (c & 0x3f));
    return 3;
  }
  if (c >= 0x110000)
    return 0;
  to[0] = static_cast<char>(0xf0 | c >> 18);
  to[1] = static_cast<char>(0x80 | (c >> 12 & 0x3f));
  to[2] = static_cast<char>(0x80 | (c >> 6 & 0x3f));
  to[3] = static_cast<char>(0x80 | (c & 0x3f));
  return 4;
}

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_INTERNAL_HPP
