// <coroutine> in kernels: the same results as on the host.
// Not on AMD GPUs, for which Clang 22 cannot compile coroutines.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <coroutine>
#include <utility>

#include "Inputs/header_test.hpp"

// Numbers that a coroutine makes one after the other.
class sequence {
public:
  struct promise_type {
    unsigned current = 0;
    sequence get_return_object() {
      return sequence(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(unsigned value) {
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  sequence(sequence &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~sequence() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    return !handle.done();
  }
  unsigned value() const { return handle.promise().current; }

private:
  explicit sequence(std::coroutine_handle<promise_type> h) : handle(h) {}
  std::coroutine_handle<promise_type> handle;
};

static sequence fibonacci(unsigned a, unsigned limit) {
  unsigned b = 1;
  while (a < limit) {
    co_yield a;
    a = std::exchange(b, a + b);
  }
}

static sequence odd(sequence numbers) {
  while (numbers.next())
    if (numbers.value() % 2)
      co_yield numbers.value();
}

static std::uint64_t check(unsigned i) {
  hasher h;
  sequence numbers = fibonacci(i, 1000), some = odd(fibonacci(i, 5000));
  while (numbers.next())
    h.add(numbers.value());
  while (some.next())
    h.add(some.value());
  return h.add(std::noop_coroutine().done()).value();
}
