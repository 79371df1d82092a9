//===- launch.cpp - Checking, staging and enqueuing a launch ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cooperative.hpp"
#include "device_state.hpp"
#include "failure.hpp"
#include "memory_check.hpp"

#include <gpu/detail/grid_state.hpp>

#include <algorithm>
#include <limits>

namespace gpu::detail {
namespace {

std::string describe_extent(const unsigned (&extent)[3]) {
  if (extent[1] == 1 && extent[2] == 1)
    return fmt::format("{}", extent[0]);
  return fmt::format("{} x {} x {}", extent[0], extent[1], extent[2]);
}

/// Product of an extent; the largest value where that does not fit.
std::size_t count(const unsigned (&extent)[3]) {
  std::size_t product = 1;
  for (const unsigned n : extent)
    if (__builtin_mul_overflow(product, std::size_t{n}, &product))
      return std::numeric_limits<std::size_t>::max();
  return product;
}

/// Host and device code must have laid the parameters out alike.
void check_layout(const launch_request &request, const kernel &kernel) {
  if (request.param_count != kernel.param_count)
    fail(errc::layout_mismatch,
         "the host passes {} arguments, the device code has {} parameters; the program was linked "
         "from objects of different sources, so build it again",
         request.param_count, kernel.param_count);
  for (unsigned i = 0; i < request.param_count; ++i) {
    const launch_arg &host = request.params[i];
    const kernel_param &device = kernel.params[i];
    if (host.offset != device.offset || host.size != device.size)
      fail(errc::layout_mismatch,
           "parameter {} has {} bytes at offset {} on the host, but {} bytes at offset {} on the "
           "device; its type must not depend on the side that compiles it",
           i + 1, host.size, host.offset, device.size, device.offset);
  }
}

void check_axes(const char *what, const unsigned (&extent)[3], const unsigned (&most)[3]) {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (extent[axis] > most[axis])
      fail(errc::invalid_launch, "{} {} along {} are more than the device's {}", extent[axis], what,
           "xyz"[axis], most[axis]);
}

void check_block(const launch_request &request, const loaded_kernel &kernel,
                 const device_properties &device) {
  const std::size_t threads = count(request.threads);
  if (threads == 0)
    fail(errc::invalid_launch, "a block needs at least one thread");
  if (kernel.entry->max_threads && threads > kernel.entry->max_threads)
    fail(errc::invalid_launch,
         "{} threads a block are more than the {} of the kernel's [[gpu::launch_bounds]]", threads,
         kernel.entry->max_threads);
  if (threads > device.max_threads_per_block)
    fail(errc::invalid_launch, "{} threads a block are more than the device's {}", threads,
         device.max_threads_per_block);
  check_axes("threads", request.threads, device.max_block);
  if (kernel.function.max_threads && threads > kernel.function.max_threads)
    fail(errc::invalid_launch,
         "{} threads a block are more than the {} that the kernel's registers allow; use a smaller "
         "block or [[gpu::launch_bounds({})]]",
         threads, kernel.function.max_threads, threads);
}

void check_grid(const launch_request &request, const device_properties &device) {
  check_axes("blocks", request.blocks, device.max_grid);
  for (unsigned axis = 0; device.max_grid_threads && axis < 3; ++axis)
    if (std::size_t{request.blocks[axis]} * request.threads[axis] > device.max_grid_threads)
      fail(errc::invalid_launch, "{} threads of the grid along {} are more than the device's {}",
           std::size_t{request.blocks[axis]} * request.threads[axis], "xyz"[axis],
           device.max_grid_threads);
}

void check_shared(const launch_request &request, const loaded_kernel &kernel,
                  const device_properties &device) {
  const std::size_t fixed = kernel.function.static_shared_bytes;
  if (fixed > device.max_shared_bytes || request.shared_bytes > device.max_shared_bytes - fixed)
    fail(errc::invalid_launch,
         "{} bytes of dynamic and {} of static shared memory are more than the device's {} a block",
         request.shared_bytes, fixed, device.max_shared_bytes);
}

void check_per_thread(const launch_request &request) {
  for (unsigned i = 0; i < request.param_count; ++i) {
    if (!request.params[i].per_thread)
      continue;
    const std::size_t elements = request.params[i].per_thread - 1;
    if (request.blocks[1] != 1 || request.blocks[2] != 1 || request.threads[1] != 1 ||
        request.threads[2] != 1)
      fail(errc::invalid_launch,
           "argument {} is a gpu::per_thread, whose elements go to threads by x alone; use one "
           "dimension",
           i + 1);
    if (std::size_t{request.blocks[0]} * request.threads[0] > elements)
      fail(
          errc::invalid_launch,
          "argument {} has {} elements for {} threads; launch as many threads as elements, or pass "
          "a std::span and compare the index with its size",
          i + 1, elements, std::size_t{request.blocks[0]} * request.threads[0]);
  }
}

void check_arguments(const launch_request &request, const device_properties &device) {
  if (device.max_args_bytes && request.args_size > device.max_args_bytes)
    fail(errc::invalid_launch,
         "{} bytes of arguments are more than the {} that the device and its driver take; pass a "
         "pointer to device memory that holds them",
         request.args_size, device.max_args_bytes);
}

/// Finds arguments that refer to memory that kernels cannot read: stages them in a blocking launch,
/// refuses them in a stream.
void stage(const launch_request &request, device_state &device, staged_launch &staged) {
  const device_properties &properties = device.backend().properties();
  if (!properties.separate_memory)
    return;
  for (unsigned i = 0; i < request.param_count; ++i) {
    const launch_arg &arg = request.params[i];
    if (arg.kind == arg_value || !arg.bytes)
      continue;
    const reach found = find_reach(device, arg.data);
    if (found == reach::other_device)
      fail_other_device(fmt::format("argument {}", i + 1), arg.data);
    if (found == reach::followed ||
        (properties.reads_host_memory && (request.stream || arg.kind == arg_opaque)))
      continue;
    if (arg.kind == arg_opaque)
      fail(errc::host_memory,
           "argument {} refers to host memory with elements that cannot be copied as bytes; keep "
           "them in a container with gpu::managed_allocator",
           i + 1);
    if (request.stream)
      fail(errc::host_memory,
           "argument {} refers to ordinary host memory, which a stream cannot use; pass a "
           "gpu::buffer or memory of gpu::pinned_allocator or gpu::managed_allocator, or use the "
           "blocking gpu::launch",
           i + 1);
    staged.add(arg);
  }
}

void enqueue(const launch_request &request, device_state &device, const loaded_kernel &kernel,
             const launch_shape &shape) {
  const packed_args args{static_cast<unsigned char *>(request.args), request.args_size,
                         {kernel.entry->params, kernel.entry->param_count}};
  void *const stream = request.stream ? request.stream->handle : nullptr;
  const auto launch = [&] { device.backend().launch(kernel.function, shape, args, stream); };
  if (!kernel.function.grid)
    return launch();
  if (!stream)
    device.settle(); // zeroing waits
  graph_state *const graph = request.stream ? device.captured(*request.stream) : nullptr;
  (graph ? graph->cooperative : device.cooperative()).run(stream, [&] {
    device.backend().fill_zero(kernel.function.grid, sizeof(grid_state), stream);
    launch();
  });
}

/// As `enqueue`, of a kernel that will run now.
void start(const launch_request &request, device_state &device, const loaded_kernel &kernel,
           const launch_shape &shape) {
  if (!kernel.has_services)
    return enqueue(request, device, kernel, shape);
  device.kernel_started();
  try {
    enqueue(request, device, kernel, shape);
  } catch (...) {
    device.kernels_finished(1);
    throw;
  }
}

void launch_blocking(const launch_request &request, device_state &device,
                     const loaded_kernel &kernel, const launch_shape &shape) {
  const auto lane = device.blocking_lane();
  staged_launch staged(device.staging(), device.backend());
  stage(request, device, staged);
  if (staged.any())
    device.settle();
  staged.copy_in(request.args);
  start(request, device, kernel, shape);
  device.wait_for(kernel.has_services ? 1 : 0, [&] { device.wait_for_stream(nullptr); });
  staged.copy_out();
  device.failures().throw_if_any();
  services::exit_if_requested();
}

void launch_in_stream(const launch_request &request, device_state &device,
                      const loaded_kernel &kernel, const launch_shape &shape) {
  stream_state &stream = *request.stream;
  staged_launch none(device.staging(), device.backend());
  stage(request, device, none);
  if (graph_state *const graph = device.captured(stream)) {
    enqueue(request, device, kernel, shape);
    graph->last_kernel = kernel.entry;
    graph->last_shape = shape;
    graph->service_kernels += kernel.has_services;
    return;
  }
  note_kernel(stream, *kernel.entry, shape);
  start(request, device, kernel, shape);
  if (kernel.has_services)
    ++stream.service_kernels;
}

std::string describe_request(const launch_request &request) {
  std::string text = fmt::format("{} blocks of {} threads", describe_extent(request.blocks),
                                 describe_extent(request.threads));
  if (request.shared_bytes)
    text += fmt::format(", {} bytes of dynamic shared memory", request.shared_bytes);
  return text;
}

void checked_launch(const launch_request &request, device_state &device,
                    const loaded_kernel &kernel) {
  check_layout(request, *kernel.entry);
  if (count(request.blocks) == 0)
    return;
  const device_properties &properties = device.backend().properties();
  check_block(request, kernel, properties);
  check_grid(request, properties);
  check_shared(request, kernel, properties);
  check_per_thread(request);
  check_arguments(request, properties);
  check_pointers(request, *kernel.entry, device);
  launch_shape shape{};
  std::copy_n(request.blocks, 3, shape.blocks);
  std::copy_n(request.threads, 3, shape.threads);
  shape.dynamic_shared_bytes = static_cast<unsigned>(request.shared_bytes);
  shape.cooperative = request.cooperative;
  check_cooperative(device.backend(), *kernel.entry, kernel.function, shape);
  if (request.stream)
    launch_in_stream(request, device, kernel, shape);
  else
    launch_blocking(request, device, kernel, shape);
}

} // namespace

std::string describe(const launch_shape &shape) {
  launch_request request{};
  std::copy_n(shape.blocks, 3, request.blocks);
  std::copy_n(shape.threads, 3, request.threads);
  request.shared_bytes = shape.dynamic_shared_bytes;
  return describe_request(request);
}

void launch(const launch_request &request, device_state &device) {
  const loaded_kernel kernel = device.find(request.host_function);
  try {
    checked_launch(request, device, kernel);
  } catch (failure &error) {
    error.kernel = kernel.entry->name;
    error.message =
        fmt::format("kernel '{}' with {} on {}: {}", kernel.entry->name, describe_request(request),
                    device.name(), error.message);
    throw;
  }
}

} // namespace gpu::detail
