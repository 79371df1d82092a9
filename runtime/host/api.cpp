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
#include "allocations.hpp"
#include "device_state.hpp"
#include "failure.hpp"
#include "memory_check.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace gpu::detail;

const char gpu::detail::interface_is_linked = 0;

namespace {

/// Runs `body` with a device, which errors name then; not if the device is lost.
template <class Body> void on(device_state &device, Body body) {
  device.throw_if_lost();
  try {
    body(device);
  } catch (failure &error) {
    error.device = device.name();
    device.note_loss(error);
    throw;
  }
}

/// As an extern "C" function does; null for the calling thread's device.
template <class Body> status guarded_on(device_state *device, Body body) {
  return guarded([&] { on(device ? *device : current_device_state(), body); });
}

device_description describe_device(device_state &device) {
  const device_properties &p = device.backend().properties();
  return {&device,
          p.backend.c_str(),
          p.name.c_str(),
          p.arch.c_str(),
          p.index,
          p.warp_size,
          p.max_threads_per_block,
          p.multiprocessors,
          p.memory_bytes,
          p.max_shared_bytes};
}

std::vector<device_description> describe_all_devices() {
  std::vector<device_description> all;
  const locked_inventory present = all_devices();
  for (unsigned id = 0; id < backend_count; ++id)
    for (const auto &device : present.inventory.of(static_cast<backend_id>(id)).devices)
      all.push_back(describe_device(state_of(*device)));
  return all;
}

/// One side of a copy.
struct copy_side {
  explicit copy_side(const void *memory) : memory(memory), known(allocations().find(memory)) {}

  const void *memory;
  std::optional<allocation> known;

