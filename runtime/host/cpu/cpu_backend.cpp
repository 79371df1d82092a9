//===- cpu_backend.cpp - The CPU as a device --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are functions of this process and all memory is the host's. A launch,
// in a stream too, is done when the call returns: the executor uses every core
// for one grid, so a queue beside the host's thread would gain nothing. A stream
// that is captured keeps its work in a list instead, which the graph replays.
//
//===----------------------------------------------------------------------===//
#include "../backend.hpp"
#include "../failure.hpp"
#include "../failure_report.hpp"
#include "../timeout.hpp"
#include "executor.hpp"
#include "limited_run.hpp"

#include <gpu/detail/cpu_abi.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

namespace gpu::detail {
namespace {

using clock = std::chrono::steady_clock;

/// Work in the order in which it was given, that of all streams of a capture.
using cpu_graph = std::vector<std::function<void()>>;

struct cpu_capture {
  cpu_graph work;
  bool open = true; ///< more may come
};

struct cpu_stream {
  std::shared_ptr<cpu_capture> capture; ///< where its work goes while that is open

  cpu_graph *graph() const { return capture && capture->open ? &capture->work : nullptr; }
};

struct cpu_event {
  std::atomic<bool> recorded = false;
  std::atomic<clock::time_point> time;
  std::shared_ptr<cpu_capture> capture; ///< of the stream that it was last recorded in
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
    properties_.blocks_take_turns = true;
  }

  const device_properties &properties() const override { return properties_; }
  unsigned fitness(const image &image) const override { return image.kind == image_cpu; }

  void *load(const image &image) override { return const_cast<void *>(image.data); }
  device_function find_function(void *loaded, const char *symbol) override {
    for (auto *kernel = static_cast<cpu_kernel *>(loaded); kernel->symbol; ++kernel)
      if (std::strcmp(kernel->symbol, symbol) == 0)
        return describe(*kernel);
    fail(errc::bad_image, "the CPU image has no kernel '{}'; build the program again", symbol);
  }
  // Device code calls the services' functions directly.
  void *find_global(void *, const char *) override { return nullptr; }

  void unload(void *) noexcept override {}

  void launch(const device_function &function, const launch_shape &shape, const packed_args &args,
              void *stream) override {
    if (cpu_graph *graph = graph_of(stream)) {
      // In units that are as aligned as a kernel expects its arguments.
      std::vector<argument_unit> kept((args.size + sizeof(argument_unit) - 1) /
                                      sizeof(argument_unit));
      if (args.size)
        std::memcpy(kept.data(), args.data, args.size);
      graph->push_back(
          [function, shape, kept = std::move(kept)] { run(function, shape, kept.data()); });
      return;
    }
    if (wait_limit())
      cpu::run_in_time(args,
                       [function, shape](const void *packed) { run(function, shape, packed); });
    else
      run(function, shape, args.data);
  }
  unsigned resident_blocks(const device_function &, unsigned, unsigned) override { return 1; }
  void synchronize(void *) override {}
  bool ready(void *) override { return true; }
  void synchronize_all() override {}

