// Dynamic shared memory: as large as the launch says, one for each block, beside static arrays.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>

[[gpu::kernel]] void reverse(int *data) {
  [[gpu::shared]] static unsigned bytes;
  int *tile = gpu::dynamic_shared<int>();
  const unsigned t = gpu::thread_idx().x, n = gpu::block_dim().x;
  int *mine = data + gpu::block_idx().x * n;
  if (t == 0)
    bytes = static_cast<unsigned>(gpu::dynamic_shared_bytes());
  tile[t] = mine[t];
  gpu::sync_threads();
  mine[t] = tile[n - 1 - t] + (bytes == n * sizeof(int) ? 0 : 1000000);
}

int main() {
  int in[1000], out[1000];
  for (int i = 0; i < 1000; ++i)
    in[i] = i;
  gpu::buffer<int> b(in);
  gpu::launch<reverse>(gpu::launch_config{.blocks = 4, .threads = 250, .shared_bytes = 1000},
                       b.data());
  b.copy_to(out);
  for (int i = 0; i < 1000; ++i)
    if (out[i] != i / 250 * 250 + 249 - i % 250)
      return std::printf("%d: %d\n", i, out[i]), 1;
}
