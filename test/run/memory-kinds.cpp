// Allocators, boxes and per-thread elements.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

struct node {
  int value;
  node *next;
};
[[gpu::kernel]] void sum(const node *list, int *out) {
  for (*out = 0; list; list = list->next)
    *out += list->value;
}
[[gpu::kernel]] void square(gpu::per_thread<int> xs) { xs.mine() *= xs.mine(); }

int main() {
  auto tail = gpu::make_box<node>(2, nullptr);
  auto head = gpu::make_box<node>(40, tail.get());
  auto out = gpu::make_box<int>(0);
  gpu::launch<sum>({}, head.get(), out.get());
  std::vector<int, gpu::managed_allocator<int>> managed(100, 3);
  gpu::launch<square>(gpu::launch_config{.blocks = 4, .threads = 25}, managed);
  std::vector<int, gpu::allocator<int>> shared(64, 5);
  gpu::launch<square>(gpu::launch_config{.threads = 64}, shared);
  std::vector<int> plain(10, 7);
  gpu::launch<square>(gpu::launch_config{.threads = 10}, plain);
  try {
    gpu::launch<square>(gpu::launch_config{.threads = 11}, plain);
    return std::puts("more threads than elements were accepted"), 1;
  } catch (const gpu::error &e) {
    if (e.code() != gpu::errc::invalid_launch)
      return std::puts(e.what()), 1;
  }
  return *out == 42 && managed[99] == 9 && shared[63] == 25 && plain[9] == 49 ? 0 : 1;
}
