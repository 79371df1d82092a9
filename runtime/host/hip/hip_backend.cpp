//===- hip_backend.cpp - AMD devices -----------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through the HIP runtime library. The blocking lane is its null stream, whose
// order with other streams is the one that backend.hpp asks for.
//
//===----------------------------------------------------------------------===//
#include "../backend.hpp"
#include "../failure.hpp"
#include "../heap.hpp"
#include "../image_match.hpp"
#include "hip_api.hpp"

#include <mutex>
#include <string_view>
#include <vector>

namespace gpu::detail {
namespace {

using namespace hip;

/// Whether the device cannot be used any more in this process.
bool is_lasting(result r) {
  return r == error_illegal_address || r == error_assert || r == error_launch_failure;
}

std::string describe_error(const api &driver, result r) {
  return fmt::format("{}: {}{}", driver.GetErrorName(r), driver.GetErrorString(r),
                     is_lasting(r) ? "; the device cannot be used any more in this process" : "");
}

/// The architecture's name in `hipDeviceProp_t`, whose layout differs between releases: the first
/// text behind the device's name, which comes first and takes 256 bytes, that begins with "gfx".
std::string find_arch(const char *properties, std::size_t bytes) {
  constexpr std::size_t name_bytes = 256;
  const std::string_view rest(properties + name_bytes, bytes - name_bytes);
  const auto at = rest.find("gfx");
  return at == rest.npos ? "" : std::string(rest.substr(at, rest.find('\0', at) - at));
}

class hip_backend final : public device_backend {
public:
  /// Throws `failure`.
  hip_backend(const api &driver, int index);

  const device_properties &properties() const override { return properties_; }
  unsigned fitness(const image &image) const override {
    return image.kind == image_amdgcn ? amd_fitness(image.arch, properties_.arch) : 0;
  }

  void *load(const image &image) override;
  void unload(void *loaded) noexcept override;
  device_function find_function(void *loaded, const char *symbol) override;
  void *find_global(void *loaded, const char *symbol) override;
  void launch(const device_function &function, const launch_shape &shape, const packed_args &args,
              void *stream) override;
  unsigned resident_blocks(const device_function &function, unsigned threads,
                           unsigned dynamic_shared_bytes) override;
  void synchronize(void *stream) override;
  bool ready(void *stream) override;
  void synchronize_all() override;

  void *allocate(memory_kind kind, std::size_t bytes) override;
  void free(memory_kind kind, void *memory) noexcept override;
  void *allocate_in_order(std::size_t bytes, void *stream) override;
  void free_in_order(void *memory, void *stream) noexcept override;
  std::size_t free_memory() override;
  memory_sight device_sees(const void *memory) const override;
  void copy(void *to, const void *from, std::size_t bytes, void *stream) override;
  void fill_zero(void *memory, std::size_t bytes, void *stream) override;
  bool enable_peer(device_backend &peer) override;

  void *create_stream(int priority) override;
  void destroy_stream(void *stream) noexcept override;
  void call(void *stream, void (*function)(void *), void *data) override;
  void begin_capture(void *stream) override;
  void *end_capture(void *stream) override;
  bool capturing(void *stream) override;
  void launch_graph(void *graph, void *stream) override;
  void destroy_graph(void *graph) noexcept override;
  void *create_event() override;
  void destroy_event(void *event) noexcept override;
  void record(void *event, void *stream) override;
  void wait(void *stream, void *event) override;
  void synchronize_event(void *event) override;
  bool event_ready(void *event) override;
  float elapsed_ms(void *from, void *to) override;
  void *setup_stream() override;

private:
  void check(result r, std::string_view what) const {
    if (r != success) [[unlikely]]
      fail(is_lasting(r) ? errc::device_lost : errc::driver, "{} failed with {}", what,
           describe_error(driver_, r));
  }
  int attribute(int which) const {
    int value = 0;
    check(driver_.DeviceGetAttribute(&value, which, device_), "hipDeviceGetAttribute");
    return value;
  }
  /// Makes the device current in the calling thread.
  void enter() const { check(driver_.SetDevice(device_), "hipSetDevice"); }

