// vector_add.cpp without a GPU: what a host compiler alone takes for a program of this size.
#include <cmath>
#include <cstdio>
#include <vector>

static void vector_add(const float *a, const float *b, float *out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] + b[i];
}

int main() {
  const std::size_t n = 1'048'577;
  std::vector<float> a(n), b(n), out(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(i) * 2.0f;
  }
  vector_add(a.data(), b.data(), out.data(), n);
  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(out[i] - (a[i] + b[i])) > 1e-5f) {
      std::printf("mismatch at %zu: got %f\n", i, out[i]);
      return 1;
    }
  std::printf("All %zu elements verified correct.\n", n);
}
