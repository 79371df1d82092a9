// Launches with wrong arguments: at the call, naming kernel and parameter.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#include <gpu/gpu.hpp>
#include <string>
#include <vector>

[[gpu::kernel]] void scale(std::span<float> xs, float factor) {
  for (float &x : xs)
    x *= factor;
}
template <class T> [[gpu::kernel]] void fill(T *p, T value) { *p = value; }

int main() {
  std::vector<float> xs(3);
  std::vector<double> ds(3);
  gpu::stream stream;
  // CHECK: launch-arguments.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: argument 2 of the launch of kernel 'scale' has type '{{.*}}string{{.*}}', which does not convert to 'float', the type of parameter 'factor'
  // CHECK: launch-arguments.cpp:7:22: note: kernel 'scale' is declared here
  gpu::launch<scale>({}, xs, std::string("2"));
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: argument 1 of the launch of kernel 'scale' has type 'std::vector<double>', which does not convert to 'std::span<float>', the type of parameter 'xs'
  gpu::launch<scale>({}, ds, 2.0f);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'scale' takes 2 arguments, but the launch passes 1
  gpu::launch<scale>({}, xs);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'scale' takes 2 arguments, but the launch passes 3
  gpu::launch<scale>({}, xs, 2.0f, 3);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'scale' takes 2 arguments, but the launch passes 0
  stream.launch<scale>({});
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: argument 1 of the launch of kernel 'fill<int>' has type 'const char *', which does not convert to 'int *', the type of parameter 'p'
  stream.launch<fill<int>>({}, static_cast<const char *>("x"), 1);
  gpu::launch<scale>({}, xs, 2); // an int converts
}
