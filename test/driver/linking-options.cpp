// Kernels keep their identity through link-time optimisation and the folding of identical code.
// RUN: %gpuc -O2 -ffunction-sections -Wl,--icf=all --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 -flto --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 -flto=thin --offload-arch=cpu -c %s -o %t.o && %gpuc -flto=thin %t.o -o %t && %t
#include <gpu/gpu.hpp>
#include <vector>

[[gpu::kernel]] void first(std::span<int> out) { out[0] = 1; }
[[gpu::kernel]] void second(std::span<int> out) { out[0] = 2; }

int main() {
  std::vector<int> out(1);
  gpu::launch<first>({}, out);
  if (out[0] != 1)
    return 1;
  gpu::launch<second>({}, out);
  return out[0] == 2 ? 0 : 2;
}
