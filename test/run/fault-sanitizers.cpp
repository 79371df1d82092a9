// A program whose host code is compiled with AddressSanitizer runs on the CPU without a report, also
// in a child of fork and with threads that launch; what it does wrong itself is reported.
// RUN: %gpuc -O1 -g -fsanitize=address,undefined --offload-arch=cpu %s -o %t -pthread
// RUN: env GPUC_CPU_THREADS=3 %t 2>&1 | FileCheck %s
// RUN: not env GPUC_CPU_THREADS=3 %t overflow 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// CHECK: child 0, parent right
// CHECK-NOT: {{.}}
// OVERFLOW: ERROR: AddressSanitizer: heap-buffer-overflow
#include <cstdio>
#include <gpu/gpu.hpp>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

[[gpu::kernel]] void add(std::span<int> xs, int x) { xs[gpu::global_idx().x] += x; }
[[gpu::kernel]] void tell(int x) { gpu::print("{}", x == 0 ? "" : "wrong\n"); }

bool works() {
  std::vector<int> xs(1024, 1);
  gpu::buffer<int> b(xs);
  gpu::stream s;
  gpu::launch<add>(gpu::launch_config::cover(xs.size(), 64), xs, 2);
  s.launch<add>(gpu::launch_config::cover(xs.size(), 64), b.span(), 2);
  s.synchronize();
  gpu::launch<tell>({}, 0);
  try {
    gpu::launch<add>({.threads = 5000}, xs, 1);
    return false;
  } catch (const gpu::error &) {
  }
  return xs == std::vector<int>(1024, 3) && b.to_vector() == xs;
}

int main(int argc, char **) {
  if (argc > 1) {
    auto *p = new int[4];
    gpu::launch<add>({.threads = 4}, std::span(p, 4), 1);
    return p[argc + 2];
  }
  std::thread a(works), b(works);
  const bool right = works();
  a.join();
  b.join();
  const pid_t child = fork();
  if (child == 0)
    _exit(!works()); // the memory of threads that it lacks is not its own to free
  int status = -1;
  waitpid(child, &status, 0);
  std::printf("child %d, parent %s\n", status, right && works() ? "right" : "wrong");
}
