// The barrier of the grid: the image has its variable and says which kernels use it; they count their
// threads at both ends, and a thread that fails breaks the barrier.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx90a,gfx1100,gfx1201 -c %s
// RUN: llvm-readelf --dyn-syms grid-barrier.gfx1201.hsaco | FileCheck %s --check-prefix=SYMBOLS
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx90a -S %s -o - | FileCheck %s
#include <cassert>
#include <gpu/gpu.hpp>

// SYMBOLS-DAG: OBJECT {{.*}} __gpuc_grid{{$}}
// SYMBOLS-DAG: OBJECT {{.*}} __gpuc_cooperative__Z5syncsPii{{$}}
// SYMBOLS-NOT: __gpuc_cooperative__Z5plainPii

// Stores are out before the block's own barrier.
// CHECK-LABEL: __gpuc_sync_grid:
// CHECK: s_waitcnt vmcnt(0)
// CHECK: s_barrier
// CHECK: global_atomic_add_x2
// CHECK: s_sleep
// CHECK: s_barrier
// CHECK: buffer_wbinvl1
// CHECK: {{flat|global}}_atomic_or_x2
// CHECK: s_endpgm
[[gpu::kernel]] void syncs(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    p[gpu::global_idx().x] += p[i];
    gpu::sync_grid();
  }
}

[[gpu::kernel]] void plain(int *p, int n) {
  assert(n > 0);
  *p = n;
}

int main() {
  gpu::launch<syncs>({.cooperative = true}, nullptr, 1);
  gpu::launch<plain>({}, nullptr, 1);
}
