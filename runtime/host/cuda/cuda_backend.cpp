//===- cuda_backend.cpp - NVIDIA devices ------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through the driver API, in the device's primary context, so that a program may
// use the CUDA runtime beside gpuc. The blocking lane is the legacy null stream,
// whose order with other streams is the one that backend.hpp asks for.
//
//===----------------------------------------------------------------------===//
#include "../backend.hpp"
#include "../failure.hpp"
#include "../heap.hpp"
#include "../image_match.hpp"
#include "cuda_api.hpp"

#include <cstdlib>
#include <mutex>
#include <string_view>
#include <map>

namespace gpu::detail {
namespace {

using namespace cuda;

std::string describe_error(const api &driver, result r) {
  const char *name = nullptr, *text = nullptr;
  if (driver.GetErrorName(r, &name) != success || driver.GetErrorString(r, &text) != success)
    return fmt::format("CUDA error {}", r);
  // Faults of a kernel (illegal address, misaligned address, ...) leave the context unusable.
  if (r == error_illegal_address)
    return fmt::format("{}: {}, or a stack overflow, for which GPUC_STACK_SIZE=bytes helps (the "
                       "device stays unusable in this process)",
                       name, text);
  const bool lasting = r == error_assert ||
                       (r >= error_hardware_stack_error && r <= error_launch_failed);
  return fmt::format("{}: {}{}", name, text,
                     lasting ? " (the device stays unusable in this process)" : "");
}

device_pointer to_device(const void *memory) { return reinterpret_cast<device_pointer>(memory); }
void *to_pointer(device_pointer memory) { return reinterpret_cast<void *>(memory); }

class cuda_backend final : public device_backend {
public:
  /// Throws `failure`.
  cuda_backend(const api &driver, int index);

  const device_properties &properties() const override { return properties_; }
  unsigned fitness(const image &image) const override {
    return nvidia_fitness(static_cast<image_kind>(image.kind), image.arch, major_, minor_);
  }

  void *load(const image &image) override;
  device_function find_function(void *loaded, const char *symbol) override;
  void *find_global(void *loaded, const char *symbol) override;
  void launch(const device_function &function, const launch_shape &shape, const packed_args &args,
              void *stream) override;
  void synchronize(void *stream) override;
  void synchronize_all() override;

  void *allocate(memory_kind kind, std::size_t bytes) override;
  void free(memory_kind kind, void *memory) noexcept override;
  bool device_sees(const void *memory) const override;
  void copy(void *to, const void *from, std::size_t bytes, void *stream) override;
  void fill_zero(void *memory, std::size_t bytes) override;
  bool can_commit(std::size_t &granularity) const override;
  void *reserve(std::size_t bytes) override;
  void commit(void *at, std::size_t bytes) override;

