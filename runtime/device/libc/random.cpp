//===- random.cpp - Random numbers of <stdlib.h> ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same sequences as glibc's, from generators that all threads share.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include <stdlib.h>
#include <sys/random.h>

using namespace gpuc::libc;

namespace {

/// An additive feedback generator: x[i] = x[i - 3] + x[i - 31].
class feedback_generator {
public:
  constexpr explicit feedback_generator(unsigned seed) { reset(seed); }

  constexpr void reset(unsigned seed) {
    int64_t value = static_cast<int>(seed ? seed : 1);
    for (unsigned i = 0; i < degree; ++i) {
      words_[i] = static_cast<uint32_t>(value);
      value = value * 16807 % 2147483647;
      if (value < 0)
        value += 2147483647;
    }
    place_ = distance;
    for (unsigned i = 0; i < 10 * degree; ++i)
      next();
  }

  constexpr uint32_t next() {
    const unsigned other = place_ >= distance ? place_ - distance : place_ + degree - distance;
    const uint32_t result = words_[place_] += words_[other];
    place_ = place_ + 1 == degree ? 0 : place_ + 1;
    return result >> 1;
  }

private:
  static constexpr unsigned degree = 31, distance = 3;
  uint32_t words_[degree] = {};
  unsigned place_ = 0;
};

constinit feedback_generator shared_generator{1};
constinit warp_lock shared_lock;

// The generator of drand48: 48 bits, x = x * a + c.

constexpr uint64_t mask48 = (uint64_t{1} << 48) - 1;
constinit uint64_t state48 = 0, factor48 = 0x5deece66d;
constinit unsigned short constant48 = 0xb;
constinit unsigned short previous48[3];

uint64_t following48(uint64_t x) { return (x * factor48 + constant48) & mask48; }

uint64_t load48(const unsigned short *x) {
  return x[0] | uint64_t{x[1]} << 16 | uint64_t{x[2]} << 32;
}
void store48(unsigned short *x, uint64_t value) {
  x[0] = static_cast<unsigned short>(value);
  x[1] = static_cast<unsigned short>(value >> 16);
  x[2] = static_cast<unsigned short>(value >> 32);
}

/// The next state of all threads.
uint64_t next48() {
  uint64_t old = __scoped_atomic_load_n(&state48, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  uint64_t value = following48(old);
  while (!__scoped_atomic_compare_exchange_n(&state48, &old, value, false, __ATOMIC_RELAXED,
                                             __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
    value = following48(old);
  return value;
}
/// The next state of the caller's.
uint64_t next48(unsigned short *x) {
  const uint64_t value = following48(load48(x));
  store48(x, value);
  return value;
}

void seed(uint64_t state) {
  __scoped_atomic_store_n(&state48, state, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  factor48 = 0x5deece66d;
  constant48 = 0xb;
}

double real48(uint64_t x) { return static_cast<double>(x) * 0x1p-48; }
long nonnegative48(uint64_t x) { return static_cast<long>(x >> 17); }
long signed48(uint64_t x) { return static_cast<int>(x >> 16); }

} // namespace

extern "C" {

WEAK long random() noexcept {
  long result = 0;
  shared_lock.with([&] { result = static_cast<long>(shared_generator.next()); });
  return result;
}
WEAK int rand() noexcept { return static_cast<int>(random()); }
WEAK void srandom(unsigned seed) noexcept {
  shared_lock.with([&] { shared_generator.reset(seed); });
}
WEAK void srand(unsigned seed) noexcept { srandom(seed); }

/// Three steps of a linear congruential generator give 11, 10 and 10 bits.
WEAK int rand_r(unsigned *state) noexcept {
  unsigned result = 0;
  for (unsigned bits = 11, i = 0; i < 3; ++i, bits = 10) {
    *state = *state * 1103515245 + 12345;
    result = result << bits | (*state >> 16 & ((1u << bits) - 1));
  }
  return static_cast<int>(result);
}

WEAK double drand48() noexcept { return real48(next48()); }
WEAK double erand48(unsigned short x[3]) noexcept { return real48(next48(x)); }
WEAK long lrand48() noexcept { return nonnegative48(next48()); }
WEAK long nrand48(unsigned short x[3]) noexcept { return nonnegative48(next48(x)); }
WEAK long mrand48() noexcept { return signed48(next48()); }
WEAK long jrand48(unsigned short x[3]) noexcept { return signed48(next48(x)); }

WEAK void srand48(long value) noexcept {
  seed(uint64_t{static_cast<uint32_t>(value)} << 16 | 0x330e);
}
WEAK unsigned short *seed48(unsigned short x[3]) noexcept {
  store48(previous48, state48);
  seed(load48(x));
  return previous48;
}
WEAK void lcong48(unsigned short x[7]) noexcept {
  seed(load48(x));
  factor48 = load48(x + 3);
  constant48 = x[6];
}

// The host's entropy.

WEAK ssize_t getrandom(void *to, size_t size, unsigned) {
  const uint64_t wanted = size;
  return result_of(call(gpu::detail::call_random, &wanted, sizeof wanted, nullptr, 0, to, size));
}
WEAK int getentropy(void *to, size_t size) {
  if (size > 256)
    return static_cast<int>(result_of(-EIO));
  return getrandom(to, size, 0) == static_cast<ssize_t>(size) ? 0 : -1;
}
WEAK void arc4random_buf(void *to, size_t size) noexcept {
  while (size) {
    const ssize_t got = getrandom(to, size, 0);
    if (got <= 0)
      __gpuc_fail(nullptr, "the host gave no random numbers", nullptr);
    to = static_cast<char *>(to) + got;
    size -= static_cast<size_t>(got);
  }
}
WEAK uint32_t arc4random() noexcept {
  uint32_t result;
  arc4random_buf(&result, sizeof result);
  return result;
}
WEAK uint32_t arc4random_uniform(uint32_t limit) noexcept {
  // Of 2^32 numbers, the first few would come once too often.
  for (;;) {
    const uint32_t value = arc4random();
    if (limit < 2)
      return 0;
    if (value >= (0 - limit) % limit)
      return value % limit;
  }
}

} // extern "C"
