//===- memory_check.hpp - Pointers that kernels cannot follow ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether kernels of a device may follow a pointer. What the program allocated is
// known here; of other memory the driver is asked. Each thread remembers the last
// ranges that were good, so that a launch in a loop takes no lock and asks nobody.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_MEMORY_CHECK_HPP
#define GPUC_RUNTIME_MEMORY_CHECK_HPP

#include "device_state.hpp"

#include <string_view>

namespace gpu::detail {

/// What kernels of a device may do with an address.
enum class reach {
  followed,     ///< read and write there
  other_device, ///< nothing: it is memory of another GPU that the device has no access to
  unknown,      ///< nothing, unless kernels read ordinary host memory: no driver knows it
};
reach find_reach(device_state &device, const void *memory);

/// Throws `failure` for `reach::other_device`; `what` ("argument 2") begins the text.
[[noreturn]] void fail_other_device(std::string_view what, const void *memory);

/// Finds pointers to host memory among those that the compiler recorded for the kernel. Throws
/// `failure` with `errc::host_memory`, which says what each is. Null passes, and whatever lies
/// nowhere in this process: that it is host memory cannot be said then. `GPUC_CHECK=0` turns the
/// check off.
void check_pointers(const launch_request &request, const kernel &kernel, device_state &device);

/// Notes that kernels of `device` may follow pointers to memory of `peer`.
void allow_peer(device_state &device, device_state &peer);

/// What `GPUC_CHECK` asks for; `setting` is its value, null where it is not set. Throws `failure`.
bool parse_check_setting(const char *setting);

} // namespace gpu::detail

#endif // GPUC_RUNTIME_MEMORY_CHECK_HPP
