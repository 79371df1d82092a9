//===- api.cpp - The extern "C" interface -----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What include/gpu/detail/runtime.hpp declares, except errors (failure.cpp).
//
//===----------------------------------------------------------------------===//
#include "device_state.hpp"
#include "failure.hpp"

using namespace gpu::detail;

namespace {

device_description describe_device(const device_properties &p) {
  return {p.backend.c_str(), p.name.c_str(), p.arch.c_str(),
          p.index,           p.warp_size,    p.max_threads_per_block,
          p.multiprocessors, p.memory_bytes, p.max_shared_bytes};
}

} // namespace

status __gpuc_launch(const launch_request *request) {
  return guarded([&] { launch(*request); });
}

status __gpuc_synchronize() {
  return guarded([] { current_device_state().synchronize(); });
}

status __gpuc_allocate(unsigned kind, std::size_t bytes, void **memory) {
  return guarded([&] {
    *memory = bytes
                  ? current_device_state().backend().allocate(static_cast<memory_kind>(kind), bytes)
                  : nullptr;
  });
}

void __gpuc_free(unsigned kind, void *memory) {
  if (memory) // then there is a device
    current_device_state().backend().free(static_cast<memory_kind>(kind), memory);
}

status __gpuc_copy(void *to, const void *from, std::size_t bytes, stream_state *stream) {
  return guarded([&] {
    if (!bytes)
      return;
    device_backend &device = stream ? stream->device.backend() : current_device_state().backend();
    if (stream && device.properties().separate_memory &&
        (!device.device_sees(to) || !device.device_sees(from)))
      fail(gpu::errc::host_memory,
           "a stream cannot copy ordinary host memory; use memory of gpu::pinned_allocator or "
           "gpu::managed_allocator, or a gpu::buffer's copy_to and copy_from");
    device.copy(to, from, bytes, stream ? stream->handle : nullptr);
  });
}

status __gpuc_fill_zero(void *memory, std::size_t bytes) {
  return guarded([&] {
    if (bytes)
      current_device_state().backend().fill_zero(memory, bytes);
  });
}

status __gpuc_stream_create(stream_state **stream) {
  return guarded([&] {
    device_state &device = current_device_state();
    auto made = std::make_unique<stream_state>(device, device.backend().create_stream());
    device.add_stream(made.get());
    *stream = made.release();
  });
}

void __gpuc_stream_destroy(stream_state *stream) {
  (void)guarded([&] { synchronize(*stream); });
  stream->device.remove_stream(stream);
  stream->device.backend().destroy_stream(stream->handle);
  delete stream;
}

status __gpuc_stream_synchronize(stream_state *stream) {
  return guarded([&] { synchronize(*stream); });
}

status __gpuc_stream_wait(stream_state *stream, event_state *event) {
  return guarded([&] { stream->device.backend().wait(stream->handle, event->handle); });
}

status __gpuc_event_create(event_state **event) {
  return guarded([&] {
    device_state &device = current_device_state();
    *event = new event_state{device, device.backend().create_event()};
  });
}

void __gpuc_event_destroy(event_state *event) {
  event->device.backend().destroy_event(event->handle);
  delete event;
}

status __gpuc_event_record(event_state *event, stream_state *stream) {
  return guarded([&] { event->device.backend().record(event->handle, stream->handle); });
}

status __gpuc_event_synchronize(event_state *event) {
  return guarded([&] {
    event->device.backend().synchronize_event(event->handle);
    event->device.drain();
  });
}

status __gpuc_event_query(event_state *event, int *ready) {
  return guarded([&] { *ready = event->device.backend().event_ready(event->handle); });
}

status __gpuc_event_elapsed(event_state *from, event_state *to, float *milliseconds) {
  return guarded([&] {
    device_backend &device = to->device.backend();
    device.synchronize_event(from->handle);
    device.synchronize_event(to->handle);
    *milliseconds = device.elapsed_ms(from->handle, to->handle);
  });
}

status __gpuc_current_device(device_description *device) {
  return guarded([&] { *device = describe_device(current_device_state().backend().properties()); });
}

unsigned __gpuc_devices(device_description *devices, unsigned capacity) {
  unsigned count = 0;
  const locked_inventory present = all_devices();
  for (unsigned id = 0; id < backend_count; ++id)
    for (const auto &device : present.inventory.of(static_cast<backend_id>(id)).devices) {
      if (count < capacity)
        devices[count] = describe_device(device->properties());
      ++count;
    }
  return count;
}

const char *__gpuc_backend_note(const char *backend) {
  const locked_inventory present = all_devices();
  for (unsigned id = 0; id < backend_count; ++id)
    if (backend_name(static_cast<backend_id>(id)) == backend)
      return present.inventory.of(static_cast<backend_id>(id)).note.c_str();
  return "";
}
