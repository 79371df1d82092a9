// Arguments that host and device lay out differently: an error at the kernel that names the first
// member that differs, and how.
// RUN: %exits 1 %gpuc --offload-arch=sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not ls %t.o
#include <gpu/gpu.hpp>

struct extra_on_device {
  int a;
#ifdef __GPUC_DEVICE__
  int b;
#endif
  int c;
};
// CHECK-DAG: argument-layouts.cpp:[[#@LINE+1]]:22: error: host and device do not agree on an argument of kernel 'k1': 'extra_on_device' has member 'b' for sm_75, but not on the host; its definition must not depend on the side that compiles it, nor have members of a type that differs, such as 'long double'
[[gpu::kernel]] void k1(extra_on_device x) {}

struct missing_on_device {
  int a;
#ifndef __GPUC_DEVICE__
  int b;
#endif
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k2': 'missing_on_device' has member 'b' on the host, but not for sm_75;
[[gpu::kernel]] void k2(missing_on_device x) {}

struct order {
#ifdef __GPUC_DEVICE__
  int a, b;
#else
  int b, a;
#endif
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k3': 'order' has member 'b' at another place among the others on the host than for sm_75;
[[gpu::kernel]] void k3(int n, order x) {}

struct offset {
  char a;
#ifdef __GPUC_DEVICE__
  alignas(16)
#endif
  double b;
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k4': 'offset' has member 'b' at offset 8 on the host, 16 for sm_75;
[[gpu::kernel]] void k4(offset x) {}

struct has_long_double {
  int n;
  long double x;
};
struct outer {
  int m;
  has_long_double in[2];
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k5': member 'x' of 'has_long_double' takes 16 bytes on the host, 8 for sm_75;
[[gpu::kernel]] void k5(outer x) {}
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}} of kernel 'k6': member 'x' of 'has_long_double' takes 16 bytes on the host, 8 for sm_75;
[[gpu::kernel]] void k6(std::span<const outer> xs) {}
// CHECK-DAG: :[[#@LINE+1]]:37: error: parameter 'x' of kernel 'k7' has type 'long double', which takes 16 bytes on the host, 8 for sm_75; use a type that both sides have, such as 'double'
[[gpu::kernel]] void k7(long double x) {}

struct empty {};
struct first {
  int n;
};
struct bases : first
#ifdef __GPUC_DEVICE__
    ,
               empty
#endif
{
  int m;
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k8': 'bases' has base class 'empty' for sm_75, but not on the host;
[[gpu::kernel]] void k8(bases x) {}

struct bits {
  unsigned a : 3;
#ifdef __GPUC_DEVICE__
  unsigned b : 5;
#else
  unsigned b : 6;
#endif
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k9': member 'b' of 'bits' takes 6 bits on the host, 5 for sm_75;
[[gpu::kernel]] void k9(bits x) {}

#ifdef __GPUC_DEVICE__
using real = float;
#else
using real = int;
#endif
struct types {
  real x;
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k10': member 'x' of 'types' has type 'int' on the host, 'float' for sm_75;
[[gpu::kernel]] void k10(types x) {}

struct
#ifdef __GPUC_DEVICE__
    alignas(8)
#endif
    aligned {
  int n[2];
};
// CHECK-DAG: :[[#@LINE+1]]:22: error: {{.*}} of kernel 'k11': 'aligned' is aligned to 4 bytes on the host, 8 for sm_75;
[[gpu::kernel]] void k11(aligned x) {}

template <class T> struct wrapped {
  T value;
#ifdef __GPUC_DEVICE__
  T another;
#endif
};
// CHECK-DAG: :[[#@LINE+1]]:41: error: {{.*}} of kernel 'k12': 'wrapped<int>' has member 'another' for sm_75, but not on the host;
template <class T> [[gpu::kernel]] void k12(wrapped<T> x) {}

struct functor {
  int n;
#ifdef __GPUC_DEVICE__
  int m;
#endif
  void operator()() const {}
};
// CHECK-DAG: :[[#@LINE-7]]:8: error: host and device do not agree on the function object of a launch: 'functor' has member 'm' for sm_75, but not on the host;
// CHECK-DAG: :[[#@LINE-5]]:7: note: declared here

// What differs behind a pointer that the pointed-to object has itself is not a kernel's argument.
struct far {
  has_long_double *unseen;
};
[[gpu::kernel]] void fine(far *p, void *q, std::span<int> r) {}

int main() {
  gpu::launch<k12<int>>({}, wrapped<int>{});
  gpu::launch({}, functor{});
}
