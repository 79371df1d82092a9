// Block-shared variables lie in .shared, once each, and are not initialised; dynamic shared memory
// is an extern array.
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -O0 --offload-device-only --offload-arch=sm_75 -S %s -o %t.O0.ptx
// RUN: %ptxas -arch=sm_75 %t.O0.ptx
#include <gpu/gpu.hpp>

struct pair {
  float a;
  int b;
};
[[gpu::shared]] static int at_namespace_scope[8];

// CHECK-DAG: .shared .align 4 .b8 {{.*}}at_namespace_scope{{.*}}[32];
// CHECK-DAG: .shared .align 4 .b8 {{.*}}tile{{.*}}[1024];
// CHECK-DAG: .shared .align {{4|8|16}} .b8 {{.*}}pairs{{.*}}[64];
// CHECK-DAG: .extern .shared .align 16 .b8 {{.*}}[];
// CHECK-DAG: .entry _Z1kPf(
// CHECK: st.shared
// CHECK: bar.sync 0;
// CHECK: ld.shared
[[gpu::kernel]] void k(float *p) {
  [[gpu::shared]] static float tile[256];
  [[gpu::shared]] static pair pairs[8];
  const unsigned t = gpu::thread_idx().x;
  tile[t] = p[t];
  pairs[t & 7].b = static_cast<int>(t);
  at_namespace_scope[t & 7] = 1;
  gpu::dynamic_shared<float>()[t] = p[t + 1];
  gpu::sync_threads();
  p[t] = tile[255 - t] + gpu::dynamic_shared<float>()[t ^ 1] +
         static_cast<float>(pairs[1].b + at_namespace_scope[t & 7]);
}
int main() { gpu::launch<k>({}, nullptr); }
