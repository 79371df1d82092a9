// Two lambdas that one expansion of a macro makes stand at one place: refused with what to do, or
// compiled right, never mixed up.
// RUN: %exits 1 %gpuc --offload-arch=cpu %s -o %t 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>
#define BOTH(p)                                        \
  gpu::launch(gpu::launch_config{}, [=] { *p += 1; }); \
  gpu::launch(gpu::launch_config{}, [=] { *p *= 3; })

int main() {
  gpu::buffer<int> b = gpu::buffer<int>::zeroed(1);
  int *p = b.data();
  // CHECK: error: kernel 'invoke_kernel<(lambda at {{.*}}:13:3)>' is instantiated with two lambdas that stand at the same place of the source; write them on separate lines, outside the macro
  BOTH(p);
}
