// Kernels of two streams at once, each of which waits in device code for what the other does: by
// files of the host, and by a flag in memory that the host sees. Both print all the while.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && %t %t.dir | FileCheck %s --match-full-lines
// RUN: %if gpu %{ rm -rf %t.dir && mkdir %t.dir %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %t.dir | FileCheck %s --match-full-lines %}
#include "Inputs/lines.hpp"
#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

constexpr unsigned threads = 64, rounds = 12;

struct path {
  char text[512];
  path(std::string_view folder, const char *kind, unsigned player, unsigned round) {
    std::snprintf(text, sizeof text, "%.*s/%s-%u-%u", static_cast<int>(folder.size()),
                  folder.data(), kind, player, round);
  }
};

/// Writes the own file of a round, and waits for the other's. Returns whether that was right.
static bool exchange_files(std::string_view folder, unsigned self, unsigned round) {
  const path unready(folder, "unready", self, round), ready(folder, "ready", self, round);
  if (std::FILE *file = std::fopen(unready.text, "w")) {
    std::fprintf(file, "round %u of %u\n", round, self);
    std::fclose(file);
  }
  std::rename(unready.text, ready.text);
  const path wanted(folder, "ready", 1 - self, round);
  std::FILE *file = nullptr;
  while (!(file = std::fopen(wanted.text, "r")))
    usleep(100);
  unsigned read_round = 0, read_player = 0;
  const int read = std::fscanf(file, "round %u of %u", &read_round, &read_player);
  std::fclose(file);
  return read == 2 && read_round == round && read_player == 1 - self;
}

[[gpu::kernel]] void play(unsigned self, unsigned count, std::string_view folder, unsigned *flags,
                          unsigned *wrong) {
  const unsigned thread = gpu::thread_rank();
  for (unsigned round = 0; round != count; ++round) {
    print_line(static_cast<char>('A' + self), thread, round);
    if (thread == 0 && round % 2 == 0)
      wrong[self] += !exchange_files(folder, self, round);
    if (thread == 0 && round % 2 == 1) {
      std::atomic_ref(flags[self]).store(round);
      while (std::atomic_ref(flags[1 - self]).load() < round) {
      }
    }
    gpu::sync_threads();
  }
}

int main(int, char **arguments) {
  const std::string folder = arguments[1];
  std::vector<char, gpu::pinned_allocator<char>> pinned_folder(folder.begin(), folder.end());
  const std::string_view name(pinned_folder.data(), pinned_folder.size());
  std::vector<unsigned, gpu::pinned_allocator<unsigned>> flags(2), wrong(2);
  gpu::stream streams[2];
  // So that nothing has to be loaded while one kernel waits.
  gpu::launch<play>(gpu::launch_config{.threads = threads}, 0u, 0u, name, flags.data(),
                    wrong.data());
  captured_output output;
  {
    // A thread for each: on the CPU the launch of a stream returns when the kernel has ended.
    std::vector<std::thread> hosts;
    for (unsigned self = 0; self != 2; ++self)
      hosts.emplace_back([&, self] {
        streams[self].launch<play>(gpu::launch_config{.threads = threads}, self, rounds, name,
                                   flags.data(), wrong.data());
        streams[self].synchronize();
      });
    for (std::thread &host : hosts)
      host.join();
  }
  const line_counts counts = count_lines(output.take());
  // CHECK: wrong: 0 0
  std::printf("wrong: %u %u\n", wrong[0], wrong[1]);
  // CHECK-NEXT: lines: 1 1
  std::printf("lines: %d %d\n", all_there(counts, 'A', threads, rounds),
              all_there(counts, 'B', threads, rounds));
}
