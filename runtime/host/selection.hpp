//===- selection.hpp - Choosing the device ----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_SELECTION_HPP
#define GPUC_RUNTIME_SELECTION_HPP

#include "backend.hpp"
#include "registry.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace gpu::detail {

enum backend_id : unsigned { backend_cuda, backend_hip, backend_cpu, backend_count };

/// "cuda", "hip" or "cpu"
std::string_view backend_name(backend_id id);

/// The devices of this machine; a back end is asked for its own once, when somebody wants them,
/// because to load a driver takes tens of milliseconds.
class device_inventory {
public:
  using finder = backend_devices (*)();
  explicit device_inventory(finder cuda = find_cuda_devices, finder hip = find_hip_devices,
                            finder cpu = find_cpu_devices)
      : find_{cuda, hip, cpu} {}

  const backend_devices &of(backend_id id);
  /// The devices of a back end that has been asked; null where it has not.
  const backend_devices *asked(backend_id id) const { return found_[id] ? &*found_[id] : nullptr; }
  /// "cuda:0 (NVIDIA H200, sm_90), cpu:0 (...)"; for error texts. Asks all back ends.
  std::string describe();

private:
  static backend_devices find_cpu_devices();

  finder find_[backend_count];
  std::optional<backend_devices> found_[backend_count];
};

/// What `GPUC_DEVICE` says.
struct device_setting {
  backend_id backend;
  unsigned index = 0;
};

/// Throws `failure` for anything but `cpu`, `cuda[:n]` and `hip[:n]`.
device_setting parse_device_setting(std::string_view text);

/// The image of `m` that suits the device best; null where none runs on it.
const image *best_image(const device_backend &device, const module &m);

/// The device that `setting` names (null or empty: none), else the first that all modules have an
/// image for, else the first that some module has one for. Throws `failure`.
device_backend &choose_device(device_inventory &inventory, const char *setting,
                              const std::vector<registered_module> &modules);

} // namespace gpu::detail

#endif // GPUC_RUNTIME_SELECTION_HPP
