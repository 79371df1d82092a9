// Shuffles, votes, reductions and scans of a warp, also with lanes that take no part.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>

constexpr unsigned n = 64;

[[gpu::kernel]] void warp(int *out) {
  const unsigned t = gpu::thread_idx().x, lane = gpu::lane_id();
  const int x = static_cast<int>(t);
  int *o = out + t;
  o[0 * n] = gpu::shuffle(x, 5);
  o[1 * n] = gpu::shuffle_up(x, 1);
  o[2 * n] = gpu::shuffle_down(x, 3);
  o[3 * n] = gpu::shuffle_xor(x, 1);
  o[4 * n] = static_cast<int>(gpu::ballot(lane < 4));
  o[5 * n] = gpu::any(lane == 31) + 2 * gpu::all(lane < 31);
  o[6 * n] = gpu::warp_sum(x);
  o[7 * n] = gpu::warp_inclusive_scan(x);
  o[8 * n] = gpu::warp_exclusive_scan(x);
  o[9 * n] = gpu::warp_min(-x) + gpu::warp_max(x);
  if (lane % 2)
    o[10 * n] = gpu::warp_sum(1);
  else
    o[10 * n] = static_cast<int>(gpu::warp_sum(0.5) * 100);
}

int main() {
  gpu::buffer<int> b(11 * n);
  gpu::launch<warp>(gpu::launch_config{.threads = n}, b.data());
  int out[11][n];
  b.copy_to(std::span(&out[0][0], 11 * n));
  for (unsigned t = 0; t < n; ++t) {
    const int i = static_cast<int>(t), lane = i % 32, base = i - lane;
    const int wanted[11] = {base + 5,
                            lane ? i - 1 : i,
                            lane < 29 ? i + 3 : i,
                            i ^ 1,
                            15,
                            1,
                            base * 32 + 496,
                            base * (lane + 1) + lane * (lane + 1) / 2,
                            base * lane + lane * (lane - 1) / 2,
                            -(base + 31) + base + 31,
                            lane % 2 ? 16 : 800};
    for (int row = 0; row < 11; ++row)
      if (out[row][t] != wanted[row])
        return std::printf("row %d thread %u: %d, wanted %d\n", row, t, out[row][t], wanted[row]),
               1;
  }
}
