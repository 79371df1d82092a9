//===- cuda_backend.cpp - NVIDIA devices ------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cuda_backend.hpp"

#include "../heap.hpp"

#include <vector>

namespace gpu::detail {
namespace cuda {

bool is_lasting(result r) {
  switch (r) {
  case error_ecc_uncorrectable:
  case error_illegal_address:
  case error_launch_timeout:
  case error_context_is_destroyed:
  case error_assert:
  case error_external_device:
    return true;
  default:
    return r >= error_hardware_stack_error && r <= error_launch_failed;
  }
}

/// What to do about an error, "; ..."; empty where the error says enough.
static const char *remedy(result r) {
  switch (r) {
  case error_deinitialized:
    return "; the process ends and the driver has shut down: use the device before main returns or "
           "exit is called";
  case error_illegal_address:
    return ", or a stack overflow, for which GPUC_STACK_SIZE=bytes helps; compute-sanitizer finds "
           "the access";
  case error_launch_timeout:
    return "; the system allows kernels on a device with a display only seconds";
  default:
    return "";
  }
}

std::string describe_error(const api &driver, result r) {
  const char *name = nullptr, *text = nullptr;
  if (driver.GetErrorName(r, &name) != success || driver.GetErrorString(r, &text) != success)
    return fmt::format("CUDA error {}", r);
  return fmt::format("{}: {}{}{}", name, text, remedy(r),
                     is_lasting(r) ? "; the device cannot be used any more in this process" : "");
}

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
  p.cooperative_launch = get(attribute_cooperative_launch);
  p.max_shared_bytes = get(attribute_max_shared_memory_per_block_optin);
  p.separate_memory = !get(attribute_pageable_memory_access_uses_host_page_tables);
  p.reads_host_memory = get(attribute_pageable_memory_access);
  int driver_version = 0;
  check(driver_.DriverGetVersion(&driver_version), "cuDriverGetVersion");
  // The larger limit since Volta and CUDA 12.1.
  p.max_args_bytes = major_ >= 7 && driver_version >= 12010 ? 32764 : 4096;
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
  int options[] = {jit_error_log_buffer, jit_error_log_buffer_size_bytes, jit_generate_line_info};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log)), reinterpret_cast<void *>(1)};
  // Lines for debuggers and profilers, which the driver's compiler drops unless it is told.
  const bool has_lines = image.kind == image_ptx && mentions(image, "\t.loc\t");
  module_handle loaded = nullptr;
  const result r =
      driver_.ModuleLoadDataEx(&loaded, image.data, has_lines ? 3 : 2, options, values);
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
  check(driver_.CtxSetLimit(limit_stack_size, deep_stack_bytes()), "setting the stack size");
}

void cuda_backend::unload(void *loaded) noexcept {
  // Fails at exit, when the driver has gone.
  if (driver_.CtxSetCurrent(context_) == success)
    driver_.ModuleUnload(loaded);
}

device_function cuda_backend::find_function(void *loaded, const char *symbol) {
  enter();
  device_function f;
  const result r = driver_.ModuleGetFunction(&f.handle, loaded, symbol);
  if (r == error_not_found)
    fail(errc::bad_image, "the device image has no kernel '{}'; build the program again", symbol);
  check(r, "cuModuleGetFunction");
  const auto get = [&](int which) {
    int value = 0;
    check(driver_.FuncGetAttribute(&value, which, f.handle), "cuFuncGetAttribute");
    return static_cast<unsigned>(value);
  };
  f.max_threads = get(function_max_threads_per_block);
  f.static_shared_bytes = get(function_shared_size_bytes);
  f.registers = get(function_registers);
  f.local_bytes = get(function_local_size_bytes);
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
  enter();
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
  allow_dynamic_shared(function, shape.dynamic_shared_bytes);
  // Not as one buffer: ptxas aligns an over-aligned parameter by its address in the constant bank,
  // so that its offset differs from target to target.
  fmt::basic_memory_buffer<void *, 32> pointers;
  for (const kernel_param &param : args.params)
    pointers.push_back(args.data + param.offset);
  const auto &[bx, by, bz] = shape.blocks;
  const auto &[tx, ty, tz] = shape.threads;
  const unsigned shared = shape.dynamic_shared_bytes;
  const auto give = [&] {
    return shape.cooperative
               ? driver_.LaunchCooperativeKernel(function.handle, bx, by, bz, tx, ty, tz, shared,
                                                 stream, pointers.data())
               : driver_.LaunchKernel(function.handle, bx, by, bz, tx, ty, tz, shared, stream,
                                      pointers.data(), nullptr);
  };
  // To make the context current takes a tenth of a launch's time, and it nearly always is. Where it
  // is not, the driver refuses the function, which belongs to the context.
  result r = give();
  if (r == error_invalid_context || r == error_invalid_handle) {
    enter();
    r = give();
  }
  check(r, "the launch");
}

unsigned cuda_backend::resident_blocks(const device_function &function, unsigned threads,
                                       unsigned dynamic_shared_bytes) {
  enter();
  allow_dynamic_shared(function, dynamic_shared_bytes);
  int blocks = 0;
  check(driver_.OccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function.handle, static_cast<int>(threads), dynamic_shared_bytes),
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(blocks);
}

} // namespace cuda

using namespace cuda;

backend_devices find_cuda_devices() {
  static api &driver = *new api;
  backend_devices found;
  if (const std::string problem = driver.load(); !problem.empty()) {
    found.note = "the CUDA driver " + problem;
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
