// More than 4096 bytes of arguments need PTX 8.1; others stay with what the target needs.
// RUN: %gpuc --offload-arch=sm_70 --offload-device-only -S -O2 -DCOUNT=2000 %s -o %t.large.ptx
// RUN: FileCheck %s --check-prefix=LARGE < %t.large.ptx
// RUN: %ptxas -arch=sm_90 %t.large.ptx
// RUN: %gpuc --offload-arch=sm_70 --offload-device-only -S -O2 -DCOUNT=20 %s -o - | FileCheck %s --check-prefix=SMALL
// RUN: %gpuc --offload-arch=sm_100 --offload-device-only -S -O2 -DCOUNT=2000 %s -o - | FileCheck %s --check-prefix=NEWER
// LARGE: .version 8.1
// SMALL: .version 6.0
// NEWER: .version 8.6
#include <gpu/gpu.hpp>

struct block {
  int value[COUNT];
};
[[gpu::kernel]] void pick(block b, int i, int *out) { *out = b.value[i]; }
