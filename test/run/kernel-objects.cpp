// A kernel as an object: launches, what it needs, how many of its blocks run at a time, and the
// block size of most threads; also of templates, of kernels with bounds, in a stream.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_70 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

[[gpu::kernel]] void scale(std::span<float> xs, float by) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] *= by;
}

template <class T, int N> [[gpu::kernel]] void fill(std::span<T> xs) {
  [[gpu::shared]] static T tile[N];
  tile[gpu::thread_rank() % N] = static_cast<T>(N);
  gpu::sync_threads();
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] = tile[(gpu::thread_rank() + 1) % N];
}

namespace {
[[gpu::kernel, gpu::launch_bounds(96)]] void bounded(int *p) { *p = 1; }

/// Its array is in memory, for the index is not known.
[[gpu::kernel]] void indexes(int *p, int n) {
  int values[100];
  for (int i = 0; i < 100; ++i)
    values[i] = p[i] + i;
  gpu::sync_threads();
  for (int i = 0; i < n; ++i)
    values[p[i] % 100] += values[p[i + 1] % 100];
  p[0] = values[p[1] % 100];
}
} // namespace

template <class Body> static std::string error_of(Body body) {
  try {
    body();
  } catch (const gpu::error &e) {
    return e.what();
  }
  return "";
}

static void launches() {
  std::vector<float> xs(1000, 2);
  gpu::kernel<scale>.launch(gpu::launch_config::cover(xs.size()), xs, 1.5); // staged, converted
  CHECK(xs == std::vector<float>(1000, 3));
  gpu::stream s;
  gpu::buffer<short> b(500);
  constexpr auto k = gpu::kernel<fill<short, 64>>;
  k.launch(s, gpu::launch_config::cover(500, 64), b.span());
  s.synchronize();
  CHECK(b.to_vector() == std::vector<short>(500, 64));
}

static void facts(const gpu::device &on) {
  const bool is_cpu = on.backend == "cpu";
  CHECK(is_cpu ? gpu::kernel<scale>.registers(on) == 0 : gpu::kernel<scale>.registers(on) > 3);
  CHECK((gpu::kernel<fill<int, 256>>.static_shared_bytes(on) >= 1024));
  if (!is_cpu) { // whose blocks have room for the variables of all kernels
    CHECK(gpu::kernel<scale>.static_shared_bytes(on) == 0);
    CHECK((gpu::kernel<fill<int, 256>>.static_shared_bytes(on) == 1024));
  }
  CHECK(gpu::kernel<indexes>.local_bytes(on) >= 400);
  CHECK(gpu::kernel<scale>.local_bytes(on) == 0);
  CHECK(gpu::kernel<scale>.max_threads(on) == on.max_threads_per_block);
  CHECK(gpu::kernel<bounded>.max_threads(on) == 96);
}

static void occupancies(const gpu::device &on) {
  const auto full = gpu::kernel<scale>.occupancy(256, 0, on);
  CHECK(full.per_multiprocessor >= 1);
  CHECK(full.on_device == std::size_t{full.per_multiprocessor} * on.multiprocessors);
  CHECK(gpu::kernel<scale>.occupancy({16, 4, 4}, 0, on).on_device == full.on_device);
  CHECK(gpu::kernel<scale>.occupancy(64, 0, on).per_multiprocessor >= full.per_multiprocessor);
  // All the shared memory is one block's; with a byte more it is none's.
  const std::size_t most = on.shared_bytes_per_block - gpu::kernel<scale>.static_shared_bytes(on);
  CHECK(gpu::kernel<scale>.occupancy(32, most, on).per_multiprocessor == 1);
  CHECK(gpu::kernel<scale>.occupancy(32, most + 1, on).on_device == 0);
  CHECK(gpu::kernel<scale>.occupancy(on.max_threads_per_block + 1, 0, on).on_device == 0);
  CHECK(gpu::kernel<bounded>.occupancy(96, 0, on).on_device > 0);
  CHECK(gpu::kernel<bounded>.occupancy(97, 0, on).on_device == 0);
  CHECK(error_of([] { (void)gpu::kernel<scale>.occupancy(0); }).find("at least one thread") !=
        std::string::npos);
}

static void block_sizes(const gpu::device &on) {
  const auto threads_of = [&](unsigned size, std::size_t shared) {
    return gpu::kernel<scale>.occupancy(size, shared, on).on_device * size;
  };
  const auto shared_of = [](unsigned size) -> std::size_t { return size * 100; };
  const unsigned plain = gpu::kernel<scale>.suggested_block_size(0, on);
  const unsigned scarce = gpu::kernel<scale>.suggested_block_size(40000, on);
  const unsigned growing = gpu::kernel<scale>.suggested_block_size(shared_of, on);
  for (unsigned size = 32; size <= on.max_threads_per_block; size += 32) {
    CHECK(threads_of(size, 0) <= threads_of(plain, 0));
    CHECK(threads_of(size, 40000) <= threads_of(scarce, 40000));
    CHECK(threads_of(size, shared_of(size)) <= threads_of(growing, shared_of(growing)));
  }
  const unsigned few = gpu::kernel<bounded>.suggested_block_size(0, on);
  CHECK(few >= 32 && few <= 96 && few % 32 == 0);
  CHECK(error_of([&] {
          (void)gpu::kernel<scale>.suggested_block_size(on.shared_bytes_per_block + 1, on);
        }).find("so much dynamic shared memory") != std::string::npos);
  int one = 0;
  gpu::buffer<int> b(1);
  gpu::kernel<bounded>.launch({.threads = gpu::kernel<bounded>.suggested_block_size()}, b.data());
  b.copy_to(std::span(&one, 1));
  CHECK(one == 1);
}

int main() {
  launches();
  const gpu::device here = gpu::current_device();
  facts(here);
  occupancies(here);
  block_sizes(here);
  for (const gpu::device &other : gpu::devices())
    if (other.backend == "cpu") {
      facts(other);
      occupancies(other);
    }
  CHECK(gpu::kernel<scale>.registers() == gpu::kernel<scale>.registers(here));
  return failures != 0;
}
