// Division and roots are exact unless -ffast-math says otherwise; single flags hold in device code.
// RUN: %gpuc -O2 --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s --check-prefix=EXACT
// RUN: %gpuc -O2 -ffast-math --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s --check-prefix=FAST
// RUN: %gpuc -O2 -fapprox-func --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s --check-prefix=APPROX
// RUN: %gpuc -O2 -ffp-contract=off --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s --check-prefix=SEPARATE
#include <gpu/gpu.hpp>

#include <cmath>

// EXACT-LABEL: entry {{.*}}divide
// EXACT: div.rn.f32
// FAST-LABEL: entry {{.*}}divide
// FAST: div.approx
[[gpu::kernel]] void divide(float *x) { x[0] = x[0] / x[1]; }

// EXACT-LABEL: entry {{.*}}root
// EXACT: sqrt.rn.f32
// FAST-LABEL: entry {{.*}}root
// FAST: sqrt.approx
[[gpu::kernel]] void root(float *x) { x[0] = std::sqrt(x[0]); }

// EXACT-LABEL: entry {{.*}}sine
// EXACT-NOT: sin.approx
// FAST-LABEL: entry {{.*}}sine
// FAST: sin.approx
// APPROX-LABEL: entry {{.*}}sine
// APPROX: sin.approx
[[gpu::kernel]] void sine(float *x) { x[0] = std::sin(x[0]); }

// FAST-LABEL: entry {{.*}}power
// FAST: lg2.approx
// FAST: ex2.approx
[[gpu::kernel]] void power(float *x) { x[0] = std::pow(x[0], x[1]); }

// EXACT-LABEL: entry {{.*}}fused
// EXACT: fma.rn.f64
// SEPARATE-LABEL: entry {{.*}}fused
// SEPARATE-NOT: fma.rn.f64
// SEPARATE: mul
[[gpu::kernel]] void fused(double *x) { x[0] = x[0] * x[1] + x[2]; }
