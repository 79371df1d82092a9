// Each check of a kernel's declaration: where, and what to do.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>
#include <string>
#include <vector>

struct object {
  // CHECK: kernel-declarations.cpp:[[#@LINE+1]]:5: error: a kernel cannot be a non-static member function; make it a static member or a free function and pass the object as an argument
  [[gpu::kernel]] void member() {}
};
// CHECK: :[[#@LINE+1]]:3: error: a kernel cannot take variadic arguments; use a template parameter pack
[[gpu::kernel]] void variadic(int *, ...) {}
// CHECK: :[[#@LINE+1]]:3: error: a kernel cannot be 'consteval'; it runs on a device
[[gpu::kernel]] consteval void at_compile_time() {}
// CHECK: :[[#@LINE+1]]:3: error: 'gpu::kernel' applies to functions only
[[gpu::kernel]] int variable;
// CHECK: :[[#@LINE+1]]:3: error: 'main' cannot be a kernel; launch a kernel from it
[[gpu::kernel]] int main() {}
