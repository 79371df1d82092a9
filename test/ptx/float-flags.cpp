// Each flag of -ffast-math reaches the device's IR, for NVIDIA and AMD alike.
// DEFINE: %{ir} = %gpuc -O1 --offload-arch=sm_70,gfx1100 --offload-device-only -S -emit-llvm %s
// DEFINE: %{check} = FileCheck %s --input-file=float-flags.sm_70.ll --check-prefixes
// DEFINE: %{check-amd} = FileCheck %s --input-file=float-flags.gfx1100.ll --check-prefixes
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %{ir} && %{check} NONE && %{check-amd} NONE
// RUN: %{ir} -ffast-math && %{check} FAST,FLUSH && %{check-amd} FAST,FLUSH
// RUN: %{ir} -ffinite-math-only && %{check} FINITE && %{check-amd} FINITE
// RUN: %{ir} -fno-signed-zeros && %{check} ZEROS && %{check-amd} ZEROS
// RUN: %{ir} -freciprocal-math && %{check} RECIPROCAL && %{check-amd} RECIPROCAL
// RUN: %{ir} -fassociative-math -fno-signed-zeros -fno-trapping-math
// RUN: %{check} ASSOCIATIVE && %{check-amd} ASSOCIATIVE
// RUN: %{ir} -fapprox-func && %{check} APPROX && %{check-amd} APPROX
// RUN: %{ir} -fgpu-approx-transcendentals && %{check} TRANSCENDENTALS && %{check-amd} TRANSCENDENTALS
// RUN: %{ir} -fmath-errno -ftrapping-math -frounding-math && %{check} NONE && %{check-amd} NONE

// NONE-LABEL: @divide(
// NONE: = fdiv float
// NONE: call float @llvm.sqrt.f32
// NONE-NOT: "denormal-fp-math
// FAST: = fdiv fast float
// FAST: call fast float @llvm.sqrt.f32
// FLUSH: "denormal-fp-math-f32"="preserve-sign,preserve-sign"
// FINITE: = fdiv nnan ninf float
// ZEROS: = fdiv nsz float
// RECIPROCAL: = fdiv arcp float
// ASSOCIATIVE: = fdiv reassoc nsz float
// APPROX: = fdiv afn float
// APPROX: call afn float @llvm.sqrt.f32
// Division and roots are none of those.
// TRANSCENDENTALS: = fdiv float
// TRANSCENDENTALS: call float @llvm.sqrt.f32
// TRANSCENDENTALS: call afn float @llvm.sin.f32
extern "C" [[gpu::kernel]] void divide(float *x, float *y) {
  x[0] = x[1] / x[2];
  x[3] = __builtin_sqrtf(x[4]);
  y[0] = __builtin_sinf(y[1]);
}