  void *create_stream() override;
  void destroy_stream(void *stream) noexcept override;
  void *create_event() override;
  void destroy_event(void *event) noexcept override;
  void record(void *event, void *stream) override;
  void wait(void *stream, void *event) override;
  void synchronize_event(void *event) override;
  bool event_ready(void *event) override;
  float elapsed_ms(void *from, void *to) override;

private:
  void check(result r, std::string_view what) const {
    if (r != success) [[unlikely]]
      fail(errc::driver, "{} failed with {}", what, describe_error(driver_, r));
  }
  int attribute(int which) const {
    int value = 0;
    check(driver_.DeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
    return value;
  }
  allocation_properties committed_memory() const {
    return {1, 0, {1, device_}, nullptr, {}}; // on this device, not to be shared
  }
  void fill_in_properties(int index);
  /// Makes the primary context, at first use since that takes a tenth of a second and some hundred
  /// megabytes, and makes it current in the calling thread.
  void enter() const;
  void allow_dynamic_shared(const device_function &function, unsigned bytes);
  void allow_deep_stacks();

  const api &driver_;
  device_id device_ = 0;
  unsigned major_ = 0, minor_ = 0;
  device_properties properties_;
  mutable std::once_flag context_made_;
  mutable context_handle context_ = nullptr;
  std::mutex mutex_; ///< of what follows
  std::map<function_handle, unsigned>
      allowed_shared_; ///< dynamic bytes, where over 48 KiB
};

cuda_backend::cuda_backend(const api &driver, int index) : driver_(driver) {
  check(driver_.DeviceGet(&device_, index), "cuDeviceGet");
  major_ = static_cast<unsigned>(attribute(attribute_compute_capability_major));
  minor_ = static_cast<unsigned>(attribute(attribute_compute_capability_minor));
  fill_in_properties(index);
}

void cuda_backend::fill_in_properties(int index) {
  device_properties &p = properties_;
  char name[256] = "";
  check(driver_.DeviceGetName(name, sizeof(name), device_), "cuDeviceGetName");
  check(driver_.DeviceTotalMem(&p.memory_bytes, device_), "cuDeviceTotalMem");
  const auto get = [this](int which) { return static_cast<unsigned>(attribute(which)); };
  p.backend = "cuda";
  p.name = name;
  p.arch = fmt::format("sm_{}{}", major_, minor_);
  p.index = static_cast<unsigned>(index);
  p.warp_size = get(attribute_warp_size);
  p.multiprocessors = get(attribute_multiprocessor_count);
  p.max_threads_per_block = get(attribute_max_threads_per_block);
  for (int axis = 0; axis < 3; ++axis) {
    p.max_block[axis] = get(attribute_max_block_dim_x + axis);
    p.max_grid[axis] = get(attribute_max_grid_dim_x + axis);
  }
  p.max_shared_bytes = get(attribute_max_shared_memory_per_block_optin);
  p.separate_memory = !get(attribute_pageable_memory_access_uses_host_page_tables);
}

void cuda_backend::enter() const {
  std::call_once(context_made_, [this] {
    check(driver_.DevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
  });
  check(driver_.CtxSetCurrent(context_), "cuCtxSetCurrent");
}

//===----------------------------------------------------------------------===//
// Images and launches
//===----------------------------------------------------------------------===//

void *cuda_backend::load(const image &image) {
  enter();
  char log[8192] = "";
  int options[] = {jit_error_log_buffer, jit_error_log_buffer_size_bytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  module_handle loaded = nullptr;
  const result r = driver_.ModuleLoadDataEx(&loaded, image.data, 2, options, values);
  if (r == success) {
    if (mentions(image, "__gpuc_unbounded_stack"))
      allow_deep_stacks();
    return loaded;
  }
  int version = 0;
  driver_.DriverGetVersion(&version);
  std::string_view detail(log);
  while (!detail.empty() && (detail.back() == '\n' || detail.back() == ' '))
    detail.remove_suffix(1);
  fail(errc::bad_image,
       "the driver, which is for CUDA {}.{}, refused the {} image for {} with {}{}{}; update the "
       "driver, or compile for an older target",
       version / 1000, version % 1000 / 10, image.kind == image_ptx ? "PTX" : "cubin", image.arch,
       describe_error(driver_, r), detail.empty() ? "" : ": ", detail);
}

/// Gives each thread more stack than the driver's 1024 bytes, for kernels whose need the compiler
/// cannot tell: with virtual functions or recursion.
void cuda_backend::allow_deep_stacks() {
  constexpr std::size_t default_bytes = 32 << 10;
  const char *const setting = std::getenv("GPUC_STACK_SIZE");
  const std::size_t bytes = setting && *setting ? parse_size_setting("GPUC_STACK_SIZE", setting)
                                                : default_bytes;
  check(driver_.CtxSetLimit(limit_stack_size, bytes), "setting the stack size");
}

device_function cuda_backend::find_function(void *loaded, const char *symbol) {
  enter();
  device_function f;
  const result r = driver_.ModuleGetFunction(&f.handle, loaded, symbol);
  if (r == error_not_found)
    fail(errc::bad_image, "the device image has no kernel '{}'; build the program again", symbol);
  check(r, "cuModuleGetFunction");
  int threads = 0, shared = 0;
  check(driver_.FuncGetAttribute(&threads, function_max_threads_per_block, f.handle),
        "cuFuncGetAttribute");
  check(driver_.FuncGetAttribute(&shared, function_shared_size_bytes, f.handle),
        "cuFuncGetAttribute");
  f.max_threads = static_cast<unsigned>(threads);
  f.static_shared_bytes = static_cast<std::size_t>(shared);
  return f;
}

void *cuda_backend::find_global(void *loaded, const char *symbol) {
  enter();
  device_pointer address = 0;
  std::size_t bytes = 0;
  const result r = driver_.ModuleGetGlobal(&address, &bytes, loaded, symbol);
  if (r == error_not_found)
    return nullptr;
  check(r, "cuModuleGetGlobal");
  return to_pointer(address);
}

void cuda_backend::allow_dynamic_shared(const device_function &function, unsigned bytes) {
  constexpr unsigned always_allowed = 48 << 10;
  if (bytes + function.static_shared_bytes <= always_allowed)
    return;
  std::lock_guard lock(mutex_);
  unsigned &allowed = allowed_shared_[function.handle];
  if (bytes <= allowed)
    return;
  check(driver_.FuncSetAttribute(function.handle, function_max_dynamic_shared_size_bytes,
                                 static_cast<int>(bytes)),
        "cuFuncSetAttribute for dynamic shared memory");
  allowed = bytes;
}

void cuda_backend::launch(const device_function &function, const launch_shape &shape,
                          const packed_args &args, void *stream) {
  enter();
  allow_dynamic_shared(function, shape.dynamic_shared_bytes);
  // Not as one buffer: ptxas aligns an over-aligned parameter by its address in the constant bank,
  // so that its offset differs from target to target.
  std::vector<void *> pointers;
  pointers.reserve(args.params.size());
  for (const kernel_param &param : args.params)
    pointers.push_back(args.data + param.offset);
  check(driver_.LaunchKernel(function.handle, shape.blocks[0], shape.blocks[1], shape.blocks[2],
                             shape.threads[0], shape.threads[1], shape.threads[2],
                             shape.dynamic_shared_bytes, stream, pointers.data(), nullptr),
        "the launch");
}

void cuda_backend::synchronize(void *stream) {
  enter();
  check(driver_.StreamSynchronize(stream), "work on the device");
}

void cuda_backend::synchronize_all() {
  enter();
  check(driver_.CtxSynchronize(), "work on the device");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *cuda_backend::allocate(memory_kind kind, std::size_t bytes) {
  enter();
  device_pointer memory = 0;
  void *host = nullptr;
  result r = success;
  switch (kind) {
  case memory_device:
    r = driver_.MemAlloc(&memory, bytes);
    break;
  case memory_shared:
  case memory_managed:
    r = driver_.MemAllocManaged(&memory, bytes, mem_attach_global);
    // Advice: where the device cannot take it, the memory works all the same.
    if (r == success && kind == memory_shared)
      driver_.MemAdvise(memory, bytes, mem_advise_set_preferred_location, device_);
    break;
  case memory_pinned:
    r = driver_.MemHostAlloc(&host, bytes, mem_host_alloc_portable | mem_host_alloc_device_map);
    memory = to_device(host);
    break;
  }
  if (r == error_out_of_memory)
    fail(errc::out_of_memory, "{} has no {} bytes of {} memory left", properties_.describe(), bytes,
         kind == memory_pinned ? "pinned host" : "device");
  check(r, "allocation of memory");
  return to_pointer(memory);
}

void cuda_backend::free(memory_kind kind, void *memory) noexcept {
  // Errors are those of kernels before, which synchronisation reports, or say that the driver is
  // gone, at exit.
  if (driver_.CtxSetCurrent(context_) != success)
    return;
  if (kind == memory_pinned)
    driver_.MemFreeHost(memory);
  else
    driver_.MemFree(to_device(memory));
}

bool cuda_backend::device_sees(const void *memory) const {
  if (!properties_.separate_memory)
    return true;
  enter();
  // The plural form: asked of ordinary host memory, the other one fails, and tools report that.
  unsigned type = 0;
  int attribute = pointer_attribute_memory_type;
  void *value = &type;
  return driver_.PointerGetAttributes(1, &attribute, &value, to_device(memory)) == success &&
         type != 0;
}

void cuda_backend::copy(void *to, const void *from, std::size_t bytes, void *stream) {
  enter();
  check(stream ? driver_.MemcpyAsync(to_device(to), to_device(from), bytes, stream)
               : driver_.Memcpy(to_device(to), to_device(from), bytes),
        "a copy of memory");
  // Between two places that the device sees cuMemcpy may return early.
  if (!stream && device_sees(to) && device_sees(from))
    check(driver_.StreamSynchronize(nullptr), "a copy of memory");
}

void cuda_backend::fill_zero(void *memory, std::size_t bytes) {
  enter();
  check(driver_.MemsetD8(to_device(memory), 0, bytes), "clearing memory");
  check(driver_.StreamSynchronize(nullptr), "clearing memory");
}

bool cuda_backend::can_commit(std::size_t &granularity) const {
  enter();
  constexpr int minimum = 0;
  const allocation_properties memory = committed_memory();
  return driver_.MemGetAllocationGranularity && driver_.MemAddressReserve && driver_.MemCreate &&
         driver_.MemMap && driver_.MemUnmap && driver_.MemSetAccess && driver_.MemRelease &&
         attribute(attribute_virtual_memory_management_supported) &&
         driver_.MemGetAllocationGranularity(&granularity, &memory, minimum) == success;
}

void *cuda_backend::reserve(std::size_t bytes) {
  enter();
  device_pointer range = 0;
  return driver_.MemAddressReserve(&range, bytes, 0, 0, 0) == success ? to_pointer(range) : nullptr;
}

void cuda_backend::commit(void *at, std::size_t bytes) {
  enter();
  const allocation_properties memory = committed_memory();
  allocation_handle handle = 0;
  const result r = driver_.MemCreate(&handle, bytes, &memory, 0);
  if (r == error_out_of_memory)
    fail(errc::out_of_memory, "{} has no {} bytes of device memory left", properties_.describe(),
         bytes);
  check(r, "cuMemCreate");
  const result mapped = driver_.MemMap(to_device(at), bytes, 0, handle, 0);
  driver_.MemRelease(handle); // it lives on while it is mapped
  check(mapped, "cuMemMap");
  const access_description access = {memory.location, 3};
  const result set = driver_.MemSetAccess(to_device(at), bytes, &access, 1);
  if (set != success)
    driver_.MemUnmap(to_device(at), bytes);
  check(set, "cuMemSetAccess");
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *cuda_backend::create_stream() {
  enter();
  stream_handle made = nullptr;
  check(driver_.StreamCreate(&made, stream_default), "cuStreamCreate");
  return made;
}

void cuda_backend::destroy_stream(void *stream) noexcept {
  if (driver_.CtxSetCurrent(context_) == success)
    driver_.StreamDestroy(stream);
}

void *cuda_backend::create_event() {
  enter();
  event_handle made = nullptr;
  check(driver_.EventCreate(&made, event_default), "cuEventCreate");
  return made;
}

void cuda_backend::destroy_event(void *event) noexcept {
  if (driver_.CtxSetCurrent(context_) == success)
    driver_.EventDestroy(event);
}

void cuda_backend::record(void *event, void *stream) {
  enter();
  check(driver_.EventRecord(event, stream), "cuEventRecord");
}

void cuda_backend::wait(void *stream, void *event) {
  enter();
  check(driver_.StreamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
}

void cuda_backend::synchronize_event(void *event) {
  enter();
  check(driver_.EventSynchronize(event), "work on the device");
}

bool cuda_backend::event_ready(void *event) {
  enter();
  const result r = driver_.EventQuery(event);
  if (r == error_not_ready)
    return false;
  check(r, "work on the device");
  return true;
}

float cuda_backend::elapsed_ms(void *from, void *to) {
  enter();
  float ms = 0;
  check(driver_.EventElapsedTime(&ms, from, to), "cuEventElapsedTime");
  return ms;
}

} // namespace

backend_devices find_cuda_devices() {
  static api &driver = *new api;
  backend_devices found;
  if (const std::string problem = driver.load(); !problem.empty()) {
    found.note = "the CUDA driver cannot be loaded: " + problem;
    return found;
  }
  int count = 0;
  result r = driver.Init(0);
  if (r == success)
    r = driver.DeviceGetCount(&count);
  if (r != success || count == 0) {
    found.note = "the CUDA driver finds no device" +
                 (r == success ? std::string() : ": " + describe_error(driver, r));
    return found;
  }
  try {
    for (int i = 0; i < count; ++i)
      found.devices.push_back(std::make_unique<cuda_backend>(driver, i));
  } catch (const failure &error) {
    found.note = error.message;
  }
  return found;
}

} // namespace gpu::detail
