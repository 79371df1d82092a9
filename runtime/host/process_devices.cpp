//===- process_devices.cpp - The devices of this process --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device_state.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

#include <dlfcn.h>

namespace gpu::detail {
namespace {

// None of it is destroyed: destructors of static objects may still free device memory.
struct process_state {
  fork_safe_mutex choice_mutex;
  std::atomic<device_state *> current = nullptr;
  std::unique_ptr<device_state> for_tests; ///< what `use_for_tests` made
  fork_safe_mutex inventory_mutex;
  device_inventory inventory;
  fork_safe_mutex states_mutex;
  std::map<device_backend *, std::unique_ptr<device_state>> states;
};

process_state &process() {
  static process_state &p = *new process_state;
  return p;
}

thread_local device_state *chosen_by_thread = nullptr;

/// The states of all devices that have been used.
std::vector<device_state *> used_devices() {
  process_state &p = process();
  std::lock_guard lock(p.states_mutex);
  std::vector<device_state *> used;
  for (const auto &[backend, state] : p.states)
    used.push_back(state.get());
  if (p.for_tests)
    used.push_back(p.for_tests.get());
  return used;
}

/// A library that has a runtime in it must not go while that is in use: its threads run code of it,
/// and so may the driver's callbacks.
void keep_this_object_loaded() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&keep_this_object_loaded), &info) || !info.dli_fname)
    return;
  // Null for a program, which stays anyway.
  if (void *object = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
    dlclose(object);
}

} // namespace

void stop_services_at_exit() {
  static const int registered = std::atexit([] {
    for (device_state *device : used_devices())
      device->stop_services();
  });
  (void)registered;
}

void unload_module(unsigned serial) noexcept {
  for (device_state *device : used_devices())
    device->unload(serial);
}

locked_inventory all_devices() {
  process_state &p = process();
  return {std::unique_lock(p.inventory_mutex), p.inventory};
}

device_state &state_of(device_backend &backend) {
  process_state &p = process();
  std::lock_guard lock(p.states_mutex);
  const auto known = p.states.find(&backend);
  if (known != p.states.end())
    return *known->second;
  static const bool pinned = (keep_this_object_loaded(), true);
  (void)pinned;
  services::set_permission(std::getenv("GPUC_HOST_SERVICES"));
  return *p.states.emplace(&backend, std::make_unique<device_state>(backend)).first->second;
}

void use_device(device_state &device) { chosen_by_thread = &device; }

device_state &current_device_state() {
  if (chosen_by_thread)
    return *chosen_by_thread;
  process_state &p = process();
  if (device_state *known = p.current.load(std::memory_order_acquire))
    return *known;
  std::lock_guard lock(p.choice_mutex);
  if (device_state *known = p.current.load())
    return *known;
  const locked_inventory present = all_devices();
  device_state &made =
      state_of(choose_device(present.inventory, std::getenv("GPUC_DEVICE"), registered_modules()));
  p.current.store(&made, std::memory_order_release);
  return made;
}

void use_for_tests(device_backend *backend) {
  process_state &p = process();
  std::lock_guard lock(p.choice_mutex);
  p.for_tests = backend ? std::make_unique<device_state>(*backend) : nullptr;
  p.current = p.for_tests.get();
}

void lose_devices_after_fork() noexcept {
  process_state &p = process();
  for (const backend_id id : {backend_cuda, backend_hip})
    if (const backend_devices *found = p.inventory.asked(id))
      for (const auto &device : found->devices)
        state_of(*device);
  for (device_state *device : used_devices())
    device->lose_after_fork();
}

} // namespace gpu::detail
