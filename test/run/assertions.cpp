// A failed assertion in a kernel stops the program and says where.
// RUN: %gpuc --offload-arch=cpu,sm_75 %s -o %t && not --crash %t 2>&1 | FileCheck %s
#include <cassert>
#include <gpu/gpu.hpp>
// CHECK: assertions.cpp:[[#@LINE+1]]: {{.*}}{{[Aa]}}ssertion {{.*}}*p == 4{{.*}}failed
[[gpu::kernel]] void k(int *p) { assert(*p == 4); }
int main() {
  auto b = gpu::buffer<int>::zeroed(1);
  gpu::launch<k>({}, b.data());
}
