// Return type, parameter types and launch bounds of kernels.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not ls %t.o
#include <gpu/gpu.hpp>
#include <memory>
#include <string>
#include <vector>

// CHECK: kernel-types.cpp:[[#@LINE+1]]:17: error: kernel 'returns' returns 'int', but a kernel has no one to return a value to; return 'void' and write the result through a pointer or 'std::span' argument
[[gpu::kernel]] int returns(int *p) { return *p; }
// CHECK: :[[#@LINE+1]]:40: error: kernel 'by_reference' takes parameter 'x' by reference, which a device cannot follow; take it by value, or take a pointer or 'std::span' of device memory
[[gpu::kernel]] void by_reference(int &x) { x = 1; }
// CHECK: :[[#@LINE+1]]:40: error: kernel 'scale' takes 'std::string' by value, which cannot be copied to a device; pass a 'std::string_view'
[[gpu::kernel]] void scale(std::string name) {}
// CHECK: :[[#@LINE+1]]:43: error: kernel 'sum' takes 'std::vector<int>' by value, which cannot be copied to a device; pass a 'std::span'
[[gpu::kernel]] void sum(std::vector<int> xs) {}
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'owner' takes parameter 'p' of type '{{.*}}unique_ptr<int>', which cannot be copied to a device: it has a destructor that is not trivial; pass a type that is copied as bytes, or a pointer to device memory
[[gpu::kernel]] void owner(std::unique_ptr<int> p) {}
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu::launch_bounds' of kernel 'bounds' needs positive integer constants: threads of a block, then blocks of a multiprocessor
[[gpu::kernel, gpu::launch_bounds(0)]] void bounds() {}
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'in_template<{{.*}}>' takes 'std::string' by value
template <class T> [[gpu::kernel]] void in_template(T x) {}
int main() { gpu::launch<in_template<std::string>>({}, "text"); }
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu::launch_bounds' applies to kernels only; add '{{\[\[}}gpu::kernel]]' to 'no_kernel'
[[gpu::launch_bounds(64)]] void no_kernel() {}
