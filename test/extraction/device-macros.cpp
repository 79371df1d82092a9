// What a kernel calls only under the device's macros is kept.
// RUN: %gpuc --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S %s -o - | FileCheck %s --check-prefix=NVPTX
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx1100 -S %s -o - | FileCheck %s --check-prefix=AMDGPU
#include <gpu/gpu.hpp>

int for_device(int x) { return 2 * x + 1; }
int for_nvptx(int x) { return x + 1111; }
int for_amdgpu(int x) { return x + 2222; }

[[gpu::kernel]] void k(int *p) {
#ifdef __GPUC_DEVICE__
  *p = for_device(20);
#if defined(__GPUC_TARGET_NVPTX__)
  *p = for_nvptx(*p);
#elif defined(__GPUC_TARGET_AMDGPU__)
  *p = for_amdgpu(*p);
#elif !defined(__GPUC_TARGET_CPU__)
#error "no target macro"
#endif
#endif
}
// NVPTX: 1152
// AMDGPU: {{2263|0x8d7}}

int main() {
  gpu::buffer<int> b(1);
  gpu::launch<k>({}, b.data());
  int x = 0;
  b.copy_to(std::span(&x, 1));
  return x == 41 ? 0 : 1;
}
