// Launches before main and after it, from constructors and destructors of the program's objects.
// RUN: %gpuc --offload-arch=cpu %s -o %t && %t | FileCheck %s
#include <gpu/gpu.hpp>
[[gpu::kernel]] void say(int n) { gpu::println("phase {}", n); }
struct phases {
  phases() { gpu::launch<say>({}, 1); }
  ~phases() { gpu::launch<say>({}, 3); }
} object;
// CHECK: phase 1
// CHECK: phase 2
// CHECK: phase 3
int main() { gpu::launch<say>({}, 2); }
