#include <gpu/gpu.hpp>

namespace {
[[gpu::kernel, gpu::launch_bounds(128, 2)]] void sum(float *xs, int n, bool all) {
  [[gpu::shared]] static float part[128];
  const unsigned t = gpu::thread_idx().x;
  part[t] = xs[t];
  gpu::sync_threads();
  if (t == 0)
    for (int i = 1; i < n; ++i)
      xs[0] += part[all ? i : 0];
}
} // namespace

template <class T> [[gpu::kernel]] void twice(T *xs) { xs[gpu::global_idx().x] *= 2; }

int main() {
  auto xs = gpu::buffer<float>::zeroed(128);
  gpu::launch<sum>({.blocks = 1, .threads = 128}, xs.data(), 128, true);
  auto ys = gpu::buffer<int>::zeroed(128);
  gpu::launch<twice<int>>({.blocks = 1, .threads = 128}, ys.data());
}
