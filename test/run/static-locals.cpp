// A static local variable of device code is initialised once, by one thread, and the others see it
// whole, also those of the same warp and those that come from other branches.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
#include <atomic>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

struct slow {
  int value = 0;
  slow(int *count, unsigned step) {
    for (unsigned i = 0; i < 1000; ++i)
      value += static_cast<int>(step | 3) & 3;
    std::atomic_ref(*count).fetch_add(1);
  }
};

[[gnu::noinline]] int get(int *count) {
  static slow only(count, gpu::global_idx().x);
  return only.value;
}

[[gpu::kernel]] void use(std::span<int> out, int *count) {
  const auto i = gpu::global_idx().x;
  if (i >= out.size())
    return;
  if (i % 3)
    out[i] = get(count);
  else
    out[i] = get(count) + 1;
}

int main() {
  std::vector<int> out(20000);
  auto count = gpu::make_box<int>(0);
  for (int round = 0; round < 2; ++round)
    gpu::launch<use>(gpu::launch_config::cover(out.size(), 128), out, count.get());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != (i % 3 ? 3000 : 3001)) {
      std::printf("thread %zu has %d\n", i, out[i]);
      return 1;
    }
  std::printf("initialised %d times\n", *count);
  return *count != 1;
}
