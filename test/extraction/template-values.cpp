// Kernel templates with arguments that have no faithful spelling: exact floating-point values,
// lambdas, enumerators in structures, functions of an anonymous namespace, the least integer.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <climits>
#include <gpu/gpu.hpp>
#include <vector>

enum class colour { red, blue };
struct paint {
  colour c;
  double amount;
};
namespace {
int twice(int x) { return 2 * x; }
} // namespace

template <double D> [[gpu::kernel]] void real(std::span<double> out) { out[0] = D; }
template <paint P> [[gpu::kernel]] void structure(std::span<double> out) {
  out[0] = P.c == colour::blue ? P.amount : -1;
}
template <auto F> [[gpu::kernel]] void function(std::span<double> out) { out[0] = F(3); }
template <long long L> [[gpu::kernel]] void least(std::span<double> out) { out[0] = L < 0; }
template <colour C> [[gpu::kernel]] void enumerator(std::span<double> out) {
  out[0] = static_cast<int>(C);
}

template <auto Kernel> double result() {
  std::vector<double> out(1, -2);
  gpu::launch<Kernel>({}, out);
  return out[0];
}

int main() {
  if (result<real<1.0 / 3>>() != 1.0 / 3 || result<real<0.1>>() != 0.1 ||
      result<real<0.1 + 1e-12>>() != 0.1 + 1e-12)
    return 1;
  if (result<structure<paint{colour::blue, 0.7}>>() != 0.7)
    return 2;
  if (result<function<[](int x) { return 9 * x; }>>() != 27 || result<function<twice>>() != 6)
    return 3;
  return result<least<LLONG_MIN>>() == 1 && result<enumerator<colour::blue>>() == 1 ? 0 : 4;
}
