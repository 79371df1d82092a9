// An argument list over what a target takes: an error at the kernel for each such target.
// RUN: %exits 1 %gpuc --offload-arch=sm_60,sm_70,sm_90,gfx1100,cpu -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not ls %t.o
// RUN: %gpuc --offload-arch=gfx1100,cpu -c %s -o %t.o
#include <gpu/gpu.hpp>

template <int N> struct block {
  int value[N];
};

// CHECK-DAG: too-many-arguments.cpp:[[#@LINE+1]]:22: error: kernel 'fits_sm_70' takes 32764 bytes of arguments, more than the 4096 that sm_60 allows; pass a pointer to device memory that holds them
[[gpu::kernel]] void fits_sm_70(int a, block<8190> b) {}
// CHECK-DAG: :[[#@LINE+3]]:22: error: kernel 'fits_none' takes 32768 bytes of arguments, more than the 4096 that sm_60 allows;
// CHECK-DAG: :[[#@LINE+2]]:22: error: kernel 'fits_none' takes 32768 bytes of arguments, more than the 32764 that sm_70 allows;
// CHECK-DAG: :[[#@LINE+1]]:22: error: kernel 'fits_none' takes 32768 bytes of arguments, more than the 32764 that sm_90 allows;
[[gpu::kernel]] void fits_none(int a, block<8191> b) {}
[[gpu::kernel]] void fits_all(int a, block<1023> b) {}

int main() {
  block<1024> b{};
  // CHECK-DAG: :[[#@LINE+1]]:19: error: kernel '{{.*}}invoke_kernel<(lambda at {{.*}})>' takes 4100 bytes of arguments, more than the 4096 that sm_60 allows;
  gpu::launch({}, [=, n = 1] { (void)b, (void)n; });
}
