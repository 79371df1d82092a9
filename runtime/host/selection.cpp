//===- selection.cpp - Choosing the device ----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "selection.hpp"

#include "failure.hpp"

#include <algorithm>
#include <charconv>

namespace gpu::detail {
namespace {

constexpr std::string_view names[backend_count] = {"cuda", "hip", "cpu"};

/// The back end that images of a kind are for.
backend_id backend_of(unsigned kind) {
  switch (kind) {
  case image_ptx:
  case image_cubin:
    return backend_cuda;
  case image_amdgcn:
    return backend_hip;
  default:
    return backend_cpu;
  }
}

bool embeds_images_for(backend_id id, const std::vector<registered_module> &modules) {
  for (const registered_module &m : modules)
    for (unsigned i = 0; i < m.data->image_count; ++i)
      if (backend_of(m.data->images[i].kind) == id)
        return true;
  return false;
}

device_backend &named_device(device_inventory &inventory, const char *text) {
  const device_setting setting = parse_device_setting(text);
  const backend_devices &found = inventory.of(setting.backend);
  if (setting.index < found.devices.size())
    return *found.devices[setting.index];
  if (found.devices.empty())
    fail(errc::no_device, "GPUC_DEVICE is '{}', but {}; present: {}", text, found.note,
         inventory.describe());
  fail(errc::no_device, "GPUC_DEVICE is '{}', but the last {} device is {}:{}; present: {}", text,
       names[setting.backend], names[setting.backend], found.devices.size() - 1,
       inventory.describe());
}

} // namespace

std::string_view backend_name(backend_id id) { return names[id]; }

backend_devices device_inventory::find_cpu_devices() {
  backend_devices found;
  found.devices.push_back(make_cpu_device());
  return found;
}

const backend_devices &device_inventory::of(backend_id id) {
  if (!found_[id])
    found_[id] = find_[id]();
  return *found_[id];
}

std::string device_inventory::describe() {
  std::string text;
  for (unsigned id = 0; id < backend_count; ++id)
    for (const auto &device : of(static_cast<backend_id>(id)).devices)
      text += (text.empty() ? "" : ", ") + device->properties().describe();
  return text;
}

device_setting parse_device_setting(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto *known = std::find(std::begin(names), std::end(names), name);
  bool good = known != std::end(names);
  device_setting setting{static_cast<backend_id>(known - std::begin(names))};
  if (good && colon != text.npos) {
    const char *const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, setting.index);
    good = name != "cpu" && parsed.ec == std::errc() && parsed.ptr == end;
  }
  if (!good)
    fail(errc::bad_setting,
         "GPUC_DEVICE is '{}'; it takes 'cpu', 'cuda', 'cuda:n', 'hip' or 'hip:n', where n counts "
         "devices from 0",
         text);
  return setting;
}

const image *best_image(const device_backend &device, const module &m) {
  const image *best = nullptr;
  unsigned best_fitness = 0;
  for (unsigned i = 0; i < m.image_count; ++i)
    if (const unsigned fitness = device.fitness(m.images[i]); fitness > best_fitness) {
      best = &m.images[i];
      best_fitness = fitness;
    }
  return best;
}

device_backend &choose_device(device_inventory &inventory, const char *setting,
                              const std::vector<registered_module> &modules) {
  if (setting && *setting)
    return named_device(inventory, setting);
  device_backend *fits_some = nullptr;
  for (unsigned i = 0; i < backend_count; ++i) {
    const auto id = static_cast<backend_id>(i);
    if (!modules.empty() && !embeds_images_for(id, modules))
      continue; // without loading its driver
    for (const auto &device : inventory.of(id).devices) {
      const auto fitting =
          std::count_if(modules.begin(), modules.end(), [&](const registered_module &m) {
            return best_image(*device, *m.data) != nullptr;
          });
      if (static_cast<std::size_t>(fitting) == modules.size())
        return *device;
      if (fitting && !fits_some)
        fits_some = device.get();
    }
  }
  if (fits_some)
    return *fits_some;
  std::string notes;
  for (const backend_id id : {backend_cuda, backend_hip})
    if (embeds_images_for(id, modules) && !inventory.of(id).note.empty())
      notes += fmt::format(" ({})", inventory.of(id).note);
  fail(errc::no_image,
       "no device runs what this program embeds. embedded: {}; present: {}{}; compile with an "
       "--offload-arch for a device that is present",
       describe_images(modules), inventory.describe(), notes);
}

} // namespace gpu::detail
