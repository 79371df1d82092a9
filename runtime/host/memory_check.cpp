//===- memory_check.cpp - Pointers that kernels cannot follow ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "memory_check.hpp"

#include "allocations.hpp"
#include "failure.hpp"
#include "fork.hpp"
#include "host_address.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

namespace gpu::detail {
namespace {

//===----------------------------------------------------------------------===//
// Memory of other devices
//===----------------------------------------------------------------------===//

struct peer_table {
  fork_safe_mutex mutex;
  std::set<std::pair<const device_state *, const device_state *>> pairs;
};

/// Never destroyed, as the devices.
peer_table &peers() {
  static peer_table &table = *new peer_table;
  return table;
}

bool is_peer(const device_state &device, const device_state &peer) {
  peer_table &table = peers();
  std::lock_guard lock(table.mutex);
  return table.pairs.contains({&device, &peer});
}

//===----------------------------------------------------------------------===//
// Ranges that were good
//===----------------------------------------------------------------------===//

struct good_range {
  const device_state *device;
  std::uintptr_t begin, end; ///< `end` belongs to it
};

struct good_ranges {
  static constexpr unsigned most = 32;

  unsigned long frees = 0; ///< `gpu::detail::frees` when they were found
  unsigned count = 0, next = 0;
  unsigned last = 0; ///< the one that was asked for; launches in a loop ask for the next one then
  good_range ranges[most] = {};

  bool contains(const device_state &device, std::uintptr_t address) {
    if (frees != gpu::detail::frees.load(std::memory_order_acquire))
      return false;
    for (unsigned n = 0, i = last; n < count; ++n, i = i + 1 < count ? i + 1 : 0) {
      const good_range &r = ranges[i];
      if (address - r.begin <= r.end - r.begin && r.device == &device) {
        last = i;
        return true;
      }
    }
    return false;
  }

  /// `found_at`: `frees` before the range was looked up.
  void add(const good_range &range, unsigned long found_at) {
    if (frees != found_at)
      *this = {.frees = found_at};
    last = next++ % most;
    ranges[last] = range;
    count = std::min(next, most);
  }
};

constinit thread_local good_ranges good;

/// Whether kernels may follow pointers to what the program allocated; remembers that they may.
bool reaches(device_state &device, const allocation &known, unsigned long found_at) {
  const device_properties &own = device.backend().properties();
  const device_properties &its = known.device->backend().properties();
  const bool reached = known.device == &device ||
                       (its.separate_memory && its.backend == own.backend &&
                        (known.kind != memory_device || is_peer(device, *known.device)));
  if (reached)
    good.add({&device, known.begin, known.begin + known.bytes}, found_at);
  return reached;
}

/// The same of memory that the driver alone may know.
bool driver_reaches(device_state &device, std::uintptr_t address, unsigned long found_at) {
  const memory_sight sight = device.backend().device_sees(reinterpret_cast<const void *>(address));
  // Host memory that was registered with the driver may be ordinary again the next time, behind our
  // back. Where a device's memory is gone nothing is, or other memory of a device.
  if (sight == sight_device) {
    constexpr std::uintptr_t page = 4096;
    good.add({&device, address & -page, address | (page - 1)}, found_at);
  }
  return sight != sight_none;
}

[[gnu::noinline]] reach find_out(device_state &device, const void *memory) {
  const unsigned long found_at = frees.load(std::memory_order_acquire);
  const auto known = allocations().find(memory);
  if (known && reaches(device, *known, found_at))
    return reach::followed;
  if (known && known->device->backend().properties().separate_memory)
    return reach::other_device;
  return driver_reaches(device, reinterpret_cast<std::uintptr_t>(memory), found_at)
             ? reach::followed
             : reach::unknown;
}

[[noreturn]] void refuse(const kernel_pointer &pointer, const void *address) {
  const host_address found = describe_host_address(address);
  if (found.is_code)
    fail(errc::host_memory,
         "{} points to {} ({}), whose code is the host's; a device's functions have addresses of "
         "their own: take the address in device code, or pass a lambda",
         pointer.path, found.what, address);
  fail(errc::host_memory,
       "{} points to {} ({}), which the device cannot see; pass a gpu::buffer's data(), or memory "
       "of gpu::managed_allocator or gpu::pinned_allocator, or let the kernel take a std::span, "
       "whose elements a blocking launch copies. GPUC_CHECK=0 turns this check off",
       pointer.path, found.what, address);
}

bool is_empty_range(const kernel_pointer &pointer, const unsigned char *args) {
  if (pointer.count_offset == no_count)
    return false;
  std::size_t elements;
  std::memcpy(&elements, args + pointer.count_offset, sizeof(elements));
  return elements == 0;
}

} // namespace

reach find_reach(device_state &device, const void *memory) {
  return good.contains(device, reinterpret_cast<std::uintptr_t>(memory))
             ? reach::followed
             : find_out(device, memory);
}

void fail_other_device(std::string_view what, const void *memory) {
  const auto known = allocations().find(memory);
  fail(errc::host_memory,
       "{} points to memory of {} ({}), to which this device has no access; allocate it on the "
       "device that runs the kernel, or call that gpu::device's enable_access_to",
       what, known ? known->device->name() : "another device", memory);
}

bool parse_check_setting(const char *setting) {
  const std::string_view value = setting ? setting : "";
  if (value != "" && value != "0" && value != "1")
    fail(errc::bad_setting, "GPUC_CHECK is '{}'; it takes '0' or '1'", value);
  return value != "0";
}

void check_pointers(const launch_request &request, const kernel &kernel, device_state &device) {
  static const bool wanted = parse_check_setting(std::getenv("GPUC_CHECK"));
  if (!wanted || !device.backend().properties().separate_memory)
    return;
  for (unsigned i = 0; i < kernel.pointer_count; ++i) {
    const kernel_pointer &pointer = kernel.pointers[i];
    const void *address;
    std::memcpy(&address, request.args + pointer.offset, sizeof(address));
    const reach found = address ? find_reach(device, address) : reach::followed;
    if (found == reach::followed || is_empty_range(pointer, request.args))
      continue;
    if (found == reach::other_device)
      fail_other_device(pointer.path, address);
    if (!device.backend().properties().reads_host_memory && is_host_address(address))
      refuse(pointer, address);
  }
}

void allow_peer(device_state &device, device_state &peer) {
  peer_table &table = peers();
  std::lock_guard lock(table.mutex);
  table.pairs.insert({&device, &peer});
}

} // namespace gpu::detail
