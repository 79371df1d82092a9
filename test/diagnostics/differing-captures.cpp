// Lambdas that capture other things, or in another order, on the device than on the host: an error
// at the lambda that names the capture.
// RUN: %exits 1 %gpuc --offload-arch=sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %exits 1 %gpuc --offload-arch=cpu -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not ls %t.o
#include <gpu/gpu.hpp>
#include <utility>

struct pair_of {
  int first, second;
};

template <class T> void in_template(T *out, T a, T b) {
  // CHECK-DAG: differing-captures.cpp:[[#@LINE+2]]:25: error: this lambda captures 'b' for sm_75, but not on the host; name what it captures one by one, '[a, b]', so that both sides capture the same
  // CPU-DAG: differing-captures.cpp:[[#@LINE+1]]:25: error: this lambda captures 'b' for cpu, but not on the host;
  gpu::parallel_for(10, [=](std::size_t) {
    *out = a;
#ifdef __GPUC_DEVICE__
    *out += b;
#endif
  });
}

void on_the_host_only(int *out, int a, int b) {
  // CHECK-DAG: :[[#@LINE+1]]:19: error: this lambda captures 'b' on the host, but not for sm_75;
  gpu::launch({}, [=] {
    *out = a;
#ifndef __GPUC_DEVICE__
    *out += b;
#endif
  });
}

void order(int *out, int a, int b) {
  // CHECK-DAG: :[[#@LINE+1]]:19: error: this lambda captures 'a' at another place among the others on the host than for sm_75;
  gpu::launch({}, [=] {
#ifdef __GPUC_DEVICE__
    *out = b - a;
#else
    *out = a - b;
#endif
  });
}

void nested(int *out, int a, int b) {
  // CHECK-DAG: :[[#@LINE+1]]:19: error: this lambda captures 'b' for sm_75, but not on the host;
  gpu::launch({}, [=] {
    auto inner = [=] {
#ifdef __GPUC_DEVICE__
      return a + b;
#else
      return a;
#endif
    };
    *out = inner();
  });
}

void captured_lambda(int *out, int a, int b) {
  // CHECK-DAG: :[[#@LINE+1]]:16: error: this lambda captures 'b' for sm_75, but not on the host;
  auto inner = [=] {
#ifdef __GPUC_DEVICE__
    return a + b;
#else
    return a;
#endif
  };
  gpu::launch({}, [=] { *out = inner(); });
}

void init_capture(int *out, int a) {
#ifdef __GPUC_DEVICE__
#define TYPE float
#else
#define TYPE int
#endif
  // CHECK-DAG: :[[#@LINE+1]]:19: error: capture 'x' has type 'int' on the host, 'float' for sm_75; its type must not depend on the side that compiles it, nor be 'long double'
  gpu::launch({}, [out, x = TYPE(a)] { *out = x; });
}

void structured_bindings(int *out, pair_of p) {
  auto [first, second] = p;
  // CHECK-DAG: :[[#@LINE+1]]:19: error: this lambda captures 'second' for sm_75, but not on the host;
  gpu::launch({}, [=] {
    *out = first;
#ifdef __GPUC_DEVICE__
    *out += second;
#endif
  });
}

// Used as a value a constant is not captured; its address is.
void constants(const int **out) {
  constexpr int n = 5;
  // CHECK-DAG: :[[#@LINE+1]]:19: error: this lambda captures 'n' for sm_75, but not on the host;
  gpu::launch({}, [=] {
#ifdef __GPUC_DEVICE__
    *out = &n;
#else
    *out = nullptr;
    static_assert(n == 5);
#endif
  });
}

void generic(int *out, int a, int b) {
  // CHECK-DAG: :[[#@LINE+1]]:25: error: this lambda captures 'b' for sm_75, but not on the host;
  gpu::parallel_for(10, [=](auto i) {
    *out = a + i;
#ifdef __GPUC_DEVICE__
    if constexpr (sizeof(i) == 8)
      *out += b;
#endif
  });
}

template <class... T> void packs(int *out, T... xs) {
  // CHECK-DAG: :[[#@LINE+1]]:19: error: this lambda captures 'xs' for sm_75, but not on the host;
  gpu::launch({}, [=] {
    *out = 0;
#ifdef __GPUC_DEVICE__
    *out += (xs + ...);
#endif
  });
}

struct object {
  int a, b;
  void member(int *out) {
    // CHECK-DAG: :[[#@LINE+1]]:21: error: this lambda captures 'this' for sm_75, but not on the host;
    gpu::launch({}, [=] {
      *out = 1;
#ifdef __GPUC_DEVICE__
      *out += a;
#endif
    });
  }
};

int main() {
  object().member(nullptr);
  in_template<int>(nullptr, 1, 2);
  packs(nullptr, 1, 2L);
}
