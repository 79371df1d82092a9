// The process ends while a kernel runs: without waiting for ever, and with what the kernel has
// printed where it ends soon.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t -pthread

// A kernel of another thread on the CPU.
// RUN: %exits 3 %t exit forever | FileCheck %s --check-prefix=ENDS
// RUN: %exits 3 %t quick_exit forever | FileCheck %s --check-prefix=ENDS
// RUN: %exits 3 %t _exit forever | FileCheck %s --check-prefix=ENDS
// RUN: %exits 134 %t terminate forever | FileCheck %s --check-prefix=ENDS
// RUN: %exits 3 %t exit-in-thread forever | FileCheck %s --check-prefix=ENDS
// ENDS: ends now
// ENDS-NOT: {{.}}

// A stream's kernel that does not end and does not print.
// DEFINE: %{fake} = env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda FAKECUDA_ENDLESS=forever
// RUN: %{fake} %exits 3 %t exit forever | FileCheck %s --check-prefix=ENDS
// RUN: %{fake} %exits 3 %t quick_exit forever | FileCheck %s --check-prefix=ENDS
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 3 %t exit forever | FileCheck %s --check-prefix=ENDS %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 3 %t quick_exit forever | FileCheck %s --check-prefix=ENDS %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 3 %t _exit forever | FileCheck %s --check-prefix=ENDS %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 134 %t terminate forever | FileCheck %s --check-prefix=ENDS %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 3 %t exit-in-thread forever | FileCheck %s --check-prefix=ENDS %}

// One that may print: exit waits for it, though not for ever.
// RUN: %{fake}_printing GPUC_TIMEOUT=0.2 %exits 3 %t exit forever_printing 2>&1 | FileCheck %s --check-prefix=PRINTING
// RUN: %if gpu %{ env GPUC_DEVICE=cuda GPUC_TIMEOUT=0.5 %exits 3 %t exit forever_printing 2>&1 | FileCheck %s --check-prefixes=PRINTED,PRINTING %}
// PRINTED: begun
// PRINTING: gpu: the process ends while kernel 'forever_printing' with 1 blocks of 1 threads on cuda:0 ({{.*}}) has not; what it prints from now on is lost; call gpu::synchronize() before, or allow more than 0.{{[25]}} s with GPUC_TIMEOUT

// One that prints and ends soon.
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 3 %t exit soon | FileCheck %s --check-prefix=SOON %}
// SOON-DAG: ends now
// SOON-DAG: printed later

// A destructor of a static object that is older than the driver's first use.
// RUN: %t late nothing | FileCheck %s --check-prefix=LATE-CPU
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda %t late nothing | FileCheck %s --check-prefix=LATE
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t late nothing | FileCheck %s --check-prefix=LATE %}
// LATE-CPU: fine
// LATE: {{fine|.*the process ends.*}}
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <gpu/gpu.hpp>
#include <string_view>
#include <thread>
#include <unistd.h>

[[gpu::kernel]] void forever(volatile int *p) {
  while (*p == 0)
    ;
}
[[gpu::kernel]] void forever_printing(volatile int *p) {
  gpu::println("begun");
  while (*p == 0)
    ;
  gpu::println("ended");
}
[[gpu::kernel]] void soon(volatile int *p) {
  for (int i = 0; i < 1000000; ++i)
    *p = i;
  gpu::println("printed later");
}

template <auto Kernel> void start(int *p) {
  if (gpu::current_device().backend == "cpu")
    std::thread([p] { gpu::launch<Kernel>({}, p); }).detach();
  else
    (new gpu::stream)->launch<Kernel>({}, p);
}

[[gpu::kernel]] void nothing(int *) {}

struct late_user {
  ~late_user() {
    if (!active)
      return;
    try {
      gpu::launch<nothing>({}, nullptr);
      std::puts("fine");
    } catch (const gpu::error &e) {
      std::puts(e.what());
    }
  }
  bool active = false;
} late;

int main(int, char **arguments) {
  const std::string_view how = arguments[1], what = arguments[2];
  alarm(60);
  auto *zero = new auto(gpu::buffer<int>::zeroed(1));
  if (how == "late") {
    late.active = true;
    gpu::launch<nothing>({}, zero->data());
    return 0;
  }
  if (what == "forever")
    start<forever>(zero->data());
  else if (what == "soon")
    start<soon>(zero->data());
  else
    start<forever_printing>(zero->data());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::puts("ends now");
  std::fflush(stdout);
  if (how == "quick_exit")
    std::quick_exit(3);
  if (how == "_exit")
    _exit(3);
  if (how == "terminate")
    std::terminate();
  if (how == "exit-in-thread")
    std::thread([] { std::exit(3); }).join();
  std::exit(3);
}
