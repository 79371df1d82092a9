// Pointers to host memory are found before a GPU's launch and named: parameters, members, base
// classes, elements of arrays, captures. The CPU takes them all. GPUC_CHECK=0 turns the check off.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_70 %s -o %t
// RUN: %t | FileCheck %s --check-prefix=CPU
// RUN: env GPUC_DEVICE=cuda LD_LIBRARY_PATH=%fakecuda/whole %t | FileCheck %s
// RUN: env GPUC_DEVICE=cuda LD_LIBRARY_PATH=%fakecuda/whole GPUC_CHECK=0 %t | FileCheck %s --check-prefix=OFF
// RUN: env GPUC_CHECK=maybe %t | FileCheck %s --check-prefix=SETTING
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
#include <cstdio>
#include <cstring>
#include <gpu/gpu.hpp>
#include <memory>
#include <string>
#include <vector>

// SETTING: good: not host_memory: {{.*}}GPUC_CHECK is 'maybe'; it takes '0' or '1'
struct view {
  const int *data = nullptr;
  int size = 0;
};
struct base {
  int *out = nullptr;
};
struct params : base {
  view rows[2];
  std::span<const int> values;
  union {
    int *unknown;
    long number;
  };
};

[[gpu::kernel]] void store(int *out, int value) { *out = value; }
[[gpu::kernel]] void sum(params p, const char *name) {
  *p.out = (name ? name[0] : 0) + (p.values.empty() ? 0 : p.values[0]);
  for (const view &row : p.rows)
    for (int i = 0; i < row.size; ++i)
      *p.out += row.data[i];
}
[[gpu::kernel]] void call(int (*f)(int), int *out) { *out = f ? f(1) : 2; }
[[gpu::kernel]] void staged(std::span<int> xs, std::string_view name) {
  xs[0] = static_cast<int>(name.size());
}

int twice(int x) { return 2 * x; }
static int variable;

template <class Launch> void attempt(const char *what, Launch launch) {
  try {
    launch();
    std::printf("%s: launched\n", what);
  } catch (const gpu::error &e) {
    std::printf("%s: %s%s\n", what, e.code() == gpu::errc::host_memory ? "" : "not host_memory: ",
                e.what());
  }
}

int main() {
  int local[2] = {1, 2};
  auto heap = std::make_unique<int>(3);
  gpu::buffer<int> good(std::vector<int>{1, 2, 3});
  gpu::stream stream;

  // CPU-NOT: not host_memory
  // CPU: good: launched
  // CHECK: good: launched
  // OFF: good: launched
  attempt("good", [&] {
    params p;
    p.out = good.data();
    p.rows[1] = {good.data() + 1, 2};
    p.number = reinterpret_cast<long>(local); // who knows
    gpu::launch<store>({}, good.data(), 1);
    gpu::launch<sum>({}, p, nullptr);
    gpu::launch<staged>({}, local, "four");
    p.values = std::span<const int>(local, 0); // an empty range
    stream.launch<sum>({}, p, nullptr);
    stream.synchronize();
  });
  // CHECK-NEXT: parameter: kernel 'store' with 1 blocks of 1 threads on cuda:0 ({{.*}}): parameter 'out' points to host memory on the stack of this thread (0x{{[0-9a-f]+}}), which the device cannot see; pass a gpu::buffer's data(), or memory of gpu::managed_allocator or gpu::pinned_allocator, or let the kernel take a std::span, whose elements a blocking launch copies. GPUC_CHECK=0 turns this check off
  // CPU: parameter: launched
  // OFF-NOT: cannot see
  attempt("parameter", [&] { gpu::launch<store>({}, local, 1); });
  // CHECK-NEXT: heap: kernel 'store' {{.*}}: parameter 'out' points to host memory on the heap
  attempt("heap", [&] { stream.launch<store>({}, heap.get(), 1); });
  // CHECK-NEXT: variable: kernel 'store' {{.*}}: parameter 'out' points to a variable or constant of 'host-pointers.cpp{{.*}}'
  attempt("variable", [&] { gpu::launch<store>({}, &variable, 1); });
  // CHECK-NEXT: base: kernel 'sum' {{.*}}: parameter 'p', member 'out' points to host memory
  attempt("base", [&] {
    params p;
    p.out = local;
    gpu::launch<sum>({}, p, nullptr);
  });
  // CHECK-NEXT: element: kernel 'sum' {{.*}}: parameter 'p', member 'rows[1].data' points to host memory
  attempt("element", [&] {
    params p;
    p.out = good.data();
    p.rows[1] = {local, 1};
    gpu::launch<sum>({}, p, nullptr);
  });
  // CHECK-NEXT: span: kernel 'sum' {{.*}}: parameter 'p', member 'values' points to host memory
  attempt("span", [&] {
    params p;
    p.out = good.data();
    p.values = local;
    gpu::launch<sum>({}, p, nullptr);
  });
  // CHECK-NEXT: text: kernel 'sum' {{.*}}: parameter 'name' points to a variable or constant of 'host-pointers.cpp
  attempt("text", [&] {
    params p;
    p.out = good.data();
    gpu::launch<sum>({}, p, "text");
  });
  // CHECK-NEXT: function: kernel 'call' {{.*}}: parameter 'f' points to {{.*}} of 'host-pointers.cpp{{.*}}' (0x{{[0-9a-f]+}}), whose code is the host's; a device's functions have addresses of their own
  attempt("function", [&] { gpu::launch<call>({}, twice, good.data()); });
  // CHECK-NEXT: capture: kernel '{{.*}}' {{.*}}: capture 'p' points to host memory on the stack
  attempt("capture", [&] {
    int *p = local;
    gpu::parallel_for(1, [=](std::size_t) { *p = 1; });
  });
  // CHECK-NEXT: nested: kernel '{{.*}}' {{.*}}: capture 'inner', capture 'v', member 'data' points to host memory
  attempt("nested", [&] {
    view v{local, 2};
    auto inner = [=] { return v.data[0]; };
    gpu::launch({}, [=, out = good.data()] { *out = inner(); });
  });
  // CPU: done
  // CHECK-NEXT: done
  // OFF: done
  std::puts("done");
}
