//===- random.cpp - std::random_device --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers of the host's, whatever the token says.
//
//===----------------------------------------------------------------------===//

#include <random>
#include <string>

#include <unistd.h>

namespace std {

void random_device::_M_init(const string &) {}
void random_device::_M_init_pretr1(const string &) {}
void random_device::_M_fini() {}

random_device::result_type random_device::_M_getval() {
  result_type value;
  if (getentropy(&value, sizeof value) != 0)
    __throw_runtime_error("random_device: the host gives no random numbers");
  return value;
}
random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }
double random_device::_M_getentropy() const noexcept { return 32; }

} // namespace std
