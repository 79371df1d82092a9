// While half of a kernel's threads fail an assertion, others print and use files, and so does a
// kernel of another stream: nothing is lost or torn, and the next launch's services work.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && %t %t.dir 2>%t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=STDERR < %t.err
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %t.dir 2>%t.err | FileCheck %s --match-full-lines %}
// RUN: %if gpu %{ FileCheck %s --check-prefix=STDERR < %t.err %}
#include "Inputs/lines.hpp"
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>
#include <vector>

constexpr unsigned blocks = 4, threads = 64, lines = 6;
constexpr gpu::launch_config grid{.blocks = blocks, .threads = threads};

/// Writes a file and reads it back; returns whether it is right.
static bool use_file(std::string_view folder, char tag, unsigned thread) {
  char path[512];
  std::snprintf(path, sizeof path, "%.*s/%c-%u", static_cast<int>(folder.size()), folder.data(),
                tag, thread);
  if (std::FILE *file = std::fopen(path, "w")) {
    std::fprintf(file, "%c %u", tag, thread);
    std::fclose(file);
  }
  char read_tag = 0;
  unsigned read_thread = 0;
  if (std::FILE *file = std::fopen(path, "r")) {
    std::fscanf(file, "%c %u", &read_tag, &read_thread);
    std::fclose(file);
  }
  return read_tag == tag && read_thread == thread;
}

// STDERR: services-failures.cpp:[[#@LINE+8]]: assertion failed: i != lines / 2 || {{.*}} [kernel work,
[[gpu::kernel]] void work(std::string_view folder, char tag, bool fails, unsigned *done) {
  const unsigned thread = gpu::global_idx().x;
  for (unsigned i = 0; i != lines; ++i) {
    print_line(tag, thread, i);
    if (i % 2 && thread % 16 < 2 && !use_file(folder, tag, thread))
      return;
    // The first ones at once, others while they and their neighbours are in the middle of things.
    assert(i != lines / 2 || !fails || thread % 2 == 0);
  }
  std::atomic_ref(*done).fetch_add(1u);
}

int main(int, char **arguments) {
  const std::string folder = arguments[1];
  std::vector<char, gpu::pinned_allocator<char>> pinned(folder.begin(), folder.end());
  const std::string_view name(pinned.data(), pinned.size());
  std::vector<unsigned, gpu::pinned_allocator<unsigned>> done(4);
  // On the CPU an assertion ends the thread's whole block, and the blocks after it do not run.
  const bool on_cpu = gpu::current_device().backend == "cpu";
  for (unsigned round = 0; round != 3; ++round) {
    std::fill(done.begin(), done.end(), 0);
    std::atomic<unsigned> errors = 0;
    const auto guarded = [&](auto body) {
      try {
        body();
      } catch (const gpu::device_error &) {
        ++errors;
      }
    };
    captured_output output;
    gpu::launch<work>(grid, name, 'B', false, &done[0]); // before
    std::thread other([&] {
      gpu::stream stream;
      stream.launch<work>(grid, name, 'O', false, &done[1]);
      guarded([&] { stream.synchronize(); });
    });
    guarded([&] { gpu::launch<work>(grid, name, 'F', true, &done[2]); });
    other.join();
    guarded([] { gpu::synchronize(); });
    const bool told = errors != 0;
    gpu::launch<work>(grid, name, 'N', false, &done[3]); // the next one
    const line_counts counts = count_lines(output.take());
    unsigned failing = 0, others = 0;
    for (unsigned thread = 0; thread != blocks * threads; ++thread)
      if (const auto found = counts.find({'F', thread}); found != counts.end())
        (thread % 2 ? failing : others) += found->second;
    // CHECK: told: 1, before: 1, other: 1, next: 1
    // CHECK-NEXT: survivors: 1, the failed ones' lines: 1
    // CHECK-NEXT: told: 1, before: 1, other: 1, next: 1
    // CHECK-NEXT: survivors: 1, the failed ones' lines: 1
    // CHECK-NEXT: told: 1, before: 1, other: 1, next: 1
    // CHECK-NEXT: survivors: 1, the failed ones' lines: 1
    constexpr unsigned all = blocks * threads;
    std::printf("told: %d, before: %d, other: %d, next: %d\n", told,
                done[0] == all && all_there(counts, 'B', all, lines),
                done[1] == all && all_there(counts, 'O', all, lines),
                done[3] == all && all_there(counts, 'N', all, lines));
    std::printf("survivors: %d, the failed ones' lines: %d\n",
                on_cpu || (done[2] == all / 2 && others == all / 2 * lines),
                on_cpu ? failing != 0 : failing == all / 2 * (lines / 2 + 1));
  }
}
