// <memory_resource>, <scoped_allocator>, <new> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstring>
#include <map>
#include <memory_resource>
#include <new>
#include <scoped_allocator>
#include <string>
#include <vector>

#include "Inputs/header_test.hpp"

// Counts what passes through it.
class counting : public std::pmr::memory_resource {
public:
  int allocations = 0;
  long bytes = 0;

private:
  void *do_allocate(std::size_t size, std::size_t align) override {
    ++allocations;
    bytes += static_cast<long>(size);
    return std::pmr::new_delete_resource()->allocate(size, align);
  }
  void do_deallocate(void *p, std::size_t size, std::size_t align) override {
    bytes -= static_cast<long>(size);
    std::pmr::new_delete_resource()->deallocate(p, size, align);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

// An allocator with a state, which <scoped_allocator> hands to the elements.
template <class T> struct tagged {
  using value_type = T;
  int tag = 0;
  explicit tagged(int t) : tag(t) {}
  template <class U> tagged(const tagged<U> &other) : tag(other.tag) {}
  T *allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
  void deallocate(T *p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
  bool operator==(const tagged &) const = default;
};
using inner = std::vector<char, tagged<char>>;

struct alignas(128) large {
  int value = 4;
};

static std::uint64_t check(unsigned i) {
  hasher h;
  counting heap;
  {
    char space[256];
    std::pmr::monotonic_buffer_resource stack(space, sizeof space, &heap);
    std::pmr::vector<std::pmr::string> words(&stack);
    words.emplace_back("short");
    h.add(heap.allocations);
    for (unsigned k = 0; k < i; ++k)
      words.emplace_back("a string that needs memory");
    h.add(words.size()).add(i < 20 || heap.allocations > 0);
    std::pmr::unsynchronized_pool_resource pool(&heap);
    std::pmr::map<int, int> m(&pool);
    for (int k = 0; k < 40; ++k)
      m[k * 7 % 40] = k;
    h.add(m[3]).add(words.get_allocator().resource() == &stack);
  }
  h.add(heap.bytes).add(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
  std::vector<inner, std::scoped_allocator_adaptor<tagged<inner>>> outer(tagged<inner>(7));
  outer.emplace_back(3, 'x');
  h.add(outer[0].get_allocator().tag).add(outer[0].size());
  auto *l = new large;
  h.add(l->value).add(reinterpret_cast<std::uintptr_t>(l) % 128);
  delete l;
  int *none = new (std::nothrow) int[10 + i]();
  h.add(none[9]);
  delete[] none;
  alignas(int) char place[sizeof(int)];
  int *placed = new (place) int(7);
  h.add(*std::launder(placed)).add(std::get_new_handler() == nullptr).add(std::bad_alloc().what());
  return h.add(std::hardware_destructive_interference_size > 0).value();
}
