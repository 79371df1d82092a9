// Denormal numbers are kept, or flushed where an option says so: in the maths library's functions,
// inlined or not, as in the source's own.
// DEFINE: %{ptx} = %gpuc -O2 --offload-arch=sm_70 --offload-device-only -S %s -o -
// RUN: %{ptx} | FileCheck %s --check-prefix=KEPT
// RUN: %{ptx} -fgpu-flush-denormals-to-zero | FileCheck %s --check-prefixes=FLUSHED,EXACT
// RUN: %{ptx} -fdenormal-fp-math=preserve-sign | FileCheck %s --check-prefixes=FLUSHED,EXACT
// RUN: %{ptx} -Xclang -fdenormal-fp-math-f32=preserve-sign | FileCheck %s --check-prefixes=FLUSHED,EXACT
// RUN: %{ptx} -ffast-math | FileCheck %s --check-prefixes=FLUSHED,FAST
// RUN: %{ptx} -ffast-math -fno-gpu-flush-denormals-to-zero | FileCheck %s --check-prefix=KEPT
// KEPT-NOT: .ftz
// KEPT-LABEL: entry {{.*}}product
// KEPT-NOT: .ftz
// KEPT-LABEL: entry {{.*}}functions
// KEPT-NOT: .ftz

// FLUSHED-LABEL: entry {{.*}}product
// FLUSHED: mul{{(.rn)?}}.ftz.f32
// In double there is no such mode.
// FLUSHED: mul{{(.rn)?}}.f64
extern "C" [[gpu::kernel]] void product(float *x, double *y) {
  *x *= x[1];
  *y *= y[1];
}

// FLUSHED-LABEL: entry {{.*}}functions
// FLUSHED-NOT: {{(add|mul|fma|sub)(.rn)?.f32}}
// EXACT: fma.rn.ftz.f32
// FAST-NOT: approx.f32
// FAST: lg2.approx.ftz.f32
// FAST: ex2.approx.ftz.f32
// FAST-NOT: approx.f32
extern "C" [[gpu::kernel]] void functions(float *x) {
  x[0] = __builtin_powf(x[1], x[2]);
  x[3] = __builtin_erff(x[4]);
  x[5] = __builtin_logf(x[6]);
}
