// The list of devices, a device of a thread's own, and streams, events, memory and launches on a
// device that is not the current one.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <thread>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

[[gpu::kernel]] void fill(std::span<int> xs, int n) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] = n;
}

static void on(const gpu::device &d) {
  gpu::stream s(d, gpu::stream_priority::high);
  gpu::event before(d), after(d);
  gpu::buffer<int> memory(1000, d);
  before.record(s);
  s.launch<fill>(gpu::launch_config::cover(1000), memory.span(), 42);
  after.record(s);
  s.synchronize();
  CHECK(s.ready() && after.ready() && after.milliseconds_since(before) >= 0);
  CHECK(memory.to_vector() == std::vector<int>(1000, 42));
  CHECK((s.native_handle() == nullptr) == (d.backend == "cpu"));
  const gpu::memory_info info = d.memory();
  CHECK(info.total_bytes == d.memory_bytes && info.free_bytes <= info.total_bytes);
  CHECK(info.free_bytes > 0);
  d.synchronize();
}

// From one device to another, by way of the host where they cannot reach each other.
static void between(const gpu::device &a, const gpu::device &b) {
  (void)a.enable_access_to(b);
  std::vector<int> numbers(5000, 17);
  gpu::buffer<int> first(5000, a), second(5000, b);
  first.copy_from(numbers);
  second.copy_from(first);
  CHECK(second.to_vector() == numbers);
}

int main() {
  const gpu::device mine = gpu::current_device();
  const auto all = gpu::devices();
  bool found = false;
  for (const gpu::device &d : all) {
    found |= d == mine;
    if (d.backend == mine.backend || d.backend == "cpu") {
      on(d);
      between(mine, d);
      between(d, mine);
    }
  }
  CHECK(found && all.size() >= 1 && all[all.size() - 1].backend == "cpu");

  // Another thread's choice is its own.
  std::thread([&] {
    const gpu::device cpu = all[all.size() - 1];
    cpu.make_current();
    CHECK(gpu::current_device() == cpu);
    gpu::buffer<int> memory(10);
    gpu::launch<fill>(gpu::launch_config::cover(10), memory, 3);
    CHECK(memory.data()[9] == 3); // the host's
  }).join();
  CHECK(gpu::current_device() == mine);

  // An event of one device, waited for by a stream of another.
  const gpu::device cpu = all[all.size() - 1];
  gpu::stream here(mine), there(cpu);
  gpu::event done(mine);
  done.record(here);
  there.wait(done);
  there.synchronize();
  std::puts(failures ? "failed" : "ok");
  return failures != 0;
}
