// A kernel made of a lambda is the right one whatever other lambdas the host mangles first, with
// debug information too, whose template parameters name kernels early.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 -g --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O0 -g --offload-arch=cpu %s -o %t && %t
#include <gpu/gpu.hpp>
#include <vector>

template <class F> [[gpu::kernel]] void apply(std::span<int> out, F f) { out[0] = f(); }
template <class F> int run(F f) {
  std::vector<int> out(1);
  gpu::launch<apply<F>>({}, out, f);
  return out[0];
}
static auto one = [] { return 1; };
static auto two = [] { return 2; };

int main() {
  auto generic = [](auto x) { return x; };
  if (generic(two()) != 2)
    return 1;
  const int three = 3;
  return run(one) == 1 && run(two) == 2 && run([three] { return three; }) == 3 ? 0 : 2;
}
