// A class with a copy constructor or destructor is passed by the address of the caller's object,
// and others as a copy.
// RUN: %gpuc -std=c++20 -O1 --offload-arch=sm_75 --offload-device-only -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s
#include <gpu/gpu.hpp>
struct owner {
  int *p;
  owner(int *p) : p(p) {}
  owner(const owner &o) : p(o.p + 1) {}
  ~owner() { *p = 0; }
};
struct plain {
  int a[6];
};
// CHECK-DAG: take_owner5owner(ptr nonnull
[[gnu::noinline]] static int take_owner(owner o) { return *o.p; }
// CHECK-DAG: take_plain5plain(ptr byval(%struct.plain)
[[gnu::noinline]] static int take_plain(plain s) { return s.a[3]++ + s.a[4]; }
[[gpu::kernel]] void k(int *p, plain s) {
  owner o(p);
  p[3] = take_owner(o) + take_plain(s) + s.a[3];
}
