// The mode that AMD kernels start in follows the options about denormal numbers.
// DEFINE: %{asm} = %gpuc -O2 --offload-arch=gfx90a --offload-device-only -S %s -o -
// RUN: %{asm} | FileCheck %s --check-prefixes=KEPT,KEPT-DOUBLE
// RUN: %{asm} -fgpu-flush-denormals-to-zero | FileCheck %s --check-prefixes=FLUSHED,KEPT-DOUBLE
// RUN: %{asm} -ffast-math | FileCheck %s --check-prefixes=FLUSHED,KEPT-DOUBLE
// RUN: %{asm} -fdenormal-fp-math=preserve-sign | FileCheck %s --check-prefixes=FLUSHED,FLUSHED-DOUBLE
// KEPT: .amdhsa_float_denorm_mode_32 3
// FLUSHED: .amdhsa_float_denorm_mode_32 0
// KEPT-DOUBLE: .amdhsa_float_denorm_mode_16_64 3
// FLUSHED-DOUBLE: .amdhsa_float_denorm_mode_16_64 0
extern "C" [[gpu::kernel]] void functions(float *x) { x[0] = __builtin_expf(x[1]); }
