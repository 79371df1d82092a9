// Typed device buffers, a stream, a grid that covers n, and a check of every element.
#include <gpu/gpu.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

[[gpu::kernel]] void vector_add(const float *a, const float *b, float *out, std::size_t n) {
  std::size_t i = gpu::global_idx().x;
  if (i < n)
    out[i] = a[i] + b[i];
}

int main() {
  const std::size_t n = 1'048'577;
  std::vector<float> a(n), b(n), out(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(i) * 2.0f;
  }

  gpu::buffer<float> dev_a(a), dev_b(b);
  auto dev_out = gpu::buffer<float>::zeroed(n);

  gpu::stream stream;
  stream.launch<vector_add>(gpu::launch_config::cover(n, 256), dev_a.data(), dev_b.data(),
                            dev_out.data(), n);
  stream.synchronize();
  dev_out.copy_to(out);

  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(out[i] - (a[i] + b[i])) > 1e-5f) {
      std::printf("mismatch at %zu: got %f\n", i, out[i]);
      return 1;
    }
  std::printf("All %zu elements verified correct.\n", n);
}
