// A function that stays because it holds a kernel's lambda may instantiate templates of its own.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && env GPUC_DEVICE=cpu %t
#include <gpu/gpu.hpp>
#include <vector>

template <class F> [[gpu::kernel]] void apply(std::span<int> out, F f) { out[0] = f(10); }
template <class F> void inner(F f) { f(); }
template <class F> void timed(F f) { inner(f); }
template <class T> struct counter {
  T value;
  void add(T x);
};
template <class T> void counter<T>::add(T x) { value += x; }

int main() {
  struct local {};
  std::vector<int> out(1);
  auto less = [](int x) { return x - 1; };
  gpu::launch<apply<decltype(less)>>({}, out, less);
  counter<int> calls{};
  timed([&] { calls.add(1); });
  timed([](local = {}) {});
  return out[0] == 9 && calls.value == 1 ? 0 : 1;
}
