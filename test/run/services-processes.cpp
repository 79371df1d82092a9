// Four processes at once on one device, whose kernels print, write and read files and ask for the
// time: each has all of its own lines, whole and in order, and its own files.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && %t %t.dir | FileCheck %s --match-full-lines
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %t.dir | FileCheck %s --match-full-lines %}
#include "Inputs/lines.hpp"
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/wait.h>
#include <vector>

constexpr unsigned processes = 4, blocks = 3, threads = 96, lines = 12, file_threads = 8;

[[gpu::kernel]] void work(unsigned process, std::string_view folder, unsigned *wrong) {
  const unsigned thread = gpu::global_idx().x;
  std::timespec last = {};
  for (unsigned i = 0; i != lines; ++i) {
    print_line(static_cast<char>('A' + process), thread, i);
    std::timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0 || now.tv_sec < last.tv_sec ||
        (now.tv_sec == last.tv_sec && now.tv_nsec < last.tv_nsec))
      ++wrong[thread];
    last = now;
  }
  if (gpu::thread_rank() >= file_threads)
    return;
  char path[512], text[64], back[64] = {};
  std::snprintf(path, sizeof path, "%.*s/%u-%u", static_cast<int>(folder.size()), folder.data(),
                process, thread);
  std::snprintf(text, sizeof text, "process %u, thread %u\n", process, thread);
  if (std::FILE *file = std::fopen(path, "w")) {
    std::fputs(text, file);
    std::fclose(file);
  }
  if (std::FILE *file = std::fopen(path, "r")) {
    std::fgets(back, sizeof back, file);
    std::fclose(file);
  }
  wrong[thread] += std::strcmp(text, back) != 0;
}

static int child(unsigned process, const std::string &folder) {
  auto wrong = gpu::buffer<unsigned>::zeroed(blocks * threads);
  gpu::launch<work>(gpu::launch_config{.blocks = blocks, .threads = threads}, process, folder,
                    wrong.data());
  unsigned sum = 0;
  for (const unsigned n : wrong.to_vector())
    sum += n;
  if (sum)
    std::fprintf(stderr, "process %u: %u wrong\n", process, sum);
  return sum != 0;
}

static std::string content(const std::string &path) {
  std::string text;
  if (std::FILE *file = std::fopen(path.c_str(), "r")) {
    for (int c; (c = std::fgetc(file)) != EOF;)
      text += static_cast<char>(c);
    std::fclose(file);
  }
  return text;
}

int main(int argc, char **arguments) {
  const std::string folder = arguments[1];
  if (argc == 3)
    return child(static_cast<unsigned>(std::atoi(arguments[2])), folder);
  std::vector<pid_t> children;
  for (unsigned p = 0; p != processes; ++p) {
    const std::string number = std::to_string(p), out = folder + "/out-" + number;
    const pid_t pid = fork();
    if (pid == 0) {
      dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
      execl("/proc/self/exe", arguments[0], folder.c_str(), number.c_str(), nullptr);
      _exit(127);
    }
    children.push_back(pid);
  }
  // CHECK: process 0: status 0, lines 1, files 24
  // CHECK-NEXT: process 1: status 0, lines 1, files 24
  // CHECK-NEXT: process 2: status 0, lines 1, files 24
  // CHECK-NEXT: process 3: status 0, lines 1, files 24
  for (unsigned p = 0; p != processes; ++p) {
    int status = -1;
    waitpid(children[p], &status, 0);
    const std::string number = std::to_string(p);
    const line_counts counts = count_lines(content(folder + "/out-" + number));
    const bool there = all_there(counts, static_cast<char>('A' + p), blocks * threads, lines) &&
                       counts.size() == blocks * threads;
    unsigned files = 0;
    for (unsigned t = 0; t != blocks * threads; ++t)
      files += content(folder + "/" + number + "-" + std::to_string(t)) ==
               "process " + number + ", thread " + std::to_string(t) + "\n";
    std::printf("process %u: status %d, lines %d, files %u\n", p, status, there, files);
  }
}
