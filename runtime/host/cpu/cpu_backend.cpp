//===- cpu_backend.cpp - The CPU as a device --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are functions of this process and all memory is the host's. A launch,
// in a stream too, is done when the call returns: the executor uses every core
// for one grid, so a queue beside the host's thread would gain nothing.
//
//===----------------------------------------------------------------------===//
#include "../backend.hpp"
#include "../failure.hpp"
#include "executor.hpp"

#include <gpu/detail/cpu_abi.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>

#include <unistd.h>

namespace gpu::detail {
namespace {

using clock = std::chrono::steady_clock;

struct cpu_event {
  std::atomic<bool> recorded = false;
  std::atomic<clock::time_point> time;
};

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != line.npos)
        return line.substr(colon + 2);
  return "CPU";
}

class cpu_backend final : public device_backend {
public:
  cpu_backend() {
    properties_.backend = "cpu";
    properties_.name = processor_name();
    properties_.arch = "cpu";
    properties_.warp_size = cpu_warp_size;
    properties_.multiprocessors = std::thread::hardware_concurrency();
    // The limits of NVIDIA's devices, so that what runs here runs there.
    properties_.max_threads_per_block = 1024;
    properties_.max_block[0] = properties_.max_block[1] = 1024;
    properties_.max_block[2] = 64;
    properties_.max_grid[0] = 0x7fffffff;
    properties_.max_grid[1] = properties_.max_grid[2] = 65535;
    properties_.max_shared_bytes = 1 << 20;
    properties_.memory_bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                               static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    properties_.separate_memory = false;
  }

  const device_properties &properties() const override { return properties_; }
  unsigned fitness(const image &image) const override { return image.kind == image_cpu; }

  void *load(const image &image) override { return const_cast<void *>(image.data); }
  device_function find_function(void *loaded, const char *symbol) override {
    for (auto *kernel = static_cast<cpu_kernel *>(loaded); kernel->symbol; ++kernel)
      if (std::strcmp(kernel->symbol, symbol) == 0)
        return {kernel, 0, kernel->shared_bytes};
    fail(errc::bad_image, "the CPU image has no kernel '{}'; build the program again", symbol);
  }
  // Device code calls the services' functions directly.
  void *find_global(void *, const char *) override { return nullptr; }

  void launch(const device_function &function, const launch_shape &shape, const packed_args &args,
              void *) override {
    cpu::run_grid(*static_cast<const cpu_kernel *>(function.handle), shape.blocks, shape.threads,
                  args.data, shape.dynamic_shared_bytes);
  }
  void synchronize(void *) override {}
  void synchronize_all() override {}

  void *allocate(memory_kind, std::size_t bytes) override {
    if (void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256); memory && bytes)
      return memory;
    fail(errc::out_of_memory, "cannot allocate {} bytes", bytes);
  }
  void free(memory_kind, void *memory) noexcept override { std::free(memory); }
  bool device_sees(const void *) const override { return true; }
  void copy(void *to, const void *from, std::size_t bytes, void *) override {
    std::memmove(to, from, bytes);
  }
  void fill_zero(void *memory, std::size_t bytes) override { std::memset(memory, 0, bytes); }

  void *create_stream() override { return this; } // nothing to keep
  void destroy_stream(void *) noexcept override {}
  void *create_event() override { return new cpu_event; }
  void destroy_event(void *event) noexcept override { delete static_cast<cpu_event *>(event); }
  void record(void *event, void *) override {
    auto *e = static_cast<cpu_event *>(event);
    e->time = clock::now();
    e->recorded = true;
  }
  void wait(void *, void *) override {}
  void synchronize_event(void *) override {}
  bool event_ready(void *) override { return true; }
  float elapsed_ms(void *from, void *to) override {
    const auto *a = static_cast<cpu_event *>(from), *b = static_cast<cpu_event *>(to);
    if (!a->recorded || !b->recorded)
      fail(errc::invalid_argument, "an event that was never recorded has no time");
    return std::chrono::duration<float, std::milli>(b->time.load() - a->time.load()).count();
  }

private:
  device_properties properties_;
};

} // namespace

std::unique_ptr<device_backend> make_cpu_device() { return std::make_unique<cpu_backend>(); }

} // namespace gpu::detail
