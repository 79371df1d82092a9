//===- traced_backend.cpp - A device that is traced -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "traced_backend.hpp"

#include "cpu/executor.hpp"
#include "device_state.hpp"
#include "failure.hpp"
#include "image_files.hpp"
#include "registry.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

namespace gpu::detail::trace {

/// A function that a stream calls, and what its line says.
struct traced_call {
  void (*function)(void *);
  void *data;
  std::string place;
};

namespace {

/// All of this process. Never destroyed, as devices may be used until it ends.
struct all_traced {
  std::mutex mutex;
  std::vector<std::unique_ptr<traced_backend>> devices;
};

all_traced &all() {
  static all_traced &only = *new all_traced;
  return only;
}

std::atomic<std::size_t> last_flow = 0;

const char *kind_name(unsigned kind) {
  switch (kind) {
  case image_ptx:
    return "PTX";
  case image_cubin:
    return "cubin";
  case image_amdgcn:
    return "code object";
  default:
    return "code";
  }
}

const char *memory_name(memory_kind kind) {
  switch (kind) {
  case memory_shared:
    return "device memory that the host sees";
  case memory_managed:
    return "managed memory";
  case memory_pinned:
    return "pinned host memory";
  default:
    return "device memory";
  }
}

/// The source that an image was compiled from, or the file that it was read from.
std::string origin(const image &image) {
  if (const std::string *file = image_file_in_use())
    return fmt::format("from file '{}'", *file);
  for (const registered_module &m : registered_modules())
    if (std::greater_equal<>()(&image, m.data->images) &&
        std::less<>()(&image, m.data->images + m.data->image_count))
      return fmt::format("of {}", m.data->source);
  return "of this program";
}

void run_traced(const traced_call &call) {
  span s{"call", "host call", {}, {}, clock::now(), {}};
  call.function(call.data);
  s.length = clock::now() - s.begin;
  s.line = fmt::format("of the host in {}: {}", call.place, describe_time(s.length));
  s.args.add("place", call.place);
  write_host(s);
}

} // namespace

device_backend &make_traced_backend(device_backend &device) {
  std::lock_guard lock(all().mutex);
  return *all().devices.emplace_back(std::make_unique<traced_backend>(device));
}

/// Once the driver has registered its own exit handlers, which take the events away.
static void write_rest_at_exit() {
  static const int registered = std::atexit([] {
    std::lock_guard lock(all().mutex);
    for (const auto &device : all().devices)
      device->write_ended(/*all=*/true);
  });
  (void)registered;
}

traced_backend::traced_backend(device_backend &inner)
    : inner_(inner),
      label_(fmt::format("{}:{}", inner.properties().backend, inner.properties().index)),
      is_cpu_(inner.properties().backend == "cpu") {}

//===----------------------------------------------------------------------===//
// Time on the host
//===----------------------------------------------------------------------===//

/// Runs `body`; its time and "failed", where it did, end the line.
template <class Body> void traced_backend::on_host(span s, Body body) {
  s.begin = clock::now();
  const auto write = [&](const char *how) {
    s.length = clock::now() - s.begin;
    s.line += fmt::format(": {}{}", describe_time(s.length), how);
    write_host(s);
  };
  try {
    body(s);
  } catch (...) {
    s.args.add("failed", "yes");
    write(", failed");
    throw;
  }
  write("");
}

//===----------------------------------------------------------------------===//
// Time on the device
//===----------------------------------------------------------------------===//

/// The mutex is held. Throws `failure`.
void *traced_backend::take_event() {
  if (free_events_.empty())
    return inner_.create_event();
  void *const event = free_events_.back();
  free_events_.pop_back();
  return event;
}

/// Ties the device's clock to the host's. The mutex is held.
void traced_backend::make_reference() {
  if (reference_)
    return;
  void *const stream = inner_.setup_stream();
  void *const event = take_event();
  inner_.record(event, stream);
  inner_.synchronize_event(event);
  reference_time_ = clock::now();
  reference_ = event;
  write_rest_at_exit();
}

/// An event in a stream; null where the driver makes none, as after a kernel's failure.
void *traced_backend::mark(void *stream) noexcept {
  try {
    std::lock_guard lock(mutex_);
    make_reference();
    void *const event = take_event();
    try {
      inner_.record(event, stream);
    } catch (...) {
      free_events_.push_back(event);
      return nullptr;
    }
    return event;
  } catch (const std::exception &) {
    return nullptr;
  }
}

/// Runs `body`, which gives a stream work. `bytes`: what that moves.
template <class Body>
void traced_backend::on_device(span s, std::size_t bytes, void *stream, Body body) {
  const bool captured = stream && inner_.capturing(stream);
  const bool has_events = !is_cpu_ && !captured;
  marks m;
  if (has_events)
    m.begin = mark(stream);
  s.begin = clock::now();
  try {
    body();
  } catch (...) {
    s.length = clock::now() - s.begin;
    s.args.add("failed", "yes");
    s.line += ", failed";
    write_host(s);
    throw;
  }
  s.length = clock::now() - s.begin;
  if (has_events)
    m.end = mark(stream);
  finish_work(std::move(s), bytes, stream, m, captured);
}

void traced_backend::finish_work(span s, std::size_t bytes, void *stream, marks m,
                                 bool captured) noexcept {
  try {
    std::lock_guard lock(mutex_);
    stream_info &to = info_of(stream);
    if (captured) {
      s.line += ", captured for a graph";
      s.args.add("captured", "yes");
      return write_host(s);
    }
    // The host's part goes into the file now, for the process may not live to see the device's.
    s.flow = ++last_flow;
    span given = s;
    given.line.clear();
    write_host(given);
    if (is_cpu_)
      return write_work(to, {s, bytes, false, nullptr, nullptr}, s.length, s.begin);
    const bool blocks = !stream && bytes; // a launch returns at once even there
    if (!m.begin || !m.end)
      return write_work(to, {s, bytes, blocks, m.begin, m.end}, std::nullopt, s.begin);
    to.running.push_back({std::move(s), bytes, blocks, m.begin, m.end});
    write_ended_of(to, false);
  } catch (const std::exception &) {
    // No memory for the text: the program goes on without it.
  }
}

/// Writes a piece of work that has ended, or is not going to. The mutex is held.
void traced_backend::write_work(stream_info &stream, pending work, std::optional<duration> took,
                                time begin) {
  for (void *event : {work.begin, work.end})
    if (event && event != reference_)
      free_events_.push_back(event);
  span &s = work.work;
  if (!is_cpu_)
    s.line += fmt::format("; {} {}", work.blocking ? "host" : "enqueue", describe_time(s.length));
  if (!took)
    s.line += ", not known to have ended";
  else
    s.line += fmt::format("{} {}", is_cpu_ ? ";" : ", device", describe_time(*took));
  if (work.bytes && took) {
    s.line += ", " + describe_rate(work.bytes, *took);
    s.args.add_number("gb_per_s", static_cast<double>(work.bytes) /
                                      std::max<double>(1, static_cast<double>(took->count())));
  }
  s.args.add_number("enqueue_us", static_cast<double>(s.length.count()) / 1000);
  if (!took)
    s.args.add("ended", "not known");
  s.begin = begin;
  s.length = took.value_or(duration::zero());
  write_device(stream.track, s);
}

/// The mutex is held.
void traced_backend::write_ended_of(stream_info &stream, bool all) {
  constexpr float most_ms = 4000; // later than that a `float` does not resolve a microsecond
  while (!stream.running.empty()) {
    pending &first = stream.running.front();
    std::optional<duration> took;
    time begin = first.work.begin;
    try {
      if (inner_.event_ready(first.end)) {
        const auto nanoseconds = [](float ms) {
          return duration(static_cast<long long>(double{ms} * 1e6));
        };
        const float since = inner_.elapsed_ms(reference_, first.begin);
        took = nanoseconds(inner_.elapsed_ms(first.begin, first.end));
        begin = reference_time_ + nanoseconds(since);
        if (since > most_ms) {
          free_events_.push_back(reference_);
          reference_ = first.begin;
          reference_time_ = begin;
        }
      } else if (!all) {
        return;
      }
    } catch (const failure &) {
      // The device is lost, or the driver has gone.
    }
    pending ended = std::move(first);
    stream.running.pop_front();
    write_work(stream, std::move(ended), took, begin);
  }
}

void traced_backend::write_ended(bool all) noexcept {
  try {
    std::lock_guard lock(mutex_);
    for (auto &[handle, stream] : streams_)
      write_ended_of(stream, all);
  } catch (const std::exception &) {
    // No memory for the text.
  }
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// The mutex is held.
traced_backend::stream_info &traced_backend::info_of(void *stream) {
  const auto known = streams_.find(stream);
  if (known != streams_.end())
    return known->second;
  const std::string name = !stream ? "blocking lane"
                           : stream == inner_.setup_stream()
                               ? "set-up"
                               : fmt::format("stream {}", ++streams_made_);
  const unsigned track = add_track(fmt::format("{} {}", label_, name));
  return streams_.emplace(stream, stream_info{name, track, {}}).first->second;
}

/// "stream 1 of cuda:0"
std::string traced_backend::place(void *stream) {
  if (!stream)
    return label_;
  std::lock_guard lock(mutex_);
  return fmt::format("{} of {}", info_of(stream).name, label_);
}

void traced_backend::forget(void *stream) noexcept {
  try {
    std::lock_guard lock(mutex_);
    if (const auto known = streams_.find(stream); known != streams_.end()) {
      write_ended_of(known->second, true);
      streams_.erase(known);
    }
  } catch (const std::exception &) {
    // No memory for the text.
  }
}

void *traced_backend::create_stream(int priority) {
  void *const stream = inner_.create_stream(priority);
  (void)place(stream); // numbers count in the order of creation
  return stream;
}

void *traced_backend::adopt_stream(void *native) {
  void *const stream = inner_.adopt_stream(native);
  (void)place(stream);
  return stream;
}

void traced_backend::destroy_stream(void *stream) noexcept {
  forget(stream);
  inner_.destroy_stream(stream);
}

void traced_backend::release_adopted(void *stream) noexcept {
  forget(stream);
  inner_.release_adopted(stream);
}

void traced_backend::synchronize(void *stream) {
  const std::string where = place(stream);
  span s{"wait", "wait for " + where, "for " + where, {}, {}, {}};
  on_host(std::move(s), [&](span &) { inner_.synchronize(stream); });
  write_ended(false);
}

void traced_backend::synchronize_all() {
  span s{"wait", "wait for all of " + label_, "for all work of " + label_, {}, {}, {}};
  on_host(std::move(s), [&](span &) { inner_.synchronize_all(); });
  write_ended(false);
}

void traced_backend::synchronize_event(void *event) {
  span s{"wait", "wait for an event", "for an event of " + label_, {}, {}, {}};
  on_host(std::move(s), [&](span &) { inner_.synchronize_event(event); });
  write_ended(false);
}

void traced_backend::call(void *stream, void (*function)(void *), void *data) {
  auto traced = std::make_unique<traced_call>(function, data, place(stream));
  if (inner_.capturing(stream)) { // called once for each replay, so it has to stay
    inner_.call(
        stream, [](void *p) { run_traced(*static_cast<traced_call *>(p)); }, traced.get());
    std::lock_guard lock(mutex_);
    calls_of_graphs_.push_back(std::move(traced));
    return;
  }
  inner_.call(
      stream,
      [](void *p) {
        const std::unique_ptr<traced_call> owner(static_cast<traced_call *>(p));
        run_traced(*owner);
      },
      traced.get());
  traced.release();
}

void *traced_backend::end_capture(void *stream) {
  void *graph = nullptr;
  span s{"graph", "make a graph", "made of " + place(stream), {}, {}, {}};
  on_host(std::move(s), [&](span &) { graph = inner_.end_capture(stream); });
  return graph;
}

void traced_backend::launch_graph(void *graph, void *stream) {
  span s{"graph", "graph", "launched in " + place(stream), {}, {}, {}};
  on_device(std::move(s), 0, stream, [&] { inner_.launch_graph(graph, stream); });
}

//===----------------------------------------------------------------------===//
// Images and launches
//===----------------------------------------------------------------------===//

void *traced_backend::load(const image &image) {
  void *loaded = nullptr;
  const std::string from = origin(image);
  span s{"load", fmt::format("load {} {}", image.arch, kind_name(image.kind)), {}, {}, {}, {}};
  s.line = fmt::format("{} {} {}{} on {}", image.arch, kind_name(image.kind), from,
                       image.size ? ", " + describe_bytes(image.size) : "", label_);
  s.args.add("arch", image.arch).add("kind", kind_name(image.kind)).add("origin", from);
  s.args.add("device", inner_.properties().describe()).add_number("bytes", image.size);
  on_host(std::move(s), [&](span &) { loaded = inner_.load(image); });
  return loaded;
}

void traced_backend::unload(void *loaded) noexcept {
  span s{"unload", "unload", "an image from " + label_, {}, {}, {}};
  on_host(std::move(s), [&](span &) { inner_.unload(loaded); });
}

device_function traced_backend::find_function(void *loaded, const char *symbol) {
  const device_function found = inner_.find_function(loaded, symbol);
  const std::string name = kernel_name(symbol);
  std::lock_guard lock(mutex_);
  kernels_[found.handle] = {name, found};
  return found;
}

void traced_backend::launch(const device_function &function, const launch_shape &shape,
                            const packed_args &args, void *stream) {
  const std::string where = place(stream);
  span s{"launch", "a kernel", {}, {}, {}, {}};
  {
    std::lock_guard lock(mutex_);
    if (const auto known = kernels_.find(function.handle); known != kernels_.end())
      s.name = known->second.name;
  }
  s.line = fmt::format("{} with {}{}, {}", s.name, describe(shape),
                       shape.cooperative ? ", cooperative" : "", where);
  s.args.add("grid", shape.blocks).add("block", shape.threads);
  s.args.add_number("dynamic_shared_bytes", shape.dynamic_shared_bytes)
      .add_number("static_shared_bytes", function.static_shared_bytes)
      .add_number("argument_bytes", args.size)
      .add_number("cooperative", shape.cooperative)
      .add("stream", where)
      .add("device", inner_.properties().describe());
  if (is_cpu_) {
    const std::size_t blocks = std::size_t{shape.blocks[0]} * shape.blocks[1] * shape.blocks[2];
    const std::size_t threads = std::min<std::size_t>(blocks, cpu::worker_count());
    s.args.add_number("host_threads", threads);
    s.line += fmt::format(", on up to {} of its threads", threads);
  } else {
    s.args.add_number("registers", function.registers)
        .add_number("local_bytes", function.local_bytes);
  }
  on_device(std::move(s), 0, stream, [&] { inner_.launch(function, shape, args, stream); });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void traced_backend::note_memory(void *memory, memory_kind kind, std::size_t bytes) {
  std::lock_guard lock(mutex_);
  memory_[reinterpret_cast<std::uintptr_t>(memory)] = {kind, bytes};
}

std::size_t traced_backend::forget_memory(void *memory) {
  std::lock_guard lock(mutex_);
  const auto known = memory_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (known == memory_.end())
    return 0;
  const std::size_t bytes = known->second.bytes;
  memory_.erase(known);
  return bytes;
}

/// "host", "pinned host" or "device".
const char *traced_backend::side_of(const void *memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  {
    std::lock_guard lock(mutex_);
    auto after = memory_.upper_bound(address);
    if (after != memory_.begin())
      if (const auto &[begin, info] = *--after; address - begin < info.bytes)
        return info.kind == memory_pinned ? "pinned host" : "device";
  }
  if (is_cpu_)
    return "host";
  switch (inner_.device_sees(memory)) {
  case sight_none:
    return "host";
  case sight_host:
    return "pinned host";
  case sight_device:
    return "device";
  }
  return "device";
}

void *traced_backend::allocate(memory_kind kind, std::size_t bytes) {
  void *memory = nullptr;
  span s{"allocate", fmt::format("allocate {}", describe_bytes(bytes)), {}, {}, {}, {}};
  s.args.add_number("bytes", bytes).add("kind", memory_name(kind));
  on_host(std::move(s), [&](span &done) {
    done.line = fmt::format("{} of {} on {}", describe_bytes(bytes), memory_name(kind), label_);
    memory = inner_.allocate(kind, bytes);
    done.line += fmt::format(" at {}", memory);
    done.args.add("address", fmt::format("{}", memory));
  });
  note_memory(memory, kind, bytes);
  return memory;
}

void *traced_backend::allocate_in_order(std::size_t bytes, void *stream) {
  void *memory = nullptr;
  span s{"allocate", fmt::format("allocate {}", describe_bytes(bytes)), {}, {}, {}, {}};
  s.args.add_number("bytes", bytes).add("stream", place(stream));
  on_host(std::move(s), [&](span &done) {
    done.line =
        fmt::format("{} of device memory in order of {}", describe_bytes(bytes), place(stream));
    memory = inner_.allocate_in_order(bytes, stream);
    done.line += fmt::format(" at {}", memory);
    done.args.add("address", fmt::format("{}", memory));
  });
  note_memory(memory, memory_device, bytes);
  return memory;
}

void traced_backend::free(memory_kind kind, void *memory) noexcept {
  const std::size_t bytes = forget_memory(memory);
  span s{"free", fmt::format("free {}", describe_bytes(bytes)), {}, {}, {}, {}};
  s.args.add_number("bytes", bytes).add("address", fmt::format("{}", memory));
  s.line =
      fmt::format("{} of {} on {} at {}", describe_bytes(bytes), memory_name(kind), label_, memory);
  on_host(std::move(s), [&](span &) { inner_.free(kind, memory); });
}

void traced_backend::free_in_order(void *memory, void *stream) noexcept {
  const std::size_t bytes = forget_memory(memory);
  span s{"free", fmt::format("free {}", describe_bytes(bytes)), {}, {}, {}, {}};
  s.args.add_number("bytes", bytes).add("address", fmt::format("{}", memory));
  s.line = fmt::format("{} of device memory in order of {} at {}", describe_bytes(bytes),
                       place(stream), memory);
  on_host(std::move(s), [&](span &) { inner_.free_in_order(memory, stream); });
}

void traced_backend::commit(void *at, std::size_t bytes) {
  span s{"allocate", fmt::format("commit {}", describe_bytes(bytes)), {}, {}, {}, {}};
  s.args.add_number("bytes", bytes);
  s.line =
      fmt::format("{} of reserved device memory on {} at {}", describe_bytes(bytes), label_, at);
  on_host(std::move(s), [&](span &) { inner_.commit(at, bytes); });
  note_memory(at, memory_device, bytes);
}

void traced_backend::copy(void *to, const void *from, std::size_t bytes, void *stream) {
  const std::string where = place(stream);
  const std::string direction = fmt::format("{} to {}", side_of(from), side_of(to));
  span s{"copy", "copy " + direction, {}, {}, {}, {}};
  s.line = fmt::format("{}, {}, {}", describe_bytes(bytes), direction, where);
  s.args.add_number("bytes", bytes).add("direction", direction).add("stream", where);
  on_device(std::move(s), bytes, stream, [&] { inner_.copy(to, from, bytes, stream); });
}

void traced_backend::fill_zero(void *memory, std::size_t bytes, void *stream) {
  const std::string where = place(stream);
  span s{"fill", "fill", {}, {}, {}, {}};
  s.line = fmt::format("{} with zeros, {}", describe_bytes(bytes), where);
  s.args.add_number("bytes", bytes).add("stream", where);
  on_device(std::move(s), bytes, stream, [&] { inner_.fill_zero(memory, bytes, stream); });
}

} // namespace gpu::detail::trace
