// constexpr and deduced return types, default arguments, recursion, function pointers, overloads,
// constants and tables at namespace scope, thread_local and inline variables beside them.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75,gfx1100 %s -o %t && %t
#include <gpu/gpu.hpp>
#include <cstdio>
#include <string>

constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
auto deduced(int x) { return x + 0.5; }
decltype(auto) deduced_too(const int &x) { return (x); }
int with_default(int x, int y = fib(10)) { return x + y; }
int sum_to(int n) { return n == 0 ? 0 : n + sum_to(n - 1); }
int twice(int x) { return 2 * x; }
long twice(long x) { return 2 * x + 1; }
int indirect(int (*f)(int), int x) { return f(x); }
constexpr int table[] = {3, 1, 4, 1, 5};
const int computed = fib(12);
inline constexpr char text[] = "abc";
thread_local int host_thread_state = 5;
static std::string host_global = "a global with a constructor";
int array[fib(5)];

[[gpu::kernel]] void k(int *out) {
  static_assert(sizeof(array) == 5 * sizeof(int));
  out[0] = static_cast<int>(deduced(1) * 2) + deduced_too(out[1] = 4);
  out[1] = with_default(1);
  out[2] = sum_to(10);
  out[3] = twice(1) + static_cast<int>(twice(1L));
  out[4] = indirect(twice, 21);
  out[5] = table[gpu::thread_idx().x + 4] + computed + text[2];
}

int main() {
  gpu::buffer<int> b(6);
  gpu::launch<k>({}, b.data());
  int out[6];
  b.copy_to(out);
  const int wanted[6] = {7, 56, 55, 5, 42, 5 + 144 + 'c'};
  for (int i = 0; i < 6; ++i)
    if (out[i] != wanted[i])
      return std::printf("%d: %d\n", i, out[i]), 1;
  return host_thread_state - 5 + static_cast<int>(host_global.empty());
}
