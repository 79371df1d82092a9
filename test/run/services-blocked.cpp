// A read from a pipe that nobody writes to, and a standard output that nobody reads, stall no other
// service: meanwhile kernels of another stream use files, the clock, sleep and random numbers, and
// during the read they print.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && %t %t.dir | FileCheck %s --match-full-lines
// RUN: %if gpu %{ rm -rf %t.dir && mkdir %t.dir %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %t.dir | FileCheck %s --match-full-lines %}
#include "Inputs/lines.hpp"
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <thread>
#include <vector>

constexpr unsigned threads = 32, lines = 4, long_lines = 400, print_blocks = 16;

template <class T> using pinned = std::vector<T, gpu::pinned_allocator<T>>;

/// What the host and the kernels know of one another.
struct state {
  unsigned reading, read, others, printed, wrong;
  char text[32];
};

[[gpu::kernel]] void read_pipe(std::string_view path, state *s) {
  if (!s)
    return;
  char name[512] = {};
  std::memcpy(name, path.data(), path.size());
  std::atomic_ref(s->reading).store(1);
  const int pipe = open(name, O_RDONLY); // waits for a writer
  const long size = read(pipe, s->text, sizeof s->text - 1);
  s->wrong += size < 0;
  close(pipe);
  std::atomic_ref(s->read).store(1);
}

[[gpu::kernel]] void others(std::string_view folder, state *s, bool print) {
  if (!s)
    return;
  const unsigned thread = gpu::thread_rank();
  char path[512], back[32] = {};
  std::snprintf(path, sizeof path, "%.*s/other-%u", static_cast<int>(folder.size()), folder.data(),
                thread);
  unsigned bad = 0;
  for (unsigned i = 0; i != lines; ++i) {
    if (print)
      print_line('O', thread, i);
    if (std::FILE *file = std::fopen(path, "w")) {
      std::fprintf(file, "%u %u", thread, i);
      std::fclose(file);
    }
    if (std::FILE *file = std::fopen(path, "r")) {
      unsigned a = 0, b = 0;
      bad += std::fscanf(file, "%u %u", &a, &b) != 2 || a != thread || b != i;
      std::fclose(file);
    }
    const std::timespec pause = {0, 100000};
    bad += nanosleep(&pause, nullptr) != 0;
    bad += getrandom(back, 8, 0) != 8;
    bad += std::time(nullptr) < 1700000000;
    bad += std::getenv("PATH") == nullptr;
  }
  if (bad)
    std::atomic_ref(s->wrong).fetch_add(bad);
  gpu::sync_threads();
  if (thread == 0)
    std::atomic_ref(s->others).fetch_add(1u);
}

[[gpu::kernel]] void print_much(state *s) {
  if (!s)
    return;
  for (unsigned i = 0; i != long_lines; ++i)
    print_line('P', gpu::global_idx().x, i);
  std::atomic_ref(s->printed).fetch_add(1u);
}

/// Waits until a kernel has set the value. Ends the program where it does not.
static void await(unsigned &value, unsigned wanted, const char *what) {
  using clock = std::chrono::steady_clock;
  for (const auto end = clock::now() + std::chrono::seconds(30);
       std::atomic_ref(value).load() < wanted;) {
    if (clock::now() > end) {
      std::fprintf(stderr, "stalled: %s\n", what);
      std::_Exit(1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// Launches in a stream, in a thread: on the CPU the launch returns when the kernel has ended.
template <auto kernel, class... Args>
std::thread launch(gpu::stream &stream, gpu::launch_config config, Args... args) {
  return std::thread([=, &stream] { stream.launch<kernel>(config, args...); });
}

static void blocked_read(std::string_view folder, std::string_view fifo, state &s) {
  gpu::stream first, second;
  captured_output output;
  std::thread reader = launch<read_pipe>(first, {}, fifo, &s);
  await(s.reading, 1, "the reading kernel");
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  launch<others>(second, {.threads = threads}, folder, &s, true).join();
  await(s.others, 1, "services while a file is opened");
  const int end = open(std::string(fifo).c_str(), O_WRONLY);
  launch<others>(second, {.threads = threads}, folder, &s, false).join();
  await(s.others, 2, "services while a file is read");
  const unsigned early = s.read;
  if (write(end, "a late text", 11) != 11)
    std::perror("write");
  close(end);
  reader.join();
  first.synchronize();
  second.synchronize();
  const line_counts counts = count_lines(output.take());
  // CHECK: early: 0, read: a late text, lines: 1, wrong: 0
  std::printf("early: %u, read: %s, lines: %d, wrong: %u\n", early, s.text,
              all_there(counts, 'O', threads, lines), s.wrong);
}

static void blocked_output(std::string_view folder, state &s) {
  int ends[2];
  if (pipe(ends) != 0)
    return std::perror("pipe");
  std::fflush(stdout);
  const int old = dup(1);
  dup2(ends[1], 1);
  close(ends[1]);
  gpu::stream first, second;
  std::thread printer = launch<print_much>(first, {.blocks = print_blocks, .threads = threads}, &s);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  launch<others>(second, {.threads = threads}, folder, &s, false).join();
  await(s.others, 3, "services while standard output is blocked");
  const bool early = std::atomic_ref(s.printed).load() == print_blocks * threads;
  std::string text;
  std::thread reader([&] {
    char buffer[4096];
    for (ssize_t size; (size = read(ends[0], buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(size));
  });
  printer.join();
  first.synchronize();
  second.synchronize();
  std::fflush(stdout);
  dup2(old, 1); // the pipe's last writer
  close(old);
  reader.join();
  close(ends[0]);
  const line_counts counts = count_lines(text);
  // CHECK-NEXT: early: 0, lines: 1, wrong: 0
  std::printf("early: %d, lines: %d, wrong: %u\n", early,
              all_there(counts, 'P', print_blocks * threads, long_lines), s.wrong);
}

int main(int, char **arguments) {
  const std::string folder = arguments[1], fifo = folder + "/fifo";
  if (mkfifo(fifo.c_str(), 0600) != 0)
    return std::perror("mkfifo"), 1;
  const pinned<char> pinned_folder(folder.begin(), folder.end());
  const pinned<char> pinned_fifo(fifo.begin(), fifo.end());
  pinned<state> states(1);
  // A driver may wait for kernels that run when it loads another for the first time.
  gpu::launch<read_pipe>({}, std::string_view(), nullptr);
  gpu::launch<others>({}, std::string_view(), nullptr, false);
  gpu::launch<print_much>({}, nullptr);
  blocked_read({pinned_folder.data(), folder.size()}, {pinned_fifo.data(), fifo.size()}, states[0]);
  blocked_output({pinned_folder.data(), folder.size()}, states[0]);
}
