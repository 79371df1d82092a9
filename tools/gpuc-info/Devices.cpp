//===- Devices.cpp - The devices of this machine --------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Devices.h"
#include <algorithm>
#include <gpu/device.hpp>
#include <iterator>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

using namespace gpuc::info;

/// What the runtime and programs read: docs/runtime.md.
static constexpr std::string_view KnownSettings[] = {
    "GPUC_CHECK",     "GPUC_CPU_THREADS",   "GPUC_DEVICE",    "GPUC_HEAP_CHECK",
    "GPUC_HEAP_SIZE", "GPUC_HOST_SERVICES", "GPUC_IMAGE_DIR", "GPUC_STACK_SIZE",
    "GPUC_TIMEOUT",   "GPUC_TRACE"};

/// The number that the version function of a driver library gives; 0 without the library.
static int driverNumber(const char *Library, const char *Function) {
  void *const Handle = dlopen(Library, RTLD_NOW);
  if (!Handle)
    return 0;
  int Number = 0;
  if (auto *Get = reinterpret_cast<int (*)(int *)>(dlsym(Handle, Function)))
    if (Get(&Number) != 0)
      Number = 0;
  return Number;
}

static std::string driverVersion(std::string_view Backend) {
  if (Backend == "cuda")
    if (const int V = driverNumber("libcuda.so.1", "cuDriverGetVersion"))
      return "for CUDA " + std::to_string(V / 1000) + "." + std::to_string(V % 1000 / 10);
  if (Backend == "hip")
    if (const int V = driverNumber("libamdhip64.so", "hipRuntimeGetVersion"))
      return "HIP " + std::to_string(V / 10000000) + "." + std::to_string(V / 100000 % 100);
  return "";
}

static std::vector<Setting> readSettings() {
  std::vector<Setting> Settings;
  for (char **At = environ; *At; ++At) {
    const std::string_view Text = *At;
    const size_t Equals = Text.find('=');
    if (!Text.starts_with("GPUC_") || Equals == Text.npos)
      continue;
    const std::string_view Name = Text.substr(0, Equals);
    const bool Known = std::find(std::begin(KnownSettings), std::end(KnownSettings), Name) !=
                       std::end(KnownSettings);
    Settings.push_back({std::string(Name), std::string(Text.substr(Equals + 1)), Known});
  }
  std::sort(Settings.begin(), Settings.end(),
            [](const Setting &A, const Setting &B) { return A.Name < B.Name; });
  return Settings;
}

Machine gpuc::info::describeMachine() {
  Machine M;
  const gpu::detail::device_description *All = nullptr;
  unsigned Count = 0;
  if (__gpuc_devices(&All, &Count) == 0)
    for (unsigned I = 0; I < Count; ++I) {
      const auto &D = All[I];
      M.Devices.push_back({std::string(D.backend) == "cpu"
                               ? "cpu"
                               : std::string(D.backend) + ":" + std::to_string(D.index),
                           D.name, D.arch, D.memory_bytes, D.shared_bytes_per_block,
                           D.multiprocessors, D.warp_size, D.max_threads_per_block});
    }
  for (const char *Name : {"cuda", "hip"})
    M.Backends.push_back({Name, driverVersion(Name), __gpuc_backend_note(Name)});
  M.Settings = readSettings();
  return M;
}
