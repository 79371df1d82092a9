// -g: the debug sections need PTX 7.0, whatever the target; ptxas takes them.
// RUN: %gpuc -g -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -gline-tables-only -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && FileCheck %s --check-prefix=LINES < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// CHECK: .version 7.0
// CHECK: .section .debug_info
// LINES: .version 6.3
#include <gpu/gpu.hpp>

struct pair {
  int first;
  float second;
};

[[gpu::kernel]] void swap_halves(std::span<const pair> in, std::span<pair> out) {
  [[gpu::shared]] static pair tile[256];
  const unsigned t = gpu::thread_idx().x;
  const std::size_t i = gpu::global_idx().x;
  tile[t] = i < in.size() ? in[i] : pair{};
  gpu::sync_threads();
  if (i < out.size())
    out[i] = tile[(t + 128) % 256];
}

int main() {
  pair data[256] = {};
  gpu::launch<swap_halves>({1, 256}, data, data);
}
