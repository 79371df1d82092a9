// Allocators of the standard's kind and std::pmr resources: containers whose memory kernels use.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <gpu/memory_resource.hpp>
#include <list>
#include <memory>
#include <memory_resource>
#include <string>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

[[gpu::kernel]] void double_all(int *xs, unsigned n) {
  for (unsigned i = gpu::thread_rank(); i < n; i += gpu::block_dim().x)
    xs[i] *= 2;
}

template <class Allocator> static void standard_requirements() {
  using traits = std::allocator_traits<Allocator>;
  using other = typename traits::template rebind_alloc<double>;
  static_assert(std::is_same_v<typename other::value_type, double>);
  static_assert(traits::is_always_equal::value);
  Allocator a;
  const other b(a);
  CHECK(Allocator(b) == a);
  std::list<int, Allocator> list{1, 2, 3}; // rebinds to its nodes
  CHECK(list.size() == 3);
  std::vector<int, Allocator> v(300, 4), w = std::move(v);
  gpu::launch<double_all>(gpu::launch_config{.threads = 64}, w.data(), 300u);
  CHECK(w == std::vector<int, Allocator>(300, 8));
}

static void resource(std::pmr::memory_resource *memory) {
  std::pmr::vector<int> v({1, 2, 3}, memory);
  gpu::launch<double_all>(gpu::launch_config{}, v.data(), 3u);
  CHECK((v == std::pmr::vector<int>{2, 4, 6}));
  std::pmr::unsynchronized_pool_resource pool(memory); // small blocks out of few large ones
  std::pmr::vector<std::pmr::string> words(&pool);
  for (int i = 0; i < 100; ++i)
    words.emplace_back("a word that is too long to lie in the string itself");
  CHECK(words.back().size() == 51);
  std::pmr::vector<int> pooled({5, 6}, &pool);
  gpu::launch<double_all>(gpu::launch_config{}, pooled.data(), 2u);
  CHECK(pooled[0] == 10 && pooled[1] == 12);
  CHECK(memory->is_equal(*memory) && !memory->is_equal(pool));
}

int main() {
  standard_requirements<gpu::allocator<int>>();
  standard_requirements<gpu::managed_allocator<int>>();
  standard_requirements<gpu::pinned_allocator<int>>();
  resource(gpu::shared_memory_resource());
  resource(gpu::managed_memory_resource());
  resource(gpu::pinned_memory_resource());
  std::puts(failures ? "failed" : "ok");
  return failures != 0;
}
