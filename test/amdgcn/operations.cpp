// Barriers, warp and block operations, printing and dynamic shared memory compile for waves of 32
// and of 64, without and with optimisation.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx1100,gfx90a,gfx9-4-generic -S %s
// RUN: FileCheck %s < operations.gfx1100.s && FileCheck %s < operations.gfx90a.s
// RUN: %gpuc -O0 --offload-device-only --offload-arch=gfx1100,gfx90a -c %s
// RUN: llvm-readelf -sW operations.gfx90a.hsaco | FileCheck %s --check-prefix=SYMBOLS
#include <gpu/gpu.hpp>

// CHECK: s_barrier
// CHECK-DAG: {{ds_(bpermute|load|read|swizzle)|v_permlane|dpp}}
// SYMBOLS-NOT: UND {{[^ ]}}
// SYMBOLS: OBJECT {{.*}} _Z1kPjSt17basic_string_viewIcSt11char_traitsIcEE.kd
// SYMBOLS: __gpuc_services
[[gpu::kernel]] void k(unsigned *p, std::string_view name) {
  const unsigned i = gpu::thread_idx().x;
  unsigned x = p[i];
  x += gpu::shuffle(x, 3) + static_cast<unsigned>(gpu::ballot(x & 1)) + gpu::any(x == 7) +
       gpu::all(x != 9);
  x += gpu::warp_sum(x) + gpu::block_sum(x) + gpu::block_exclusive_scan(x);
  gpu::dynamic_shared<unsigned>()[i] = x;
  gpu::sync_threads();
  p[i] = gpu::dynamic_shared<unsigned>()[i ^ 1] + gpu::grid_dim().x;
  gpu::println("{} {}", name, x);
}
int main() { gpu::launch<k>({}, nullptr, ""); }
