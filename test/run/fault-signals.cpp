// SIGINT while a kernel runs: by default the process ends at once; a handler of the program's runs,
// and the kernel goes on.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t -pthread
// RUN: %exits 130 %t default
// RUN: %t handler | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda FAKECUDA_ENDLESS=until %exits 130 %t default
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 130 %t default %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t handler | FileCheck %s %}
// CHECK: interrupted, and the kernel ended
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

[[gpu::kernel]] void until(volatile int *stop) {
  while (*stop == 0)
    ;
}

std::vector<int, gpu::pinned_allocator<int>> *stop;
std::atomic<int> interrupts = 0;

int main(int, char **arguments) {
  alarm(60);
  std::signal(SIGINT, SIG_DFL); // who starts the test may have it ignored
  stop = new std::vector<int, gpu::pinned_allocator<int>>(1);
  if (arguments[1] == std::string_view("handler"))
    std::signal(SIGINT, [](int) {
      ++interrupts;
      *static_cast<volatile int *>(stop->data()) = 1;
    });
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(getpid(), SIGINT);
  }).detach();
  gpu::launch<until>({.blocks = 4, .threads = 32}, stop->data());
  if (interrupts == 1)
    std::puts("interrupted, and the kernel ended");
}
