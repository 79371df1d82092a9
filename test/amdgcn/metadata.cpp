// The notes of a code object list every kernel with its arguments as the host lays them out, in
// code object version 5, or 6 for generic processors.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx1100,gfx942,gfx90a,gfx1201,gfx11-generic -c %s
// RUN: llvm-readelf -h --notes metadata.gfx1100.hsaco | FileCheck %s -D#WAVE=32 -DARCH=gfx1100 --check-prefixes=V5,CHECK
// RUN: llvm-readelf -h --notes metadata.gfx942.hsaco | FileCheck %s -D#WAVE=64 -DARCH=gfx942 --check-prefixes=V5,CHECK
// RUN: llvm-readelf -h --notes metadata.gfx90a.hsaco | FileCheck %s -D#WAVE=64 -DARCH=gfx90a --check-prefixes=V5,CHECK
// RUN: llvm-readelf -h --notes metadata.gfx1201.hsaco | FileCheck %s -D#WAVE=32 -DARCH=gfx1201 --check-prefixes=V5,CHECK
// RUN: llvm-readelf -h --notes metadata.gfx11-generic.hsaco | FileCheck %s -D#WAVE=32 -DARCH=gfx11-generic --check-prefixes=V6,CHECK
#include <gpu/gpu.hpp>

struct mixed {
  char c;
  double d;
  short s[3];
};

// V5: ABI Version: 3
// V6: ABI Version: 4
// CHECK: Type: DYN
// CHECK: amdhsa.kernels:
// CHECK: .address_space: {{global|generic}}
// CHECK: .offset: 0
// CHECK-NEXT: .size: 8
// CHECK-NEXT: .value_kind: global_buffer
// CHECK-NEXT: - .offset: 8
// CHECK-NEXT: .size: 1
// CHECK-NEXT: .value_kind: by_value
// CHECK-NEXT: - .offset: 16
// CHECK-NEXT: .size: 24
// CHECK-NEXT: .value_kind: by_value
// CHECK-NEXT: - .offset: 40
// CHECK-NEXT: .size: 16
// CHECK-NEXT: .value_kind: by_value
// CHECK: .group_segment_fixed_size: 1024
// CHECK: .kernarg_segment_align: 8
// CHECK-NEXT: .kernarg_segment_size: [[#KERNARG:]]
// CHECK: .max_flat_workgroup_size: 256
// CHECK: .name: _Z5firstPic5mixedSt4spanIfLm18446744073709551615EE
// CHECK: .symbol: _Z5firstPic5mixedSt4spanIfLm18446744073709551615EE.kd
// CHECK: .wavefront_size: [[#WAVE]]
// CHECK: .name: _Z6secondv
// CHECK: .wavefront_size: [[#WAVE]]
// CHECK: amdhsa.target: amdgcn-amd-amdhsa--[[ARCH]]
[[gpu::kernel, gpu::launch_bounds(256)]] void first(int *p, char c, mixed m, std::span<float> s) {
  [[gpu::shared]] static float tile[256];
  const unsigned t = gpu::thread_idx().x;
  tile[t] = s[t];
  gpu::sync_threads();
  *p = c + m.s[1] + static_cast<int>(tile[255 - t]);
}
[[gpu::kernel]] void second() {}
int main() {
  gpu::launch<first>({}, nullptr, 'c', mixed{}, std::span<float>());
  gpu::launch<second>({});
}
