// A lambda that a macro makes, used at two places.
// RUN: %gpuc --offload-arch=cpu %s -o %t && %t
#include <gpu/gpu.hpp>
#define FOR_ALL(n, out, expression) \
  gpu::parallel_for(n, [=, out = out.span()](std::size_t i) { out[i] = (expression); })

int main() {
  gpu::buffer<long> a(4), b(4);
  FOR_ALL(4, a, static_cast<long>(i));
  FOR_ALL(4, b, static_cast<long>(10 * i));
  long x[4], y[4];
  a.copy_to(x);
  b.copy_to(y);
  return x[3] == 3 && y[3] == 30 ? 0 : 1;
}
