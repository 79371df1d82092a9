// Products and functions with denormal results: kept by default, flushed with -ffast-math on every
// device and with -fgpu-flush-denormals-to-zero on GPUs.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t kept
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t kept %}
// RUN: %gpuc -O2 -ffast-math --offload-arch=cpu,sm_75 %s -o %t && %t flushed
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t flushed %}
// RUN: %if gpu %{ %gpuc -O2 -fgpu-flush-denormals-to-zero --offload-arch=sm_75 %s -o %t %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t flushed %}
#include <gpu/gpu.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

[[gpu::kernel]] void compute(std::span<float> x) {
  x[2] = x[0] * x[1];
  x[3] = std::exp(x[4]);
}

int main(int, char **argv) {
  const bool kept = !std::strcmp(argv[1], "kept");
  std::vector<float> x{1e-30f, 1e-10f, 1, 1, -95};
  gpu::launch<compute>(gpu::launch_config{}, x);
  // By their bits: comparisons may flush too.
  const auto product = std::bit_cast<unsigned>(x[2]), power = std::bit_cast<unsigned>(x[3]);
  std::printf("%#x %#x\n", product, power);
  return (product != 0) != kept || (power != 0) != kept;
}
