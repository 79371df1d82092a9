// Grids and blocks as long as the device allows along each axis run all their threads; one past each
// limit is an error that says which axis and the limit.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_70 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <atomic>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

/// Counts the threads, and adds up where they are.
[[gpu::kernel]] void count(unsigned long long *sums) {
  const auto at = gpu::global_idx();
  const auto add = [&](int i, unsigned long long n) {
    std::atomic_ref<unsigned long long>(sums[i]).fetch_add(n, std::memory_order_relaxed);
  };
  add(0, 1), add(1, at.x), add(2, at.y), add(3, at.z);
}

static bool all_run(gpu::dim3 blocks, gpu::dim3 threads) {
  auto sums = gpu::buffer<unsigned long long>::zeroed(4);
  gpu::launch<count>({.blocks = blocks, .threads = threads}, sums.data());
  unsigned long long s[4];
  sums.copy_to(s);
  const unsigned long long x = 1ull * blocks.x * threads.x, y = 1ull * blocks.y * threads.y,
                           z = 1ull * blocks.z * threads.z, n = x * y * z;
  return s[0] == n && s[1] == n * (x - 1) / 2 && s[2] == n * (y - 1) / 2 && s[3] == n * (z - 1) / 2;
}

static bool refused(gpu::dim3 blocks, gpu::dim3 threads, const char *why) {
  try {
    gpu::launch<count>({.blocks = blocks, .threads = threads}, nullptr);
  } catch (const gpu::error &e) {
    return e.code() == gpu::errc::invalid_launch &&
           std::string(e.what()).find(why) != std::string::npos;
  }
  return false;
}

int main() {
  CHECK(all_run(1 << 18, 1));
  CHECK(all_run({1, 65535}, 1));
  CHECK(all_run({1, 1, 65535}, {1, 1, 2}));
  CHECK(all_run(3, 1024));
  CHECK(all_run(2, {1, 1024}));
  CHECK(all_run(2, {2, 8, 64}));
  CHECK(refused(1u << 31, 1, "2147483648 blocks along x are more than the device's 2147483647"));
  CHECK(refused({1, 65536}, 1, "65536 blocks along y are more than the device's 65535"));
  CHECK(refused({1, 1, 65536}, 1, "65536 blocks along z are more than the device's 65535"));
  CHECK(refused({1, -1}, 1, "4294967295 blocks along y"));
  CHECK(refused(1, {1, 1, 65}, "65 threads along z are more than the device's 64"));
  CHECK(refused(1, {1, 1025}, "1025 threads a block are more than the device's 1024"));
  CHECK(refused(1, {33, 32}, "1056 threads a block are more than the device's 1024"));
  return failures != 0;
}
