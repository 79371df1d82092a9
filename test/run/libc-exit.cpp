// exit in a kernel ends the program once the kernel has ended.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t
// RUN: not %t | FileCheck %s
#include <cstdio>
#include <cstdlib>
#include <gpu/gpu.hpp>

[[gpu::kernel]] void leave() {
  std::printf("leaving\n");
  std::exit(3);
}

int main() {
  std::printf("before\n");
  std::fflush(stdout);
  gpu::launch<leave>({});
  std::printf("not reached\n");
}
// CHECK: before
// CHECK-NEXT: leaving
// CHECK-NOT: not reached
