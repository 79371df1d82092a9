//===- host_address.hpp - What lies at an address of the host ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_ADDRESS_HPP
#define GPUC_RUNTIME_HOST_ADDRESS_HPP

#include <string>

namespace gpu::detail {

/// Whether this process can read what lies there: its own memory, not what a driver has only
/// reserved, nor what was no address at all.
bool is_host_address(const void *address);

struct host_address {
  std::string what; ///< "variable 'table' of 'app'", "host memory on the stack of this thread"
  bool is_code;
};

/// What lies at an address that `is_host_address`, as far as the system tells.
host_address describe_host_address(const void *address);

} // namespace gpu::detail

#endif // GPUC_RUNTIME_HOST_ADDRESS_HPP
