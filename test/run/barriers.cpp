// Barriers in loops, in called functions, under conditions that are equal in a block, and after
// threads have returned.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>

constexpr unsigned threads = 96;

void exchange(int *tile, int value, int &out) {
  const unsigned t = gpu::thread_idx().x;
  gpu::sync_threads();
  tile[t] = value;
  gpu::sync_threads();
  out = tile[(t + 1) % threads];
}

[[gpu::kernel]] void rotate(int *data, int rounds) {
  [[gpu::shared]] static int tile[threads];
  const unsigned t = gpu::thread_idx().x;
  int value = data[t], local[2] = {value, 0};
  for (int r = 0; r < rounds; ++r) {
    if (r % 2 == 0)
      exchange(tile, local[0], local[0]);
    else
      exchange(tile, local[0] + 1, local[0]);
    local[1] += local[0];
  }
  data[t] = local[0];
  data[threads + t] = local[1];
}

[[gpu::kernel]] void after_return(int *data, unsigned n) {
  [[gpu::shared]] static int tile[threads];
  const unsigned t = gpu::thread_idx().x;
  tile[t] = -1;
  if (t >= n)
    return;
  tile[t] = data[t];
  gpu::sync_threads();
  data[t] = tile[n - 1 - t];
}

int main() {
  int in[2 * threads], out[2 * threads];
  for (unsigned i = 0; i < 2 * threads; ++i)
    in[i] = static_cast<int>(i * i);
  gpu::buffer<int> b(in);
  gpu::launch<rotate>(gpu::launch_config{.threads = threads}, b.data(), 5);
  b.copy_to(out);
  for (unsigned t = 0; t < threads; ++t) {
    int value = 0, sum = 0;
    for (int r = 0; r < 5; ++r) {
      value = in[(t + r + 1) % threads] + (r + 1) / 2;
      sum += value;
    }
    if (out[t] != value || out[threads + t] != sum)
      return std::printf("rotate %u: %d %d, wanted %d %d\n", t, out[t], out[threads + t], value,
                         sum),
             1;
  }
  gpu::buffer<int> c(in);
  gpu::launch<after_return>(gpu::launch_config{.threads = threads}, c.data(), 50u);
  c.copy_to(out);
  for (unsigned t = 0; t < threads; ++t)
    if (out[t] != (t < 50 ? in[49 - t] : in[t]))
      return std::printf("after_return %u: %d\n", t, out[t]), 1;
}
