// A coroutine that a kernel reaches is an error on AMD GPUs, at the coroutine; others may be there.
// RUN: not %gpuc --offload-arch=gfx1100 --offload-device-only %s -o %t 2>&1 | FileCheck %s
// RUN: %gpuc -DHIDDEN --offload-arch=gfx1100,sm_75 %s -o %t
// CHECK-NOT: Stack dump
#include <coroutine>
#include <gpu/gpu.hpp>

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

inline task of_host(int *p) {
  *p = 2;
  co_return;
}

// CHECK: coroutine-amdgcn.cpp:[[#@LINE+1]]:{{.*}} error: coroutine 'count<int>' is reached by kernels, and coroutines are not supported on AMD GPUs; leave their targets out
template <class T> task count(T *p) {
  ++*p;
  co_return;
}

[[gpu::kernel]] void run(int *p) {
#if !defined(HIDDEN) || !defined(__GPUC_TARGET_AMDGPU__)
  task t = count(p);
  t.handle.resume();
  t.handle.destroy();
#endif
}

int main() {
  int n = 0;
  of_host(&n).handle.resume();
  gpu::launch<run>({}, &n);
}
