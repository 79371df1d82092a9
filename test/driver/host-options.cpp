// Options for the host's code (hardening, reports, names of sections) do not reach GPU code.
// RUN: %gpuc -O2 -fcf-protection -fstack-protector-strong -fstack-clash-protection -D_FORTIFY_SOURCE=2 -fpatchable-function-entry=2 -finstrument-functions -c --offload-arch=sm_75,gfx1100 %s -o %t.o
// RUN: %gpuc -ftime-report -c --offload-arch=cpu %s -o %t.o 2>&1 | FileCheck %s
// CHECK: time report
#include <gpu/gpu.hpp>

[[gpu::kernel]] void k(int *p) { *p = 1; }
int main() { gpu::launch<k>({}, nullptr); }
