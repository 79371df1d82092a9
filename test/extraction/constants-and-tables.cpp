// Constants that kernels read: constexpr objects and arrays, static members, function-local
// statics, enumerators, structured constants, string tables, and [[gpu::constant]].
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx
#include <gpu/gpu.hpp>
#include <array>
#include <cstdio>

constexpr std::array<int, 3> primes{2, 3, 5};
struct settings {
  static constexpr int depth = 4;
  static const int width;
  enum { height = 6 };
};
const int settings::width = 5;
constexpr const char *names[] = {"zero", "one", "two"};
[[gpu::constant]] constexpr float weights[3] = {0.5f, 0.25f, 0.25f};
constexpr struct { int a; struct { int b[2]; } inner; } nested{1, {{2, 3}}};

int lookup(unsigned i) {
  static constexpr int table[] = {10, 20, 30};
  static const int other[] = {1, 2, 3};
  return table[i] + other[i];
}

[[gpu::kernel]] void k(int *out, float *sum) {
  const unsigned t = gpu::thread_idx().x;
  out[t] = primes[t] + settings::depth + settings::width + settings::height + names[t][0] +
           nested.inner.b[t & 1] + lookup(t);
  sum[t] = weights[t] * 4;
}

int main() {
  gpu::buffer<int> b(3);
  gpu::buffer<float> f(3);
  gpu::launch<k>(gpu::launch_config{.threads = 3}, b.data(), f.data());
  int out[3];
  float sums[3];
  b.copy_to(out);
  f.copy_to(sums);
  for (int i = 0; i < 3; ++i) {
    const int wanted = primes[i] + 15 + names[i][0] + nested.inner.b[i & 1] + 10 * (i + 1) + i + 1;
    if (out[i] != wanted || sums[i] != weights[i] * 4)
      return std::printf("%d: %d, wanted %d; %g\n", i, out[i], wanted, sums[i]), 1;
  }
}
