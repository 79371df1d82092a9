// Kernel templates: instantiated by launches, explicitly, with values, packs and types of the file.
// RUN: %gpuc --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
#include <gpu/gpu.hpp>
#include <cstdio>

namespace app {
struct pair { int a, b; };
enum class mode { once, twice };
template <class T> T zero() { return T{}; }
} // namespace app

template <class T, int N> [[gpu::kernel]] void store(T *p) { *p = app::zero<T>(); p->a = N; }
template <app::mode M> [[gpu::kernel]] void scale(int *p) { *p *= M == app::mode::twice ? 2 : 1; }
template <class... T> [[gpu::kernel]] void sum(int *p, T... values) { *p = (0 + ... + values); }
template <class T> [[gpu::kernel]] void explicitly(T *p) { *p = 1; }
template void explicitly<double>(double *);
template <class T> struct holder {
  template <class U> [[gpu::kernel]] static void member(T *p, U x) { *p = static_cast<T>(x); }
};

// CHECK-DAG: .entry _Z5storeIN3app4pairELi5EEvPT_(
// CHECK-DAG: .entry _Z5scaleILN3app4modeE1EEvPi(
// CHECK-DAG: .entry _Z3sumIJilcEEvPiDpT_(
// CHECK-DAG: .entry _Z10explicitlyIdEvPT_(
// CHECK-DAG: .entry _ZN6holderIiE6memberIfEEvPiT_(

int main() {
  gpu::buffer<app::pair> pairs(1);
  gpu::launch<store<app::pair, 5>>({}, pairs.data());
  app::pair p{};
  pairs.copy_to(std::span(&p, 1));
  gpu::buffer<int> b(1);
  int x = 0;
  gpu::launch<sum<int, long, char>>({}, b.data(), 1, 2L, 'A');
  gpu::launch<scale<app::mode::twice>>({}, b.data());
  b.copy_to(std::span(&x, 1));
  gpu::launch<holder<int>::member<float>>({}, b.data(), 2.5f);
  int y = 0;
  b.copy_to(std::span(&y, 1));
  if (p.a != 5 || p.b != 0 || x != 2 * (1 + 2 + 'A') || y != 2)
    return std::printf("%d %d %d %d\n", p.a, p.b, x, y), 1;
}
