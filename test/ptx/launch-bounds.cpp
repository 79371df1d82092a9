// Launch bounds, also as constant expressions and in templates.
// RUN: %gpuc --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: grep -A 4 'entry _Z4bothPi' %t.ptx | FileCheck %s --check-prefix=BOTH
// RUN: grep -A 4 'entry _Z9one_boundPi' %t.ptx | FileCheck %s --check-prefix=ONE
// RUN: grep -A 4 'entry _Z11in_templateILi32EEvPi' %t.ptx | FileCheck %s --check-prefix=TEMPLATE
// RUN: grep -A 4 'entry _Z4nonePi' %t.ptx | FileCheck %s --check-prefix=NONE
#include <gpu/gpu.hpp>

constexpr int threads = 64;

// BOTH: .maxntid 256
// BOTH-NEXT: .minnctapersm 2
[[gpu::kernel, gpu::launch_bounds(256, 2)]] void both(int *p) { *p = 1; }

// ONE: .maxntid 128
// ONE-NOT: .minnctapersm
[[gpu::kernel]] [[gpu::launch_bounds(2 * threads)]] void one_bound(int *p) { *p = 1; }

// TEMPLATE: .maxntid 32
template <int N> [[gpu::kernel, gpu::launch_bounds(N)]] void in_template(int *p) { *p = N; }

// NONE: .entry
// NONE-NOT: .maxntid
[[gpu::kernel]] void none(int *p) { *p = 1; }

int main() {
  gpu::launch<both>({}, nullptr);
  gpu::launch<one_bound>({}, nullptr);
  gpu::launch<in_template<32>>({}, nullptr);
  gpu::launch<none>({}, nullptr);
}