  const api &driver_;
  int device_;
  device_properties properties_;
  std::once_flag setup_stream_made_;
  stream_handle setup_stream_ = nullptr;
};

hip_backend::hip_backend(const api &driver, int index) : driver_(driver), device_(index) {
  device_properties &p = properties_;
  char name[256] = "";
  check(driver_.DeviceGetName(name, sizeof(name), device_), "hipDeviceGetName");
  check(driver_.DeviceTotalMem(&p.memory_bytes, device_), "hipDeviceTotalMem");
  alignas(16) char all_properties[8192] = ""; // some 1500 bytes in ROCm 6
  check(driver_.GetDeviceProperties(all_properties, device_), "hipGetDeviceProperties");
  const auto get = [this](int which) { return static_cast<unsigned>(attribute(which)); };
  p.backend = "hip";
  p.name = name;
  p.arch = find_arch(all_properties, sizeof(all_properties));
  p.index = static_cast<unsigned>(index);
  p.warp_size = get(attribute_warp_size);
  p.multiprocessors = get(attribute_multiprocessor_count);
  p.max_threads_per_block = get(attribute_max_threads_per_block);
  for (int axis = 0; axis < 3; ++axis) {
    p.max_block[axis] = get(attribute_max_block_dim_x + axis);
    p.max_grid[axis] = get(attribute_max_grid_dim_x + axis);
  }
  p.max_grid_threads = 0xffffffff; // a dispatch packet counts work-items in 32 bits
  p.cooperative_launch = get(attribute_cooperative_launch);
  p.max_shared_bytes = get(attribute_max_shared_memory_per_block);
  p.reads_host_memory = get(attribute_pageable_memory_access);
}

//===----------------------------------------------------------------------===//
// Images and launches
//===----------------------------------------------------------------------===//

void *hip_backend::load(const image &image) {
  enter();
  module_handle loaded = nullptr;
  const result r = driver_.ModuleLoadData(&loaded, image.data);
  if (r == success) {
    // Of kernels alone whose metadata says that the compiler cannot tell their need.
    if (driver_.DeviceSetLimit)
      check(driver_.DeviceSetLimit(limit_stack_size, deep_stack_bytes()), "setting the stack size");
    return loaded;
  }
  int version = 0;
  driver_.RuntimeGetVersion(&version);
  fail(errc::bad_image,
       "HIP {}.{} refused the code object for {} with {}; update ROCm, or compile for another "
       "target",
       version / 10000000, version / 100000 % 100, image.arch, describe_error(driver_, r));
}

void hip_backend::unload(void *loaded) noexcept { driver_.ModuleUnload(loaded); }

device_function hip_backend::find_function(void *loaded, const char *symbol) {
  enter();
  device_function f;
  const result r = driver_.ModuleGetFunction(&f.handle, loaded, symbol);
  if (r == error_not_found)
    fail(errc::bad_image, "the device image has no kernel '{}'; build the program again", symbol);
  check(r, "hipModuleGetFunction");
  const auto get = [&](int which) {
    int value = 0;
    check(driver_.FuncGetAttribute(&value, which, f.handle), "hipFuncGetAttribute");
    return static_cast<unsigned>(value);
  };
  f.max_threads = get(function_max_threads_per_block);
  f.static_shared_bytes = get(function_shared_size_bytes);
  f.registers = get(function_registers);
  f.local_bytes = get(function_local_size_bytes);
  return f;
}

void *hip_backend::find_global(void *loaded, const char *symbol) {
  enter();
  void *address = nullptr;
  std::size_t bytes = 0;
  const result r = driver_.ModuleGetGlobal(&address, &bytes, loaded, symbol);
  if (r == error_not_found)
    return nullptr;
  check(r, "hipModuleGetGlobal");
  return address;
}

void hip_backend::launch(const device_function &function, const launch_shape &shape,
                         const packed_args &args, void *stream) {
  enter();
  const auto &[bx, by, bz] = shape.blocks;
  const auto &[tx, ty, tz] = shape.threads;
  const unsigned shared = shape.dynamic_shared_bytes;
  if (shape.cooperative) { // takes no packed block
    std::vector<void *> pointers;
    for (const kernel_param &param : args.params)
      pointers.push_back(args.data + param.offset);
    check(driver_.ModuleLaunchCooperativeKernel(function.handle, bx, by, bz, tx, ty, tz, shared,
                                                stream, pointers.data()),
          "the launch");
    return;
  }
  std::size_t size = args.size;
  void *extra[] = {launch_param_buffer_pointer, args.data, launch_param_buffer_size, &size,
                   launch_param_end};
  check(driver_.ModuleLaunchKernel(function.handle, bx, by, bz, tx, ty, tz, shared, stream, nullptr,
                                   size ? extra : nullptr),
        "the launch");
}

unsigned hip_backend::resident_blocks(const device_function &function, unsigned threads,
                                      unsigned dynamic_shared_bytes) {
  enter();
  int blocks = 0;
  check(driver_.ModuleOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function.handle, static_cast<int>(threads), dynamic_shared_bytes),
        "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(blocks);
}

void hip_backend::synchronize(void *stream) {
  enter();
  check(driver_.StreamSynchronize(stream), "work on the device");
}

bool hip_backend::ready(void *stream) {
  enter();
  const result r = driver_.StreamQuery(stream);
  if (r == error_not_ready)
    return false;
  check(r, "work on the device");
  return true;
}

void hip_backend::synchronize_all() {
  enter();
  check(driver_.DeviceSynchronize(), "work on the device");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *hip_backend::allocate(memory_kind kind, std::size_t bytes) {
  enter();
  void *memory = nullptr;
  result r = success;
  switch (kind) {
  case memory_device:
    r = driver_.Malloc(&memory, bytes);
    break;
  case memory_shared:
  case memory_managed:
    r = driver_.MallocManaged(&memory, bytes, mem_attach_global);
    // Advice: where the device cannot take it, the memory works all the same.
    if (r == success && kind == memory_shared)
      driver_.MemAdvise(memory, bytes, mem_advise_set_preferred_location, device_);
    break;
  case memory_pinned:
    r = driver_.HostMalloc(&memory, bytes,
                           host_malloc_portable | host_malloc_mapped | host_malloc_coherent);
    break;
  }
  if (r == error_out_of_memory)
    fail(errc::out_of_memory, "{} has no {} bytes of {} memory left", properties_.describe(), bytes,
         kind == memory_pinned ? "pinned host" : "device");
  check(r, "allocation of memory");
  return memory;
}

void hip_backend::free(memory_kind kind, void *memory) noexcept {
  // Errors are those of kernels before, which synchronisation reports, or say that the driver is
  // gone, at exit.
  if (kind == memory_pinned)
    driver_.HostFree(memory);
  else
    driver_.Free(memory);
}

memory_sight hip_backend::device_sees(const void *memory) const {
  enter();
  pointer_attributes attributes{};
  if (driver_.PointerGetAttributes(&attributes, memory) != success || !attributes.device_pointer)
    return sight_none;
  return attributes.host_pointer && !attributes.is_managed ? sight_host : sight_device;
}

void hip_backend::copy(void *to, const void *from, std::size_t bytes, void *stream) {
  enter();
  check(stream ? driver_.MemcpyAsync(to, from, bytes, memcpy_default, stream)
               : driver_.Memcpy(to, from, bytes, memcpy_default),
        "a copy of memory");
}

void hip_backend::fill_zero(void *memory, std::size_t bytes, void *stream) {
  enter();
  check(driver_.MemsetAsync(memory, 0, bytes, stream), "clearing memory");
  if (!stream)
    check(driver_.StreamSynchronize(nullptr), "clearing memory");
}

void *hip_backend::allocate_in_order(std::size_t bytes, void *stream) {
  if (!driver_.MallocAsync || !driver_.FreeAsync)
    return allocate(memory_device, bytes);
  enter();
  void *memory = nullptr;
  const result r = driver_.MallocAsync(&memory, bytes, stream);
  if (r == error_out_of_memory)
    fail(errc::out_of_memory, "{} has no {} bytes of device memory left", properties_.describe(),
         bytes);
  check(r, "allocation of memory");
  return memory;
}

void hip_backend::free_in_order(void *memory, void *stream) noexcept {
  if (driver_.MallocAsync && driver_.FreeAsync)
    driver_.FreeAsync(memory, stream);
  else
    driver_.Free(memory);
}

std::size_t hip_backend::free_memory() {
  enter();
  std::size_t unused = 0, total = 0;
  check(driver_.MemGetInfo(&unused, &total), "hipMemGetInfo");
  return unused;
}

bool hip_backend::enable_peer(device_backend &peer) {
  const int other = static_cast<hip_backend &>(peer).device_;
  int possible = 0;
  check(driver_.DeviceCanAccessPeer(&possible, device_, other), "hipDeviceCanAccessPeer");
  if (!possible)
    return false;
  enter();
  const result r = driver_.DeviceEnablePeerAccess(other, 0);
  if (r != error_peer_access_already_enabled)
    check(r, "hipDeviceEnablePeerAccess");
  return true;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *hip_backend::create_stream(int priority) {
  enter();
  int least = 0, greatest = 0; // greater priorities are smaller numbers; 0 is the usual one
  check(driver_.DeviceGetStreamPriorityRange(&least, &greatest), "hipDeviceGetStreamPriorityRange");
  stream_handle made = nullptr;
  check(driver_.StreamCreateWithPriority(&made, stream_default,
                                         priority < 0 ? least
                                         : priority   ? greatest
                                                      : 0),
        "hipStreamCreateWithPriority");
  return made;
}

void *hip_backend::setup_stream() {
  enter();
  std::call_once(setup_stream_made_, [this] {
    check(driver_.StreamCreateWithPriority(&setup_stream_, stream_non_blocking, 0),
          "hipStreamCreateWithPriority");
  });
  return setup_stream_;
}

void hip_backend::destroy_stream(void *stream) noexcept { driver_.StreamDestroy(stream); }

void hip_backend::call(void *stream, void (*function)(void *), void *data) {
  enter();
  check(driver_.LaunchHostFunc(stream, function, data), "hipLaunchHostFunc");
}

void hip_backend::begin_capture(void *stream) {
  enter();
  check(driver_.StreamBeginCapture(stream, capture_mode_relaxed), "hipStreamBeginCapture");
}

void *hip_backend::end_capture(void *stream) {
  enter();
  graph_handle graph = nullptr;
  graph_exec_handle made = nullptr;
  check(driver_.StreamEndCapture(stream, &graph), "hipStreamEndCapture");
  const result r = driver_.GraphInstantiate(&made, graph, nullptr, nullptr, 0);
  driver_.GraphDestroy(graph);
  check(r, "hipGraphInstantiate");
  return made;
}

bool hip_backend::capturing(void *stream) {
  enter();
  int state = 0; // 0: it is not
  check(driver_.StreamIsCapturing(stream, &state), "hipStreamIsCapturing");
  return state != 0;
}

void hip_backend::launch_graph(void *graph, void *stream) {
  enter();
  check(driver_.GraphLaunch(graph, stream), "hipGraphLaunch");
}

void hip_backend::destroy_graph(void *graph) noexcept { driver_.GraphExecDestroy(graph); }

void *hip_backend::create_event() {
  enter();
  event_handle made = nullptr;
  check(driver_.EventCreateWithFlags(&made, event_default), "hipEventCreateWithFlags");
  return made;
}

void hip_backend::destroy_event(void *event) noexcept { driver_.EventDestroy(event); }

void hip_backend::record(void *event, void *stream) {
  enter();
  check(driver_.EventRecord(event, stream), "hipEventRecord");
}

void hip_backend::wait(void *stream, void *event) {
  enter();
  check(driver_.StreamWaitEvent(stream, event, 0), "hipStreamWaitEvent");
}

void hip_backend::synchronize_event(void *event) {
  enter();
  check(driver_.EventSynchronize(event), "work on the device");
}

bool hip_backend::event_ready(void *event) {
  enter();
  const result r = driver_.EventQuery(event);
  if (r == error_not_ready)
    return false;
  check(r, "work on the device");
  return true;
}

float hip_backend::elapsed_ms(void *from, void *to) {
  enter();
  float ms = 0;
  check(driver_.EventElapsedTime(&ms, from, to), "hipEventElapsedTime");
  return ms;
}

} // namespace

backend_devices find_hip_devices() {
  static api &driver = *new api;
  backend_devices found;
  if (const std::string problem = driver.load(); !problem.empty()) {
    found.note = "the HIP runtime library " + problem;
    return found;
  }
  int count = 0;
  result r = driver.Init(0);
  if (r == success)
    r = driver.GetDeviceCount(&count);
  if (r != success || count == 0) {
    found.note =
        "HIP finds no device" + (r == success ? std::string() : ": " + describe_error(driver, r));
    return found;
  }
  try {
    for (int i = 0; i < count; ++i)
      found.devices.push_back(std::make_unique<hip_backend>(driver, i));
  } catch (const failure &error) {
    found.note = error.message;
  }
  return found;
}

} // namespace gpu::detail
