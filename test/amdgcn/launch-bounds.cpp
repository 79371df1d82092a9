// Launch bounds: the most threads of a block, and as waves a SIMD unit the blocks of a
// multiprocessor, which has four such units; a wave has 64 threads before RDNA, 32 since.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx90a,gfx1100,gfx11-generic -S -emit-llvm %s
// RUN: FileCheck %s --check-prefixes=CHECK,WAVE64 < launch-bounds.gfx90a.ll
// RUN: FileCheck %s --check-prefixes=CHECK,WAVE32 < launch-bounds.gfx1100.ll
// RUN: FileCheck %s --check-prefixes=CHECK,WAVE32 < launch-bounds.gfx11-generic.ll
#include <gpu/gpu.hpp>

// CHECK: define protected amdgpu_kernel void @_Z4bothPi({{.*}} #[[BOTH:[0-9]+]]
// CHECK: define protected amdgpu_kernel void @_Z3onePi({{.*}} #[[ONE:[0-9]+]]
// CHECK: attributes #[[BOTH]] = { {{.*}}"amdgpu-flat-work-group-size"="1,256"
// WAVE64-SAME: "amdgpu-waves-per-eu"="4"
// WAVE32-SAME: "amdgpu-waves-per-eu"="8"
// CHECK: attributes #[[ONE]] = { {{.*}}"amdgpu-flat-work-group-size"="1,128"
// CHECK-NOT: amdgpu-waves-per-eu
[[gpu::kernel, gpu::launch_bounds(256, 4)]] void both(int *p) { *p = 1; }
[[gpu::kernel, gpu::launch_bounds(128)]] void one(int *p) { *p = 1; }

int main() {
  gpu::launch<both>({}, nullptr);
  gpu::launch<one>({}, nullptr);
}
