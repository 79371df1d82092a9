// A thread that fails breaks the barrier of its grid: threads that wait for it end, only the one that
// failed is reported, and the next launch works. A launch that the barrier cannot work in is refused.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_70 %s -o %t && %t 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --implicit-check-not=failures.cpp < %t.err
// RUN: env GPUC_CPU_THREADS=1 %t 2>%t.err | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t 2>%t.err | FileCheck %s %}
// RUN: %if gpu %{ FileCheck %s --check-prefix=ERR --implicit-check-not=failures.cpp < %t.err %}
#include <cassert>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

[[gpu::kernel]] void fails(unsigned *passed, unsigned bad_block, unsigned bad_thread, int bad_round) {
  for (int round = 0; round < 4; ++round) {
    const bool bad = gpu::block_idx().x == bad_block && gpu::thread_rank() == bad_thread;
    assert(!(bad && round == bad_round));
    gpu::sync_grid();
    if (gpu::block_idx().x == 0 && gpu::thread_rank() == 1)
      passed[round] = 1;
  }
}

// ERR: grid-barrier-failures.cpp:[[#@LINE-7]]: assertion failed: !(bad && round == bad_round) [kernel fails, block (5, 0, 0), thread (0, 0, 0)
// ERR: grid-barrier-failures.cpp:[[#@LINE-8]]: assertion failed: !(bad && round == bad_round) [kernel fails, block (0, 0, 0), thread (7, 0, 0)

/// No barrier of its own: it may fail beside others that have one.
[[gpu::kernel]] void fails_alone(int n) { assert(n == 0); }
// ERR: grid-barrier-failures.cpp:[[#@LINE-1]]: assertion failed: n == 0

static void run(gpu::launch_config config, unsigned block, unsigned thread, int round) {
  auto passed = gpu::buffer<unsigned>::zeroed(4);
  try {
    gpu::launch<fails>(config, passed.data(), block, thread, round);
    std::puts("no error");
  } catch (const gpu::device_error &e) {
    std::printf("device_error: %s\n", e.what());
  } catch (const gpu::error &e) {
    std::printf("error %d: %s\n", static_cast<int>(e.code()), e.what());
  }
  const auto p = passed.to_vector();
  std::printf("passed %u%u%u%u\n", p[0], p[1], p[2], p[3]);
}

int main() {
  gpu::launch_config config{.blocks = 12, .threads = 64, .cooperative = true};
  // CHECK: device_error: {{.*}}assertion failed: !(bad && round == bad_round) in block (5, 0, 0)
  // CHECK-NEXT: passed 1100
  run(config, 5, 0, 2);
  // CHECK-NEXT: no error
  // CHECK-NEXT: passed 1111
  run(config, 100, 0, 0);
  // CHECK-NEXT: device_error: {{.*}} in block (0, 0, 0), thread (7, 0, 0)
  // CHECK-NEXT: passed 0000
  run(config, 0, 7, 0);

  // CHECK-NEXT: alone: {{.*}}n == 0
  gpu::stream s, other;
  auto passed = gpu::buffer<unsigned>::zeroed(4);
  s.launch<fails>(config, passed.data(), 100u, 0u, 0);
  other.launch<fails_alone>({}, 1);
  try {
    other.synchronize();
  } catch (const gpu::device_error &e) {
    std::printf("alone: %s\n", e.what());
  }
  s.synchronize();
  // CHECK-NEXT: passed 1111
  const auto p = passed.to_vector();
  std::printf("passed %u%u%u%u\n", p[0], p[1], p[2], p[3]);

  // CHECK-NEXT: error 2: kernel 'fails' with 12 blocks of 64 threads on {{.*}}: the kernel calls gpu::sync_grid, for which all blocks must run at a time; launch it with launch_config{.cooperative = true}
  // CHECK-NEXT: passed 0000
  config.cooperative = false;
  run(config, 100, 0, 0);
  // CHECK-NEXT: too many: {{ok|error 2: .* a cooperative grid must be on the device as a whole, which runs [0-9]+ such blocks at a time, [0-9]+ on each of [0-9]+ multiprocessors, of 64 threads and [0-9]+ bytes of shared memory; use at most [0-9]+ blocks, each for more of the work, or blocks that need less}}
  const bool is_cpu = gpu::current_device().backend == "cpu"; // any number of blocks there
  const auto most = gpu::kernel<fails>.occupancy(64).on_device;
  auto given = gpu::buffer<unsigned>::zeroed(4);
  gpu::kernel<fails>.launch({.blocks = most, .threads = 64, .cooperative = true}, given.data(),
                            ~0u, 0u, 0);
  std::printf("too many: ");
  try {
    gpu::kernel<fails>.launch({.blocks = most + 1, .threads = 64, .cooperative = true},
                              given.data(), ~0u, 0u, 0);
    std::puts(is_cpu ? "ok" : "no error");
  } catch (const gpu::error &e) {
    std::printf("error %d: %s\n", static_cast<int>(e.code()), e.what());
  }
}
