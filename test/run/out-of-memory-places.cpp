// Each form of operator new that throws, and a container, reports the user's place when memory runs
// out.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t 2>/dev/null | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t 2>/dev/null | FileCheck %s %}
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t 2>/dev/null | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t 2>/dev/null | FileCheck %s %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

struct alignas(64) line {
  char bytes[64];
};
struct alignas(64) huge {
  char bytes[std::size_t{1} << 45];
};

[[gpu::kernel]] void allocate(int which, std::size_t n, void **kept) {
  switch (which) {
  case 0:
    // CHECK: places.cpp:[[#@LINE+1]]: std::bad_alloc in block
    *kept = ::operator new(n);
    break;
  case 1:
    // CHECK: places.cpp:[[#@LINE+1]]: std::bad_alloc in block
    *kept = new char[n];
    break;
  case 2:
    // CHECK: places.cpp:[[#@LINE+1]]: std::bad_alloc in block
    *kept = new huge;
    break;
  case 3:
    // CHECK: places.cpp:[[#@LINE+1]]: std::bad_alloc in block
    *kept = new line[n / 64];
    break;
  case 4:
    // CHECK: places.cpp:[[#@LINE+1]]: std::bad_alloc in block
    *kept = new std::vector<int>(n / 4);
  }
}

int main() {
  gpu::buffer<void *> kept(1);
  for (int which = 0; which != 5; ++which)
    try {
      gpu::launch<allocate>({}, which, std::size_t{1} << 46, kept.data());
    } catch (const gpu::device_error &error) {
      std::printf("%s\n", error.what());
    }
}