  void *allocate(memory_kind, std::size_t bytes) override {
    if (void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256); memory && bytes)
      return memory;
    fail(errc::out_of_memory, "{} has no {} bytes of memory left", properties_.describe(), bytes);
  }
  void free(memory_kind, void *memory) noexcept override { std::free(memory); }
  void *allocate_in_order(std::size_t bytes, void *) override {
    return allocate(memory_device, bytes);
  }
  void free_in_order(void *memory, void *) noexcept override { std::free(memory); }
  std::size_t free_memory() override {
    return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
  memory_sight device_sees(const void *) const override { return sight_host; }
  void copy(void *to, const void *from, std::size_t bytes, void *stream) override {
    in_order(stream, [=] { std::memmove(to, from, bytes); });
  }
  void fill_zero(void *memory, std::size_t bytes, void *stream) override {
    in_order(stream, [=] { std::memset(memory, 0, bytes); });
  }
  bool enable_peer(device_backend &) override { return true; }

  void *create_stream(int) override { return new cpu_stream; }
  void destroy_stream(void *stream) noexcept override { delete static_cast<cpu_stream *>(stream); }
  void *adopt_stream(void *) override { return new cpu_stream; }
  void release_adopted(void *stream) noexcept override { destroy_stream(stream); }
  void *native_stream(void *) override { return nullptr; }
  void call(void *stream, void (*function)(void *), void *data) override {
    in_order(stream, [=] { function(data); });
  }
  void begin_capture(void *stream) override {
    static_cast<cpu_stream *>(stream)->capture = std::make_shared<cpu_capture>();
  }
  void *end_capture(void *stream) override {
    cpu_capture &capture = *static_cast<cpu_stream *>(stream)->capture;
    capture.open = false; // for the streams that joined it too
    return new cpu_graph(std::move(capture.work));
  }
  bool capturing(void *stream) override { return graph_of(stream) != nullptr; }
  void launch_graph(void *graph, void *) override {
    for (const auto &work : *static_cast<cpu_graph *>(graph))
      work();
  }
  void destroy_graph(void *graph) noexcept override { delete static_cast<cpu_graph *>(graph); }

  void *create_event() override { return new cpu_event; }
  void destroy_event(void *event) noexcept override { delete static_cast<cpu_event *>(event); }
  void record(void *event, void *stream) override {
    auto *e = static_cast<cpu_event *>(event);
    e->capture = stream ? static_cast<cpu_stream *>(stream)->capture : nullptr;
    e->time = clock::now();
    e->recorded = true;
  }
  void wait(void *stream, void *event) override {
    // What waits for captured work is captured too.
    if (const auto &capture = static_cast<cpu_event *>(event)->capture; capture && capture->open)
      static_cast<cpu_stream *>(stream)->capture = capture;
  }
  void synchronize_event(void *) override {}
  bool event_ready(void *) override { return true; }
  float elapsed_ms(void *from, void *to) override {
    const auto *a = static_cast<cpu_event *>(from), *b = static_cast<cpu_event *>(to);
    if (!a->recorded || !b->recorded)
      fail(errc::invalid_argument, "an event that was never recorded has no time");
    return std::chrono::duration<float, std::milli>(b->time.load() - a->time.load()).count();
  }

private:
  struct alignas(64) argument_unit {
    unsigned char bytes[64];
  };

  static device_function describe(cpu_kernel &kernel) {
    device_function f;
    f.handle = &kernel;
    f.static_shared_bytes = kernel.shared_bytes;
    f.local_bytes = kernel.context_bytes + kernel.frame_bytes;
    for (unsigned region = 1; region < kernel.regions; ++region)
      f.syncs_grid |= kernel.suspends[region] == cpu_suspend_grid;
    return f;
  }

  static void run(const device_function &function, const launch_shape &shape, const void *args) {
    (function.syncs_grid ? cpu::run_cooperative_grid : cpu::run_grid)(
        *static_cast<const cpu_kernel *>(function.handle), shape.blocks, shape.threads, args,
        shape.dynamic_shared_bytes);
  }

  static cpu_graph *graph_of(void *stream) {
    return stream ? static_cast<cpu_stream *>(stream)->graph() : nullptr;
  }
  template <class Work> static void in_order(void *stream, Work work) {
    if (cpu_graph *graph = graph_of(stream))
      graph->push_back(work);
    else
      work();
  }

  device_properties properties_;
};

} // namespace

failure_reports &cpu_failures() {
  static failure_reports &reports = *new failure_reports(cpu_backend().properties().describe());
  return reports;
}

std::unique_ptr<device_backend> make_cpu_device() { return std::make_unique<cpu_backend>(); }

} // namespace gpu::detail
