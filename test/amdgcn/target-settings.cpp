// xnack and sramecc settings are in the code object's target.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc --offload-device-only --offload-arch=gfx90a:xnack+,gfx90a:sramecc-:xnack-,gfx942 -c %s
// RUN: llvm-readelf -h --notes target-settings.gfx90a_xnack+.hsaco | FileCheck %s --check-prefix=ON
// RUN: llvm-readelf -h --notes target-settings.gfx90a_sramecc-_xnack-.hsaco | FileCheck %s --check-prefix=OFF
// RUN: llvm-readelf -h --notes target-settings.gfx942.hsaco | FileCheck %s --check-prefix=ANY
#include <gpu/gpu.hpp>

// ON: amdhsa.target: {{'?}}amdgcn-amd-amdhsa--gfx90a:xnack+{{'?}}
// OFF: amdhsa.target: {{'?}}amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack-{{'?}}
// ANY: amdhsa.target: amdgcn-amd-amdhsa--gfx942
[[gpu::kernel]] void k(int *p) { *p = 1; }
int main() { gpu::launch<k>({}, nullptr); }
