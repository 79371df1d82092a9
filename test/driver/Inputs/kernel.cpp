#include <gpu/gpu.hpp>

[[gpu::kernel]] void fill(int *out, int value) { out[gpu::global_idx().x] = value; }

int main() {
  gpu::buffer<int> out(4);
  gpu::launch<fill>(gpu::launch_config{.threads = 4}, out.data(), 3);
  int host[4];
  out.copy_to(host);
  return host[0] + host[3] == 6 ? 0 : 1;
}