  /// Whether it is a device's: drivers return early from a copy between two such.
  bool is_device(device_state &device) const {
    return known ? known->kind != memory_pinned
                 : device.backend().device_sees(memory) == sight_device;
  }
};

/// The device that copies: the one whose own memory a side is.
device_state &copying_device(const copy_side &to, const copy_side &from) {
  device_state *named = nullptr;
  for (const copy_side *side : {&to, &from})
    if (const auto &known = side->known;
        known && (!named || known->device->backend().properties().separate_memory))
      named = known->device;
  return named ? *named : current_device_state();
}

void copy_blocking(const copy_side &to, const copy_side &from, std::size_t bytes) {
  on(copying_device(to, from), [&](device_state &device) {
    const auto lane = device.blocking_lane();
    device.settle();
    device.backend().copy(const_cast<void *>(to.memory), from.memory, bytes, nullptr);
    if (from.is_device(device) && to.is_device(device))
      device.wait_for_stream(nullptr);
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

status __gpuc_launch(const launch_request *request) {
  return guarded_on(request->stream ? &request->stream->device : nullptr,
                    [&](device_state &device) { launch(*request, device); });
}

status __gpuc_kernel_facts(device_state *device, const void *host_function, kernel_facts *facts) {
  return guarded_on(device, [&](device_state &d) {
    const loaded_kernel kernel = d.find(host_function);
    const device_function &f = kernel.function;
    *facts = {f.registers, most_threads(d.backend().properties(), *kernel.entry, f),
              f.static_shared_bytes, f.local_bytes};
  });
}

status __gpuc_kernel_occupancy(device_state *device, const void *host_function,
                               std::size_t threads, std::size_t dynamic_shared_bytes,
                               unsigned *blocks) {
  return guarded_on(device, [&](device_state &d) {
    const loaded_kernel kernel = d.find(host_function);
    if (threads == 0)
      fail(gpu::errc::invalid_argument, "a block needs at least one thread");
    *blocks = resident_blocks(d.backend(), *kernel.entry, kernel.function, threads,
                              dynamic_shared_bytes);
  });
}

status __gpuc_synchronize(device_state *device) {
  return guarded_on(device, [](device_state &d) { d.synchronize(); });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

status __gpuc_allocate(device_state *device, stream_state *stream, unsigned kind,
                       std::size_t bytes, void **memory) {
  return guarded_on(stream ? &stream->device : device, [&](device_state &d) {
    *memory = nullptr;
    if (!bytes)
      return;
    stream_state *const order = kind == memory_device ? stream : nullptr;
    if (order && d.captured(*order))
      fail(gpu::errc::invalid_argument,
           "memory cannot be allocated in the order of a stream that is captured; allocate it "
           "before, and let it live as long as the graph");
    *memory = order ? d.backend().allocate_in_order(bytes, order->handle)
                    : d.backend().allocate(static_cast<memory_kind>(kind), bytes);
    allocations().add(*memory, {&d, static_cast<memory_kind>(kind), bytes, order});
  });
}

void __gpuc_free(void *memory) {
  if (!memory)
    return;
  const auto known = allocations().remove(memory);
  if (!known) {
    std::fprintf(stderr, "gpu: %p is freed, but was not allocated, or is free already\n", memory);
    std::abort();
  }
  known->device->free(*known, memory);
}

status __gpuc_copy(void *to, const void *from, std::size_t bytes, stream_state *stream) {
  if (!bytes)
    return 0;
  if (!stream)
    return guarded([&] { copy_blocking(copy_side(to), copy_side(from), bytes); });
  return guarded_on(&stream->device, [&](device_state &d) {
    device_backend &device = d.backend();
    if (device.properties().separate_memory &&
        (!device.device_sees(to) || !device.device_sees(from)))
      fail(gpu::errc::host_memory,
           "a stream cannot copy ordinary host memory; use memory of gpu::pinned_allocator or "
           "gpu::managed_allocator, or a gpu::buffer's copy_to and copy_from");
    device.copy(to, from, bytes, stream->handle);
  });
}

status __gpuc_fill_zero(void *memory, std::size_t bytes, stream_state *stream) {
  if (!bytes)
    return 0;
  if (stream)
    return guarded_on(&stream->device, [&](device_state &device) {
      device.backend().fill_zero(memory, bytes, stream->handle);
    });
  return guarded([&] {
    on(copying_device(copy_side(memory), copy_side(memory)), [&](device_state &device) {
      const auto lane = device.blocking_lane();
      device.settle();
      device.backend().fill_zero(memory, bytes, nullptr);
    });
  });
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

status __gpuc_stream_create(device_state *device, int priority, stream_state **stream) {
  return guarded_on(device, [&](device_state &d) {
    auto made = std::make_unique<stream_state>(d, d.backend().create_stream(priority), false);
    d.add_stream(made.get());
    *stream = made.release();
  });
}

status __gpuc_stream_adopt(device_state *device, void *native, stream_state **stream) {
  return guarded_on(device, [&](device_state &d) {
    auto made = std::make_unique<stream_state>(d, d.backend().adopt_stream(native), true);
    d.add_stream(made.get());
    *stream = made.release();
  });
}

void *__gpuc_stream_native(stream_state *stream) {
  return stream->device.backend().native_stream(stream->handle);
}

void __gpuc_stream_destroy(stream_state *stream) {
  device_state &device = stream->device;
  (void)guarded_on(&device, [&](device_state &) { synchronize(*stream); });
  allocations().forget(*stream);
  device.remove_stream(stream);
  if (stream->adopted)
    device.backend().release_adopted(stream->handle);
  else if (!device.lost())
    device.backend().destroy_stream(stream->handle);
  delete stream;
}

status __gpuc_stream_synchronize(stream_state *stream) {
  return guarded_on(&stream->device, [&](device_state &) { synchronize(*stream); });
}

status __gpuc_stream_query(stream_state *stream, int *ready) {
  return guarded_on(&stream->device, [&](device_state &device) {
    *ready = device.backend().ready(stream->handle);
  });
}

status __gpuc_stream_call(stream_state *stream, void (*run)(void *), void *data,
                          void (*destroy)(void *)) {
  const auto free = [destroy](void *owned) { destroy(owned); };
  std::unique_ptr<void, decltype(free)> owner(data, free);
  return guarded_on(&stream->device, [&](device_state &device) {
    if (graph_state *const graph = device.captured(*stream)) {
      graph->callbacks.push_back({run, data, destroy});
      owner.release();
      device.backend().call(stream->handle, run, data);
      return;
    }
    auto once = std::make_unique<graph_state::callback>(run, data, destroy);
    device.backend().call(
        stream->handle,
        [](void *p) {
          const std::unique_ptr<graph_state::callback> c(static_cast<graph_state::callback *>(p));
          c->run(c->data);
          c->destroy(c->data);
        },
        once.get());
    once.release();
    owner.release();
  });
}

status __gpuc_stream_wait(stream_state *stream, event_state *event) {
  return guarded_on(&stream->device, [&](device_state &device) {
    // Drivers know events of their own devices only.
    if (event->device.backend().properties().backend == device.backend().properties().backend)
      device.backend().wait(stream->handle, event->handle);
    else
      on(event->device, [&](device_state &other) { other.wait_for_event(event->handle); });
  });
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

status __gpuc_capture_begin(stream_state *stream) {
  return guarded_on(&stream->device, [&](device_state &d) { d.begin_capture(*stream); });
}

status __gpuc_capture_end(stream_state *stream, graph_state **graph) {
  return guarded_on(&stream->device, [&](device_state &device) {
    auto made = device.end_capture(*stream);
    if (graph)
      *graph = made.release();
  });
}

status __gpuc_graph_launch(graph_state *graph, stream_state *stream) {
  return guarded_on(&stream->device, [&](device_state &) { launch(*graph, *stream); });
}

void __gpuc_graph_destroy(graph_state *graph) { delete graph; }

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

status __gpuc_event_create(device_state *device, event_state **event) {
  return guarded_on(device, [&](device_state &d) {
    *event = new event_state{d, d.backend().create_event()};
  });
}

void __gpuc_event_destroy(event_state *event) {
  if (!event->device.lost())
    event->device.backend().destroy_event(event->handle);
  delete event;
}

status __gpuc_event_record(event_state *event, stream_state *stream) {
  return guarded_on(&event->device, [&](device_state &device) {
    if (&stream->device != &device)
      fail(gpu::errc::invalid_argument, "an event of {} cannot be recorded in a stream of {}",
           device.name(), stream->device.name());
    device.backend().record(event->handle, stream->handle);
  });
}

status __gpuc_event_synchronize(event_state *event) {
  return guarded_on(&event->device, [&](device_state &device) {
    device.wait_for_event(event->handle);
    device.drain();
  });
}

status __gpuc_event_query(event_state *event, int *ready) {
  return guarded_on(&event->device, [&](device_state &device) {
    *ready = device.backend().event_ready(event->handle);
  });
}

status __gpuc_event_elapsed(event_state *from, event_state *to, float *milliseconds) {
  return guarded_on(&to->device, [&](device_state &device) {
    if (&from->device != &device)
      fail(gpu::errc::invalid_argument, "events of {} and {} have no common clock",
           from->device.name(), device.name());
    device.wait_for_event(from->handle);
    device.wait_for_event(to->handle);
    *milliseconds = device.backend().elapsed_ms(from->handle, to->handle);
  });
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

status __gpuc_current_device(device_description *description) {
  return guarded_on(nullptr, [&](device_state &d) { *description = describe_device(d); });
}

void __gpuc_use_device(device_state *device) { use_device(*device); }

status __gpuc_devices(const device_description **devices, unsigned *count) {
  return guarded([&] {
    // Never destroyed: the list is the program's for good.
    static const std::vector<device_description> &all = *new std::vector(describe_all_devices());
    *devices = all.data();
    *count = static_cast<unsigned>(all.size());
  });
}

status __gpuc_device_memory(device_state *device, std::size_t *free, std::size_t *total) {
  return guarded_on(device, [&](device_state &d) {
    *free = d.backend().free_memory();
    *total = d.backend().properties().memory_bytes;
  });
}

status __gpuc_device_enable_peer(device_state *device, device_state *peer, int *possible) {
  return guarded_on(device, [&](device_state &d) {
    *possible = &d == peer || (d.backend().properties().backend ==
                                   peer->backend().properties().backend &&
                               d.backend().enable_peer(peer->backend()));
    if (*possible)
      allow_peer(d, *peer);
  });
}

status __gpuc_device_native(device_state *device, void **context) {
  return guarded_on(device, [&](device_state &d) { *context = d.backend().native_context(); });
}

const char *__gpuc_backend_note(const char *backend) {
  const locked_inventory present = all_devices();
  for (unsigned id = 0; id < backend_count; ++id)
    if (backend_name(static_cast<backend_id>(id)) == backend)
      return present.inventory.of(static_cast<backend_id>(id)).note.c_str();
  return "";
}
