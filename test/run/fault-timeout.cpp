// A kernel that does not end: with GPUC_TIMEOUT every wait for it gives up and says so, later calls
// fail at once, and the process ends.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t -pthread
// DEFINE: %{fake} = env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda FAKECUDA_ENDLESS=forever GPUC_TIMEOUT=0.1
// DEFINE: %{gpu} = env GPUC_DEVICE=cuda GPUC_TIMEOUT=0.3
// RUN: env GPUC_TIMEOUT=0.1 %t launch | FileCheck %s --check-prefix=LAUNCH
// RUN: %{fake} %t launch | FileCheck %s --check-prefix=LAUNCH
// RUN: %if gpu %{ %{gpu} %t launch | FileCheck %s --check-prefix=LAUNCH %}
// LAUNCH: launch: 23 'forever' kernel 'forever' with 3 blocks of 64 threads on {{cpu|cuda}}:0 ({{.*}}): it did not end within the {{0.[13]}} s of GPUC_TIMEOUT, and the device cannot be used any more in this process; look for a loop or a wait that does not end, or allow more time
// LAUNCH: again: 24 'forever' {{cpu|cuda}}:0 ({{.*}}) was lost earlier in this process: kernel 'forever' with 3 blocks
// LAUNCH: end of main
//
// RUN: %{fake} %t stream | FileCheck %s --check-prefix=STREAM
// RUN: %if gpu %{ %{gpu} %t stream | FileCheck %s --check-prefix=STREAM %}
// STREAM: stream: 23 'forever' stream on cuda:0 ({{.*}}), last given kernel 'forever' with 3 blocks of 64 threads: it did not end within the {{0.[13]}} s of GPUC_TIMEOUT
// STREAM: again: 24 'forever' cuda:0 ({{.*}}) was lost earlier in this process: stream on
// STREAM: end of main
//
// RUN: %{fake} %t device | FileCheck %s --check-prefix=OTHER
// RUN: %{fake} %t event | FileCheck %s --check-prefix=OTHER
// RUN: %{fake} %t copy | FileCheck %s --check-prefix=OTHER
// RUN: %if gpu %{ %{gpu} %t device | FileCheck %s --check-prefix=OTHER %}
// RUN: %if gpu %{ %{gpu} %t event | FileCheck %s --check-prefix=OTHER %}
// RUN: %if gpu %{ %{gpu} %t copy | FileCheck %s --check-prefix=OTHER %}
// OTHER: {{device|event|copy}}: 23 '' it did not end within the {{0.[13]}} s of GPUC_TIMEOUT, {{.*}}; in streams, not known to have ended: kernel 'forever' with 3 blocks of 64 threads
// OTHER: again: 24 '' cuda:0 ({{.*}}) was lost earlier in this process: it did not end
// OTHER: end of main
//
// A destructor is what waits.
// RUN: %{fake} %t free | FileCheck %s --check-prefix=FREE
// RUN: %if gpu %{ %{gpu} %t free | FileCheck %s --check-prefix=FREE %}
// FREE: again: 24 '' cuda:0 ({{.*}}) was lost earlier in this process: it did not end
// FREE: end of main
//
// Only blocks that have begun go on on the CPU, and what ends in time is right.
// RUN: env GPUC_TIMEOUT=10 %t short | FileCheck %s --check-prefix=SHORT
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda GPUC_TIMEOUT=10 %t short-stream | FileCheck %s --check-prefix=SHORT
// RUN: %if gpu %{ env GPUC_DEVICE=cuda GPUC_TIMEOUT=10 %t short | FileCheck %s --check-prefix=SHORT %}
// SHORT: short{{.*}}: fine
//
// RUN: env GPUC_TIMEOUT=2s %t launch | FileCheck %s --check-prefix=SETTING
// SETTING: launch: 16 {{.*}}GPUC_TIMEOUT is '2s'; it takes a number of seconds over 0, such as '2.5'
//
// A kernel that waits for an answer of the host's that does not come.
// RUN: bash -c "sleep 2 | GPUC_TIMEOUT=0.3 %t read" | FileCheck %s --check-prefix=READ
// RUN: %if gpu %{ bash -c "sleep 2 | %{gpu} %t read" | FileCheck %s --check-prefix=READ %}
// READ: read: 23 'read_line' kernel 'read_line' with 1 blocks of 1 threads on {{cpu|cuda}}:0
// READ: end of main
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gpu/gpu.hpp>
#include <string>
#include <string_view>
#include <unistd.h>

[[gpu::kernel]] void forever(volatile int *p) {
  while (*p == 0)
    ;
}
[[gpu::kernel]] void read_line() { std::getchar(); }
[[gpu::kernel]] void fill(std::span<int> xs) { xs[gpu::global_idx().x] = 7; }

bool attempt(const char *what, const std::function<void()> &body) {
  bool fine = false;
  try {
    body();
    std::printf("%s: fine\n", what);
    fine = true;
  } catch (const gpu::error &e) {
    std::printf("%s: %d '%s' %s\n", what, static_cast<int>(e.code()),
                std::string(e.kernel()).c_str(), e.what());
  }
  std::fflush(stdout);
  return fine;
}

int main(int, char **arguments) {
  const std::string_view what = arguments[1];
  const gpu::launch_config config{.blocks = 3, .threads = 64};
  if (what == "short" || what == "short-stream") {
    std::vector<int> xs(192);
    return !attempt(arguments[1], [&] {
      if (what == "short") {
        gpu::launch<fill>(config, xs);
        for (const int x : xs)
          if (x != 7)
            std::abort();
        return;
      }
      gpu::stream s;
      gpu::buffer<int> b(192);
      s.launch<fill>(config, b.span());
      s.synchronize();
      b.to_vector();
    });
  }
  alarm(60);
  const auto begin = std::chrono::steady_clock::now();
  if (what == "launch" || what == "read") {
    attempt(arguments[1], [&] {
      auto zero = gpu::buffer<int>::zeroed(1);
      if (what == "read")
        gpu::launch<read_line>({});
      else
        gpu::launch<forever>(config, zero.data());
    });
  } else {
    auto zero = gpu::buffer<int>::zeroed(1);
    gpu::buffer<int> other(1);
    gpu::stream s;
    gpu::event e;
    s.launch<forever>(config, zero.data());
    e.record(s);
    if (what == "free") {
      gpu::buffer<int> freed = std::move(other);
    } else {
      attempt(arguments[1], [&] {
        if (what == "stream")
          s.synchronize();
        else if (what == "device")
          gpu::synchronize();
        else if (what == "event")
          e.synchronize();
        else
          other.to_vector();
      });
    }
    attempt("again", [] { gpu::synchronize(); });
  }
  attempt("again", [] { gpu::synchronize(); });
  std::puts("end of main");
  return std::chrono::steady_clock::now() - begin > std::chrono::seconds(30); // it has not waited long
}
