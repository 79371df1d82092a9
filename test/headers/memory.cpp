// <memory> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <memory>

#include "Inputs/header_test.hpp"

struct node {
  int value;
  std::shared_ptr<node> next;
  std::weak_ptr<node> previous;
  int *destroyed;
  ~node() { *destroyed += value; }
};
struct self : std::enable_shared_from_this<self> {
  long owners() { return shared_from_this().use_count(); }
};

static std::uint64_t check(unsigned i) {
  hasher h;
  int destroyed = 0;
  {
    auto first = std::make_shared<node>(1, nullptr, std::weak_ptr<node>(), &destroyed);
    first->next = std::shared_ptr<node>(new node{2, nullptr, first, &destroyed});
    h.add(first.use_count()).add(first->next->previous.lock()->value);
    std::weak_ptr<node> weak = first->next;
    first->next.reset();
    h.add(weak.expired()).add(destroyed);
    std::shared_ptr<int> part(first, &first->value);
    first = nullptr;
    h.add(*part).add(part.use_count());
  }
  h.add(destroyed).add(std::make_shared<self>()->owners());
  auto deleter = [&destroyed](int *p) {
    destroyed += *p;
    delete p;
  };
  { std::unique_ptr<int, decltype(deleter)> p(new int(static_cast<int>(i)), deleter); }
  std::unique_ptr<int[]> array = std::make_unique<int[]>(i + 1);
  array[i] = 6;
  auto moved = std::move(array);
  h.add(destroyed).add(array == nullptr).add(moved[i]).add(moved[0]);
  std::allocator<long> allocator;
  long *raw = std::allocator_traits<decltype(allocator)>::allocate(allocator, 3);
  std::uninitialized_fill_n(raw, 3, 4L);
  std::construct_at(raw + 1, 8L);
  h.add(raw[0] + raw[1]);
  std::destroy_n(raw, 3);
  allocator.deallocate(raw, 3);
  alignas(64) char space[256];
  void *at = space + 1;
  std::size_t left = 200;
  h.add(static_cast<char *>(std::align(32, 8, at, left)) - space);
  std::shared_ptr<int> shared = std::make_shared<int>(3);
  std::atomic_store(&shared, std::make_shared<int>(9));
  h.add(*std::atomic_load(&shared)).add(std::make_shared<int[]>(4)[3]);
  auto cast = std::static_pointer_cast<const int>(shared);
  return h.add(cast.use_count()).add(std::to_address(cast) == shared.get()).value();
}
