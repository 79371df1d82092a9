// Runs the kernels of kernels.cpp through the executor and checks what they computed.
#include "../../../../runtime/host/cpu/executor.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

using namespace gpu::detail;

extern "C" const cpu_kernel __gpuc_cpu_kernels[];

static int failures = 0;
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
      ++failures;                                                                                  \
      return;                                                                                      \
    }                                                                                              \
  } while (0)

static const cpu_kernel &find(const char *symbol) {
  for (const cpu_kernel *k = __gpuc_cpu_kernels; k->symbol; ++k)
    if (!std::strcmp(k->symbol, symbol))
      return *k;
  std::printf("no kernel %s\n", symbol);
  std::abort();
}

struct dim3 {
  unsigned v[3];
};

/// Packs the arguments at their natural alignment and runs the kernel.
template <class... A>
static void launch(const char *symbol, dim3 grid, dim3 block, unsigned shared, const A &...args) {
  alignas(64) unsigned char packed[512];
  std::size_t offset = 0;
  auto pack = [&](const auto &arg) {
    offset = (offset + alignof(decltype(arg)) - 1) / alignof(decltype(arg)) * alignof(decltype(arg));
    std::memcpy(packed + offset, &arg, sizeof arg);
    offset += sizeof arg;
  };
  (pack(args), ...);
  cpu::run_grid(find(symbol), grid.v, block.v, packed, shared);
}

static void test_vector_add() {
  unsigned long n = 10007;
  std::vector<float> a(n), b(n), c(n + 64, -1);
  for (unsigned long i = 0; i < n; ++i)
    a[i] = i, b[i] = 2 * i;
  launch("vector_add", {79, 1, 1}, {128, 1, 1}, 0, a.data(), b.data(), c.data(), n);
  for (unsigned long i = 0; i < n; ++i)
    CHECK(c[i] == 3.f * i);
  CHECK(c[n] == -1);
}

static void test_block_sum() {
  std::vector<float> in(256 * 33), out(33);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = i % 19;
  launch("block_sum", {33, 1, 1}, {256, 1, 1}, 0, in.data(), out.data());
  for (int b = 0; b < 33; ++b) {
    float sum = 0;
    for (int i = 0; i < 256; ++i)
      sum += in[b * 256 + i];
    CHECK(out[b] == sum);
  }
}

static void test_reverse() {
  std::vector<int> data(100 * 9);
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = i;
  launch("reverse_dynamic", {9, 1, 1}, {100, 1, 1}, 400, data.data());
  for (int i = 0; i < 900; ++i)
    CHECK(data[i] == i / 100 * 100 + 99 - i % 100);
}

static void test_shuffle() {
  std::vector<int> in(320), out(320);
  for (int i = 0; i < 320; ++i)
    in[i] = i * i;
  launch("shuffle_sum", {2, 1, 1}, {160, 1, 1}, 0, in.data(), out.data());
  for (int i = 0; i < 320; ++i) {
    int sum = 0;
    for (int j = 0; j < 32; ++j)
      sum += in[i / 32 * 32 + j];
    CHECK(out[i] == sum);
  }
}

static void test_ballot() {
  std::vector<unsigned> out(100 * 3, 77);
  launch("ballot_early_exit", {1, 1, 1}, {100, 1, 1}, 0, out.data());
  for (unsigned t = 0; t < 100; ++t) {
    if (t % 32 == 5) {
      CHECK(out[t * 3] == 77);
      continue;
    }
    unsigned last = 0, all = 0;
    for (unsigned l = 0; l < 32; ++l) {
      unsigned other = t / 32 * 32 + l;
      if (other >= 100 || l == 5)
        continue;
      all |= 1u << l;
      if (other % 7 >= t % 7 && other % 2 == 0)
        last |= 1u << l;
    }
    CHECK(out[t * 3] == t % 7 + 1);
    CHECK(out[t * 3 + 1] == last);
    CHECK(out[t * 3 + 2] == all);
  }
}

static void test_three_d() {
  std::vector<unsigned> out(2 * 3 * 2 * 5 * 3 * 7);
  launch("three_d", {2, 3, 2}, {5, 3, 7}, 0, out.data());
  for (unsigned i = 0; i < out.size(); ++i) {
    unsigned item = i % 105;
    CHECK(out[i] == (item % 5 | item / 5 % 3 << 8 | item / 15 << 16));
  }
}

static void test_recursive() {
  std::vector<unsigned> out(90);
  launch("recursive", {3, 1, 1}, {30, 1, 1}, 0, out.data());
  for (unsigned i = 0; i < 90; ++i)
    CHECK(out[i] == i % 30 * 13);
}

struct float3 {
  float x, y, z;
};
struct params {
  int *out;
  short scale;
  bool negate;
  double bias[3];
};

static void test_struct_args() {
  std::vector<int> out(64);
  std::vector<float> w(64);
  params p{out.data(), 7, true, {1, 2, 3}};
  launch("struct_args", {2, 1, 1}, {32, 1, 1}, 0, p, true, float3{1, 2, 3}, (signed char)-4,
         w.data());
  for (int i = 0; i < 64; ++i) {
    CHECK(out[i] == -(7 * (i % 32 % 3 + 1) * 2 - 4));
    CHECK(w[i] == 1 + i % 32 + 4 + 3);
  }
}

static void test_local_array() {
  std::vector<int> out(200);
  launch("local_array", {2, 1, 1}, {100, 1, 1}, 0, out.data());
  for (int i = 0; i < 200; ++i)
    CHECK(out[i] == i % 100 * 4950 - 2);
}

static void test_divergent() {
  std::vector<int> out(64);
  launch("divergent_barriers", {1, 1, 1}, {64, 1, 1}, 0, out.data());
  for (int i = 0; i < 64; ++i) {
    int v = i % 2 ? i : i + 10;
    CHECK(out[i] == (v % 3 ? v + 100 : v * 2));
  }
}

static void test_irreducible() {
  std::vector<int> out(64);
  launch("irreducible", {1, 1, 1}, {64, 1, 1}, 0, out.data());
  for (int i = 0; i < 64; ++i)
    CHECK(out[i] == 11 * (i % 5) + (i & 1 ? 10 : 11));
}

static void test_tiled() {
  unsigned n = 64;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (unsigned i = 0; i < n * n; ++i)
    a[i] = i % 5, b[i] = i % 7;
  launch("tiled_product", {8, 8, 1}, {8, 8, 1}, 512, a.data(), b.data(), c.data(), n);
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      float sum = 0;
      for (unsigned k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      CHECK(c[i * n + j] == sum);
    }
}

static void run_all() {
  test_vector_add();
  test_block_sum();
  test_reverse();
  test_shuffle();
  test_ballot();
  test_three_d();
  test_recursive();
  test_struct_args();
  test_local_array();
  test_divergent();
  test_irreducible();
  test_tiled();
}

int main() {
  run_all();
  // Several host threads at once.
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(run_all);
  for (std::thread &t : threads)
    t.join();
  std::puts(failures ? "FAILED" : "all kernels correct");
  return failures != 0;
}
