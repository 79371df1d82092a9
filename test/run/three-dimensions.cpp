// Indices and extents in three dimensions: each thread of the grid once, with its own place.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

[[gpu::kernel]] void mark(unsigned *out) {
  const auto g = gpu::global_idx();
  const auto b = gpu::block_idx(), t = gpu::thread_idx();
  const auto bd = gpu::block_dim(), gd = gpu::grid_dim();
  const std::size_t w = std::size_t{gd.x} * bd.x, h = std::size_t{gd.y} * bd.y;
  const bool right = g.x == b.x * bd.x + t.x && g.y == b.y * bd.y + t.y &&
                     g.z == b.z * bd.z + t.z &&
                     gpu::thread_rank() == t.x + bd.x * (t.y + bd.y * t.z) &&
                     gpu::block_rank() == b.x + gd.x * (b.y + std::size_t{gd.y} * b.z) &&
                     gpu::lane_id() == gpu::thread_rank() % gpu::warp_size();
  out[g.x + w * (g.y + h * g.z)] += right ? 1 : 1000;
}

int main() {
  auto b = gpu::buffer<unsigned>::zeroed(3 * 4 * 5 * 2 * 7 * 2);
  gpu::launch<mark>(gpu::launch_config{.blocks = {3, 2, 2}, .threads = {4, 7, 5}}, b.data());
  for (unsigned x : b.to_vector())
    if (x != 1)
      return std::printf("%u\n", x), 1;
}
