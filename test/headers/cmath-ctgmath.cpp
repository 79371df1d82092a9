// <cmath>, <ctgmath> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cmath>
#include <ctgmath>
#include <math.h>
#include <tgmath.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  const double x = 0.25 * i - 7.9, y = 1.0 + i / 64.0;
  h.add_exact(std::floor(x))
      .add_exact(std::ceil(x))
      .add_exact(std::trunc(x))
      .add_exact(std::round(x));
  h.add_exact(std::rint(x))
      .add_exact(std::fabs(x))
      .add_exact(std::sqrt(y))
      .add_exact(std::fma(x, y, 1));
  h.add_exact(std::fmod(x, 1.5)).add_exact(std::remainder(x, 1.5)).add_exact(std::copysign(y, x));
  h.add_exact(std::ldexp(y, 5)).add_exact(std::fmin(x, y)).add_exact(std::fdim(y, x));
  h.add_exact(std::nextafter(y, 2)).add_exact(std::logb(y * 9)).add(std::ilogb(y * 9));
  h.add(std::lround(x)).add(std::llrint(x)).add(std::signbit(x)).add(std::isnan(x / 0 * 0));
  h.add(std::isfinite(x)).add(std::isinf(y / 0.0)).add(std::fpclassify(0.0)).add(std::isless(x, y));
  int exponent = 0;
  double whole = 0;
  h.add_exact(std::frexp(x, &exponent))
      .add(exponent)
      .add_exact(std::modf(x, &whole))
      .add_exact(whole);
  // Inexact ones, by identities.
  h.add_near(std::sin(x) * std::sin(x) + std::cos(x) * std::cos(x), 1)
      .add_near(std::exp(std::log(y)), y);
  h.add_near(std::tan(std::atan(x)), x, 1e-10).add_near(std::pow(y, 3), y * y * y);
  h.add_near(std::sinh(std::asinh(x)), x, 1e-10).add_near(std::cosh(std::acosh(y)), y);
  h.add_near(std::tanh(std::atanh(x / 10)), x / 10)
      .add_near(std::cbrt(x) * std::cbrt(x) * std::cbrt(x), x);
  h.add_near(std::exp2(std::log2(y)), y)
      .add_near(std::expm1(std::log1p(y)), y)
      .add_near(std::log10(1e5), 5);
  h.add_near(std::asin(x / 10) + std::acos(x / 10), 1.5707963267948966);
  h.add_near(std::atan2(std::sin(y), std::cos(y)), y).add_near(std::hypot(3 * y, 4 * y), 5 * y);
  h.add_near(std::erf(x) + std::erfc(x), 1).add_near(std::tgamma(y + 1), y * std::tgamma(y));
  h.add_near(std::lgamma(y), std::log(std::tgamma(y)), 1e-10);
  h.add_near(std::sin(static_cast<float>(y)), std::sin(y), 1e-6)
      .add_near(std::exp(1.5f), std::exp(1.5), 1e-6);
  h.add_exact(std::lerp(1.0, 3.0, 0.5))
      .add_exact(std::hypot(0.0, 3.0, 4.0))
      .add_exact(std::abs(-2.5f));
  return h.add_near(std::pow(2.0f, 0.5f), 1.41421356, 1e-6).value();
}
