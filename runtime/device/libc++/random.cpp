//===- random.cpp - libc++: std::random_device ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <gpu/detail/services.hpp>
#include <random>
#include <string>
#include <system_error>

#include <errno.h>

namespace std {
inline namespace __1 {

random_device::random_device(const string &token) : __f_(-1) {
  if (token != "/dev/urandom" && token != "/dev/random")
    __throw_system_error(ENOENT, ("random_device failed to open " + token).c_str());
}
random_device::~random_device() {}

unsigned random_device::operator()() {
  unsigned value = 0;
  const uint64_t wanted = sizeof value;
  const gpu::detail::piece pieces[] = {{&wanted, sizeof wanted}};
  const int64_t got =
      __gpuc_service_call(gpu::detail::call_random, pieces, 1, &value, sizeof value);
  if (got != sizeof value)
    __throw_system_error(got < 0 ? static_cast<int>(-got) : EIO, "random_device got no bytes");
  return value;
}

double random_device::entropy() const noexcept { return 32; }

} // namespace __1
} // namespace std
