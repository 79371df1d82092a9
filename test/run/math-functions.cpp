// The functions of <cmath> give a kernel what the host's C library gives, to within a few places.
// RUN: %gpuc -O2 %s -o %t && %t | FileCheck %s
// RUN: %gpuc -O0 %s -o %t && %t | FileCheck %s
#include <gpu/gpu.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

// Name and greatest error in units of the last place.
#define UNARY(F)                                                                                   \
  F(sin, 2)                                                                                        \
  F(cos, 2) F(tan, 2) F(asin, 2) F(acos, 2) F(atan, 2) F(sinh, 3) F(cosh, 3) F(tanh, 3)            \
      F(asinh, 2) F(acosh, 3) F(atanh, 2) F(exp, 2) F(exp2, 2) F(exp10, 3) F(expm1, 3) F(log, 2)   \
          F(log2, 2) F(log10, 2) F(log1p, 2) F(cbrt, 2) F(sqrt, 0) F(erf, 3) F(erfc, 6)            \
              F(tgamma, 8) F(ceil, 0) F(floor, 0) F(trunc, 0) F(round, 0) F(rint, 0)               \
                  F(nearbyint, 0) F(fabs, 0) F(logb, 0)
#define BINARY(F)                                                                                  \
  F(pow, 3)                                                                                        \
  F(atan2, 2) F(hypot, 2) F(fmod, 0) F(remainder, 0) F(fdim, 0) F(nextafter, 0) F(copysign, 0)

#define UNARY_OPERATION(name, ulp)                                                                 \
  struct op_##name {                                                                               \
    static constexpr const char *text = #name;                                                     \
    static constexpr double tolerance = ulp;                                                       \
    static float at(float x, float) { return std::name(x); }                                       \
    static double at(double x, double) { return std::name(x); }                                    \
  };
#define BINARY_OPERATION(name, ulp)                                                                \
  struct op_##name {                                                                               \
    static constexpr const char *text = #name;                                                     \
    static constexpr double tolerance = ulp;                                                       \
    static float at(float x, float y) { return std::name(x, y); }                                  \
    static double at(double x, double y) { return std::name(x, y); }                               \
  };
namespace std {
inline float exp10(float x) { return ::exp10f(x); }
inline double exp10(double x) { return ::exp10(x); }
} // namespace std
UNARY(UNARY_OPERATION)
BINARY(BINARY_OPERATION)

template <class Op, class T>
[[gpu::kernel]] void evaluate(std::span<const T> x, std::span<const T> y, std::span<T> result) {
  const std::size_t i = gpu::global_idx().x;
  if (i < x.size())
    result[i] = Op::at(x[i], y[i]);
}

template <class T> std::vector<T> samples(unsigned seed) {
  using limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           -T(0),
                           1,
                           -1,
                           2,
                           -3,
                           T(0.5),
                           limits::infinity(),
                           -limits::infinity(),
                           limits::quiet_NaN(),
                           limits::max(),
                           limits::min(),
                           -limits::denorm_min(),
                           T(1e10)};
  unsigned long state = seed;
  while (values.size() != 2000) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double unit = static_cast<double>(state >> 11) * 0x1p-53;
    const int range = static_cast<int>(state >> 5 & 3);
    values.push_back(static_cast<T>((unit * 2 - 1) * (range == 0   ? 1
                                                      : range == 1 ? 10
                                                      : range == 2 ? 100
                                                                   : 3000)));
  }
  return values;
}

template <class T> bool same(T got, T expected, double tolerance) {
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) == std::isnan(got);
  if (got == expected)
    return expected != 0 || std::signbit(got) == std::signbit(expected);
  if (std::isinf(expected))
    return false;
  const T next = std::nextafter(std::abs(expected), std::numeric_limits<T>::infinity());
  const double place = static_cast<double>(next) - static_cast<double>(std::abs(expected));
  return std::abs(static_cast<double>(got) - static_cast<double>(expected)) <= tolerance * place;
}

template <class Op, class T> int check(const char *type) {
  // The second arguments are the first ones in another order.
  const std::vector<T> x = samples<T>(1);
  std::vector<T> y = x, result(x.size());
  for (std::size_t i = 0; i != y.size(); ++i)
    y[i] = x[i * 37 % x.size()];
  gpu::launch<evaluate<Op, T>>(gpu::launch_config::cover(x.size(), 128), x, y, result);
  int wrong = 0;
  for (std::size_t i = 0; i != x.size(); ++i) {
    const T expected = Op::at(x[i], y[i]);
    if (!same(result[i], expected, Op::tolerance) && wrong++ < 3)
      std::printf("%s(%s %.17g, %.17g) = %.17g, not %.17g\n", Op::text, type,
                  static_cast<double>(x[i]), static_cast<double>(y[i]),
                  static_cast<double>(result[i]), static_cast<double>(expected));
  }
  return wrong;
}

int main() {
  int wrong = 0;
#define CHECK_OPERATION(name, ulp)                                                                 \
  wrong += check<op_##name, float>("float") + check<op_##name, double>("double");
  UNARY(CHECK_OPERATION)
  BINARY(CHECK_OPERATION)
  // CHECK: 0 wrong
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
