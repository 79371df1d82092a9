//===- device_state.cpp - The device in use ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device_state.hpp"

#include "failure.hpp"
#include "failure_report.hpp"
#include "image_match.hpp"
#include "trace.hpp"

#include <gpu/detail/grid_state.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

namespace gpu::detail {
namespace {

constexpr const char *services_variable = "__gpuc_services";
constexpr const char *heap_variable = "__gpuc_heap";

} // namespace

std::string device_properties::describe() const {
  return fmt::format("{}:{} ({}, {})", backend, index, name, arch);
}

device_state::device_state(device_backend &backend)
    : backend_(trace::traced(backend)), name_(backend.properties().describe()), staging_(backend_),
      cooperative_(backend_), own_failures_(name_),
      failures_(backend.properties().backend == "cpu" ? cpu_failures() : own_failures_) {}

//===----------------------------------------------------------------------===//
// Images and kernels
//===----------------------------------------------------------------------===//

namespace {

/// A kernel that the calling thread has launched before; most launch few, again and again.
struct recent_kernel {
  const device_state *device;
  const void *host_function;
  unsigned version; ///< of the registry
  loaded_kernel found;
};

recent_kernel &recent(const void *host_function) {
  constexpr std::size_t entries = 16;
  thread_local recent_kernel all[entries] = {};
  return all[reinterpret_cast<std::uintptr_t>(host_function) / 16 % entries];
}

} // namespace

loaded_kernel device_state::find(const void *host_function) {
  const unsigned version = registry_version();
  recent_kernel &known = recent(host_function);
  if (known.device != this || known.host_function != host_function || known.version != version)
    known = {this, host_function, version, find_or_load(host_function, version)};
  return known.found;
}

loaded_kernel device_state::find_or_load(const void *host_function, unsigned version) {
  std::lock_guard lock(mutex_);
  if (version_ != version) {
    kernels_.clear(); // some may belong to a library that is gone
    version_ = version;
  }
  if (const auto known = kernels_.find(host_function); known != kernels_.end())
    return known->second;

  const auto registered = find_kernel(host_function);
  if (!registered)
    fail(errc::unknown_kernel,
         "the launched function is in no device image of this program; mark it [[gpu::kernel]], "
         "and compile and link the source with gpuc");
  try {
    auto module = modules_.find(registered->owner.serial);
    if (module == modules_.end())
      module = modules_.emplace(registered->owner.serial, load(*registered->owner.data)).first;
    const loaded_kernel found{
        registered->entry, find_function(module->second, registered->entry->symbol),
        module->second.has_services};
    kernels_.emplace(host_function, found);
    return found;
  } catch (failure &error) {
    error.kernel = registered->entry->name;
    error.message = fmt::format("kernel '{}' of {}: {}", registered->entry->name,
                                registered->owner.data->source, error.message);
    throw;
  }
}

/// For an error of an image's contents: says which file they are from, if they are from one.
static void name_file(failure &error, const image_file *file) {
  if (file)
    error.message = fmt::format("image file '{}': {}", file->path, error.message);
}

device_function device_state::find_function(const loaded_module &module, const char *symbol) {
  device_function found;
  try {
    found = backend_.find_function(module.handle, symbol);
  } catch (failure &error) {
    name_file(error, module.file.get());
    throw;
  }
  if (found.syncs_grid || module.from->kind == image_cpu)
    return found; // the back end knows
  const std::string marker = cooperative_prefix + std::string(symbol);
  if (mentions(*module.from, marker) && backend_.find_global(module.handle, marker.c_str())) {
    found.syncs_grid = true;
    found.grid = backend_.find_global(module.handle, grid_variable);
  }
  return found;
}

device_state::loaded_module device_state::load(const module &m) {
  const std::shared_ptr<image_file> file = find_image_file(m, backend_);
  std::vector<const image *> fitting;
  if (file)
    fitting.push_back(&file->contents);
  for (unsigned i = 0; !file && i < m.image_count; ++i)
    if (backend_.fitness(m.images[i]))
      fitting.push_back(&m.images[i]);
  std::sort(fitting.begin(), fitting.end(), [this](const image *a, const image *b) {
    return backend_.fitness(*a) > backend_.fitness(*b);
  });
  if (fitting.empty()) {
    const locked_inventory present = all_devices();
    fail(errc::no_image,
         "nothing embedded runs on {}. embedded: {}; present: {}; compile with --offload-arch={}, "
         "or choose another device with GPUC_DEVICE",
         backend_.properties().describe(), describe_images({{&m, 0}}), present.inventory.describe(),
         backend_.properties().arch);
  }
  // The driver may be too old for the best one; its error is the one to report if none loads.
  std::exception_ptr first_error;
  for (const image *candidate : fitting)
    try {
      const image_file::in_use note(file.get());
      loaded_module loaded{backend_.load(*candidate), false, candidate, file};
      // Asked for only where it is: tools report a failed look-up as the program's mistake.
      void *variable = mentions(*candidate, services_variable)
                           ? backend_.find_global(loaded.handle, services_variable)
                           : nullptr;
      if (variable) {
        connect_services(variable);
        loaded.has_services = true;
      }
      if (mentions(*candidate, heap_variable))
        if (void *heap = backend_.find_global(loaded.handle, heap_variable))
          connect_heap(heap);
      return loaded;
    } catch (failure &error) {
      name_file(error, file.get());
      if (!first_error)
        first_error = std::current_exception();
    }
  std::rethrow_exception(first_error);
}

void device_state::unload(unsigned serial) noexcept {
  std::lock_guard lock(mutex_);
  const auto known = modules_.find(serial);
  if (known == modules_.end() || lost())
    return;
  try {
    settle();
    backend_.synchronize_all();
  } catch (failure &error) {
    // A kernel failed, or the driver has gone: nothing runs either way. But one that does not end
    // keeps its image.
    note_loss(error);
    if (error.code == errc::timeout)
      return;
  }
  {
    std::lock_guard stream_lock(stream_mutex_);
    for (stream_state *stream : streams_) {
      std::lock_guard its_lock(stream->mutex);
      stream->last_kernel = nullptr; // its name may go now
    }
  }
  backend_.unload(known->second.handle);
  modules_.erase(known);
}

//===----------------------------------------------------------------------===//
// Host services
//===----------------------------------------------------------------------===//

void device_state::connect_services(void *variable) {
  std::lock_guard lock(server_mutex_);
  if (!server_owner_) {
    server_owner_ = std::make_unique<services::server>(
        [this](std::size_t bytes) {
          void *memory = backend_.allocate(memory_pinned, bytes);
          return std::memset(memory, 0, bytes);
        },
        [this](std::size_t bytes) {
          void *memory = backend_.allocate(memory_device, bytes);
          backend_.clear(memory, bytes);
          return memory;
        },
        [this](unsigned opcode, std::string_view message) {
          services::handle_message(failures_, opcode, message);
        });
    server_ = server_owner_.get();
    stop_services_at_exit();
  }
  const service_access access = server_owner_->access_for_device();
  backend_.set(variable, &access, sizeof(access));
}

void device_state::connect_heap(void *variable) {
  std::lock_guard lock(heap_mutex_);
  if (!heap_owner_) {
    heap_owner_ = std::make_unique<device_heap>(backend_, std::getenv("GPUC_HEAP_SIZE"),
                                                std::getenv("GPUC_HEAP_CHECK"));
    heap_ = heap_owner_.get();
  }
  heap::descriptor *const address = heap_owner_->address();
  backend_.set(variable, &address, sizeof(address));
}

void device_state::report_leaks() noexcept {
  if (auto *heap = heap_.load())
    try {
      std::fputs(heap->describe_leaks().c_str(), stderr);
    } catch (const std::exception &) {
      // A kernel failed, and the device's memory with it.
    }
}

void device_state::kernel_started() {
  if (services_stopped_)
    fail(errc::driver,
         "the process ends, and the host no longer answers kernels that print, read files or use "
         "the heap; launch it before main returns or exit is called");
  // A heap that grew under a running kernel would do no harm, but growing waits for the device.
  if (auto *heap = heap_.load(); heap && running_ == 0)
    heap->grow_if_needed();
  ++running_;
  if (auto *server = server_.load())
    server->kernel_started();
}

void device_state::kernels_finished(unsigned count) noexcept {
  running_ -= count;
  if (auto *server = server_.load())
    for (; count; --count)
      server->kernel_finished();
}

void device_state::drain() noexcept {
  if (auto *server = server_.load())
    server->drain();
  else
    services::drain_cpu_output();
}

void device_state::reset_services() noexcept {
  try {
    if (auto *server = server_.load())
      server->reset([this](void *memory, std::size_t bytes) { backend_.clear(memory, bytes); });
  } catch (const std::exception &) {
    // The device is lost, and no kernel will use the ports again.
  }
}

void device_state::stop_services() noexcept {
  // In a child that fork made there are no threads to end, and the device is its parent's.
  if (::getpid() != process_)
    return;
  services::ignore_requested_exit(); // the process ends already
  constexpr wait_time longest = std::chrono::seconds(10);
  if (running_ && !lost())
    try {
      if (!finishes_within(wait_limit().value_or(longest)))
        fmt::print(stderr,
                   "gpu: the process ends while {} on {} has not; what it prints from now on is "
                   "lost; call gpu::synchronize() before, or allow more than {:g} s with "
                   "GPUC_TIMEOUT\n",
                   describe_running(), name_,
                   std::chrono::duration<double>(wait_limit().value_or(longest)).count());
    } catch (const std::exception &) {
      // A kernel failed, and nobody asked: what it printed before is out all the same.
    }
  drain();
  if (!lost())
    report_leaks();
  std::lock_guard lock(server_mutex_);
  server_ = nullptr;
  services_stopped_ = true;
  if (server_owner_) // kept: another thread may be in one of its functions
    server_owner_->stop();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void device_state::add_stream(stream_state *stream) {
  std::lock_guard lock(stream_mutex_);
  streams_.insert(stream);
}

void device_state::remove_stream(stream_state *stream) noexcept {
  std::lock_guard lock(stream_mutex_);
  streams_.erase(stream);
}

void device_state::synchronize() {
  unsigned finished = 0;
  std::vector<std::pair<stream_state *, std::size_t>> given;
  {
    std::lock_guard lock(stream_mutex_);
    for (stream_state *stream : streams_) {
      finished += stream->service_kernels.exchange(0);
      std::lock_guard its_lock(stream->mutex);
      given.emplace_back(stream, stream->kernels_given);
    }
  }
  const auto lane = blocking_lane();
  wait_for(finished, [this] {
    settle();
    backend_.synchronize_all();
  });
  {
    std::lock_guard lock(stream_mutex_);
    for (const auto &[stream, kernels] : given)
      if (streams_.contains(stream))
        note_end(*stream, kernels);
  }
  failures_.throw_if_any();
  services::exit_if_requested();
}

void device_state::wait_for(unsigned kernels, const std::function<void()> &wait) {
  try {
    wait();
  } catch (const failure &error) {
    drain();
    if (error.code != errc::timeout) { // else they still run, and may print more
      kernels_finished(kernels);
      reset_services();
    }
    throw;
  }
  kernels_finished(kernels);
  drain();
}

void note_kernel(stream_state &stream, const kernel &entry, const launch_shape &shape) {
  std::lock_guard lock(stream.mutex);
  stream.last_kernel = &entry;
  stream.last_shape = shape;
  ++stream.kernels_given;
}

void note_end(stream_state &stream, std::size_t kernels) {
  std::lock_guard lock(stream.mutex);
  if (stream.kernels_given == kernels)
    stream.last_kernel = nullptr;
}

void synchronize(stream_state &stream) {
  device_state &device = stream.device;
  if (device.captured(stream))
    fail(errc::invalid_argument, "a stream cannot be waited for while it is captured");
  const unsigned finished = stream.service_kernels.exchange(0);
  const std::size_t given = [&] {
    std::lock_guard lock(stream.mutex);
    return stream.kernels_given;
  }();
  try {
    device.wait_for(finished, [&] { device.wait_for_stream(stream.handle); });
  } catch (failure &e) {
    std::lock_guard lock(stream.mutex);
    if (stream.last_kernel) {
      e.kernel = stream.last_kernel->name;
      e.message = fmt::format("stream on {}, last given kernel '{}' with {}: {}",
                              device.name(), stream.last_kernel->name,
                              describe(stream.last_shape), e.message);
    }
    throw;
  }
  note_end(stream, given);
  device.failures().throw_if_any();
  services::exit_if_requested();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// The device whose stream the calling thread captures.
static thread_local device_state *captures_on = nullptr;

std::shared_lock<std::shared_mutex> device_state::blocking_lane() {
  if (captures_on == this)
    fail(errc::invalid_argument,
         "while a thread captures a stream it can give work to streams only: no blocking launch, "
         "copy or synchronisation");
  return std::shared_lock(capture_mutex_);
}

void device_state::begin_capture(stream_state &stream) {
  if (captures_on)
    fail(errc::invalid_argument, "this thread captures a stream already");
  auto graph = std::make_unique<graph_state>(*this);
  std::unique_lock lock(capture_mutex_);
  backend_.begin_capture(stream.handle);
  lock.release();
  capture_ = graph.release();
  captures_on = this;
}

std::unique_ptr<graph_state> device_state::end_capture(stream_state &stream) {
  if (captures_on != this)
    fail(errc::invalid_argument, "this thread captures no stream of the device");
  std::unique_ptr<graph_state> graph(capture_.exchange(nullptr));
  std::unique_lock lock(capture_mutex_, std::adopt_lock);
  captures_on = nullptr;
  graph->handle = backend_.end_capture(stream.handle);
  return graph;
}

void device_state::lose_after_fork() noexcept {
  if (captures_on != this) // a thread that is not here may have held it
    new (&capture_mutex_) std::shared_mutex;
  if (backend_.properties().backend == "cpu")
    return;
  lose(std::make_unique<failure>(
      errc::device_lost,
      fmt::format("{} cannot be used in this process: fork made it after its parent had started to "
                  "use GPUs, which drivers give a child no share of; fork before that, let the "
                  "child exec a program, or choose the CPU with GPUC_DEVICE=cpu",
                  name_)));
}

graph_state *device_state::captured(const stream_state &stream) {
  graph_state *const graph = capture_;
  return graph && backend_.capturing(stream.handle) ? graph : nullptr;
}

graph_state::~graph_state() {
  if (handle && !device.lost())
    device.backend().destroy_graph(handle);
  if (!device.lost())
    cooperative.clear();
  for (const callback &c : callbacks)
    c.destroy(c.data);
}

void launch(graph_state &graph, stream_state &stream) {
  device_state &device = graph.device;
  if (&stream.device != &device)
    fail(errc::invalid_argument, "a graph of {} cannot run in a stream of {}", device.name(),
         stream.device.name());
  if (device.captured(stream))
    fail(errc::invalid_argument, "a graph cannot be launched into a stream that is captured");
  if (graph.last_kernel)
    note_kernel(stream, *graph.last_kernel, graph.last_shape);
  for (unsigned i = 0; i < graph.service_kernels; ++i)
    device.kernel_started();
  stream.service_kernels += graph.service_kernels;
  const auto enqueue = [&] { device.backend().launch_graph(graph.handle, stream.handle); };
  if (graph.cooperative.used())
    device.cooperative().run(stream.handle, enqueue);
  else
    enqueue();
}

} // namespace gpu::detail
