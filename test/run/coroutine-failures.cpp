// A coroutine of a kernel may fail and ask for its thread, on the CPU too.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t 2>/dev/null | FileCheck %s
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t 2>/dev/null | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t 2>/dev/null | FileCheck %s %}
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <vector>

struct task {
  struct promise_type {
    task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static task number(unsigned *p, bool fail) {
  *p = gpu::thread_idx().x + 1;
  co_await std::suspend_always();
  if (fail)
    std::abort();
  *p += gpu::block_dim().x;
}

[[gpu::kernel]] void run(std::span<unsigned> out, bool fail) {
  task t = number(&out[gpu::thread_idx().x], fail);
  t.handle.resume();
  t.handle.resume();
  t.handle.destroy();
}

int main() {
  std::vector<unsigned> out(3);
  // CHECK: 4 5 6
  gpu::launch<run>({.threads = 3}, out, false);
  std::printf("%u %u %u\n", out[0], out[1], out[2]);
  // CHECK: coroutine-failures.cpp:28: abort was called
  try {
    gpu::launch<run>({.threads = 3}, out, true);
  } catch (const gpu::device_error &error) {
    std::printf("%s\n", error.what());
  }
}
