// vector_add.cpp in CUDA.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void vector_add(const float *a, const float *b, float *out, std::size_t n) {
  std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n)
    out[i] = a[i] + b[i];
}

static void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(status));
    std::exit(1);
  }
}

int main() {
  const std::size_t n = 1'048'577;
  std::vector<float> a(n), b(n), out(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(i) * 2.0f;
  }

  const std::size_t bytes = n * sizeof(float);
  float *dev_a, *dev_b, *dev_out;
  check(cudaMalloc(&dev_a, bytes));
  check(cudaMalloc(&dev_b, bytes));
  check(cudaMalloc(&dev_out, bytes));
  check(cudaMemcpy(dev_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(dev_b, b.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemset(dev_out, 0, bytes));

  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  vector_add<<<(n + 255) / 256, 256, 0, stream>>>(dev_a, dev_b, dev_out, n);
  check(cudaStreamSynchronize(stream));
  check(cudaMemcpy(out.data(), dev_out, bytes, cudaMemcpyDeviceToHost));

  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(out[i] - (a[i] + b[i])) > 1e-5f) {
      std::printf("mismatch at %zu: got %f\n", i, out[i]);
      return 1;
    }
  std::printf("All %zu elements verified correct.\n", n);
}
