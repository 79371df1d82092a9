// __GPUC__ everywhere; __GPUC_DEVICE__ and one target macro in device code only.
// RUN: %gpuc --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
#include <gpu/gpu.hpp>
#ifndef __GPUC__
#error "__GPUC__ is not defined"
#endif
#ifdef __GPUC_DEVICE__
static_assert(
#ifdef __GPUC_TARGET_CPU__
    1 +
#endif
#ifdef __GPUC_TARGET_NVPTX__
        1 +
#endif
#ifdef __GPUC_TARGET_AMDGPU__
        1 +
#endif
        0 == 1);
#elif defined(__GPUC_TARGET_CPU__) || defined(__GPUC_TARGET_NVPTX__) || defined(__GPUC_TARGET_AMDGPU__)
#error "a target macro in host code"
#endif
[[gpu::kernel]] void k() {}
int main() { gpu::launch<k>({}); }
