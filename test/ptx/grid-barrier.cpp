// The barrier of the grid: the image has its variable and says which kernels use it; they count their
// threads at both ends. A module without such kernels has nothing of it.
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S -DWITH %s -o %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: FileCheck %s --check-prefix=WITH < %t.ptx
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S %s -o - | FileCheck %s --check-prefix=WITHOUT
// RUN: %gpuc -O0 --offload-device-only --offload-arch=sm_75 -S -DWITH %s -o %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
#include <cassert>
#include <gpu/gpu.hpp>

// WITH-DAG: .visible .global {{.*}} __gpuc_grid
// WITH-DAG: .visible .global {{.*}} __gpuc_cooperative__Z5syncsPii
// WITH-DAG: .visible .entry _Z5syncsPii
// WITH: call{{.*}} __gpuc_enter_grid
// WITH: call{{.*}} __gpuc_sync_grid
// WITH: call{{.*}} __gpuc_leave_grid
// WITH: .func {{.*}}__gpuc_sync_grid
// WITH: bar.sync 0;
// WITH: fence.acq_rel.gpu
// WITH: atom{{.*}}add.u64
// WITH: bar.sync 0;
// WITH: atom{{.*}}or.b64
// WITH: exit;
#ifdef WITH
[[gpu::kernel]] void syncs(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    p[gpu::global_idx().x] += p[i];
    gpu::sync_grid();
  }
}
#endif

// WITHOUT-NOT: grid_
// WITHOUT-NOT: __gpuc_grid
// WITHOUT-NOT: __gpuc_cooperative
[[gpu::kernel]] void plain(int *p, int n) {
  assert(n > 0);
  *p = n;
}

int main() {
#ifdef WITH
  gpu::launch<syncs>({.cooperative = true}, nullptr, 1);
#endif
  gpu::launch<plain>({}, nullptr, 1);
}
