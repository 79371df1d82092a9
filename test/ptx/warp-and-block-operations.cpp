// Every barrier, warp and block operation becomes PTX that ptxas takes, for old and new targets.
// RUN: rm -rf %t && mkdir %t && cd %t && %gpuc -O2 --offload-device-only --offload-arch=sm_70,sm_90 -S %s
// RUN: FileCheck %s < warp-and-block-operations.sm_70.ptx
// RUN: %ptxas -arch=sm_90 warp-and-block-operations.sm_70.ptx
// RUN: %ptxas -arch=sm_90 warp-and-block-operations.sm_90.ptx
#include <atomic>
#include <gpu/gpu.hpp>

// CHECK-DAG: shfl.sync
// CHECK-DAG: vote.sync.ballot
// CHECK-DAG: vote.sync.any
// CHECK-DAG: vote.sync.all
// CHECK-DAG: bar.warp.sync
// CHECK-DAG: bar.sync 0
// CHECK-DAG: atom.{{.*}}add.u32
[[gpu::kernel]] void k(unsigned *p, double *d) {
  const unsigned i = gpu::thread_idx().x;
  unsigned x = p[i];
  x += gpu::shuffle(x, 3) + gpu::shuffle_up(x, 1) + gpu::shuffle_down(x, 1) +
       gpu::shuffle_xor(x, 16);
  x += static_cast<unsigned>(gpu::ballot(x & 1)) + gpu::any(x == 7) + gpu::all(x != 9);
  gpu::sync_warp();
  x += gpu::warp_sum(x) + gpu::warp_inclusive_scan(x) + gpu::warp_exclusive_scan(x);
  x += gpu::block_sum(x) + gpu::block_min(x) + gpu::block_max(x) + gpu::block_inclusive_scan(x) +
       gpu::block_exclusive_scan(x);
  gpu::sync_threads();
  x += gpu::sync_threads_count(x & 2) + gpu::sync_threads_or(x & 4) + gpu::sync_threads_and(x & 8);
  std::atomic_ref<unsigned>(p[0]).fetch_add(x, std::memory_order_relaxed);
  d[i] = gpu::block_sum(d[i]) + gpu::warp_max(d[i]);
}
int main() { gpu::launch<k>({}, nullptr, nullptr); }
