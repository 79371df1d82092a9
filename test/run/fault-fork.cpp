// fork before the first use of the runtime: parent and child both work. After it: the child works
// on the CPU, and is told that it cannot use its parent's GPU. Either way the child ends as usual, and
// says nothing twice.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t -pthread
// RUN: env GPUC_CPU_THREADS=4 %t before | FileCheck %s --match-full-lines --check-prefixes=FINE
// RUN: env GPUC_CPU_THREADS=4 %t after | FileCheck %s --match-full-lines --check-prefixes=FINE
// RUN: env GPUC_CPU_THREADS=4 %t busy | FileCheck %s --match-full-lines --check-prefixes=BUSY
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda %t after | FileCheck %s --check-prefixes=REFUSED
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE= %t devices | FileCheck %s --check-prefixes=DEVICES
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t before | FileCheck %s --match-full-lines --check-prefixes=FINE %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t after | FileCheck %s --check-prefixes=REFUSED %}
//
// FINE-DAG: child: fine
// FINE-DAG: parent: fine
// FINE: exit status 0
// FINE-NOT: {{.}}
// BUSY-COUNT-8: child: fine
// BUSY: exit status 0
// REFUSED: child: 24 cuda:0 ({{.*}}) cannot be used in this process: fork made it after its parent had started to use GPUs, which drivers give a child no share of; fork before that, let the child exec a program, or choose the CPU with GPUC_DEVICE=cpu
// REFUSED-NEXT: exit status 0
// A list of the devices loads the driver too.
// DEVICES: child: 24 cuda:0
// DEVICES-NEXT: exit status 0
#include <atomic>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

[[gpu::kernel]] void add(std::span<int> xs, int x) { xs[gpu::global_idx().x] += x; }

void work(const char *who) {
  std::vector<int> xs(4096, 1);
  try {
    gpu::launch<add>(gpu::launch_config::cover(xs.size(), 64), xs, 41);
    gpu::stream s;
    s.synchronize();
    auto b = gpu::buffer<int>::zeroed(10);
    bool right = b.to_vector() == std::vector<int>(10);
    for (const int x : xs)
      right &= x == 42;
    std::printf("%s: %s\n", who, right ? "fine" : "wrong");
  } catch (const gpu::error &e) {
    std::printf("%s: %d %s\n", who, static_cast<int>(e.code()), e.what());
  }
  std::fflush(stdout);
}

int fork_and_wait(int &failures) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20); // a child that hangs ends the test
    work("child");
    std::exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  failures += status != 0;
  return status;
}

int main(int, char **arguments) {
  const std::string_view what = arguments[1];
  int failures = 0;
  gpu::buffer<int> *kept = nullptr;
  if (what == "after") {
    std::vector<int> xs(4096);
    gpu::launch<add>(gpu::launch_config::cover(xs.size(), 64), xs, 1);
    kept = new gpu::buffer<int>(100);
  }
  if (what == "devices")
    gpu::devices();
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int i = 0; what == "busy" && i < 3; ++i)
    threads.emplace_back([&] {
      while (!stop) {
        std::vector<int> xs(512);
        gpu::launch<add>(gpu::launch_config::cover(xs.size(), 16), xs, 1);
        gpu::stream s;
        gpu::buffer<int> b(10);
      }
    });
  for (int i = 0; i < (what == "busy" ? 8 : 1); ++i)
    fork_and_wait(failures);
  stop = true;
  for (std::thread &t : threads)
    t.join();
  if (what == "before" || (what == "after" && gpu::current_device().backend == "cpu"))
    work("parent");
  delete kept;
  std::printf("exit status %d\n", failures);
}
