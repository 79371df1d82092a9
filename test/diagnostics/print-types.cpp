// What cannot be printed is refused with what can.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>
struct point { int x, y; };
// CHECK: error: static assertion failed{{.*}}gpu::print takes bool, char, integers, float, double, strings and pointers to void; convert other arguments to one of these
// CHECK: print-types.cpp:[[#@LINE+1]]:{{[0-9]+}}: note:
[[gpu::kernel]] void k(point p) { gpu::println("{}", p); }
int main() { gpu::launch<k>({}, point{}); }
