// Every function of <cmath> and <complex> has a body on GPUs, whatever the optimisation level.
// RUN: %gpuc -O0 --offload-arch=sm_70,gfx1100 --offload-device-only %s
// RUN: %gpuc -O2 --offload-arch=sm_90,gfx90a --offload-device-only %s
// RUN: %gpuc -w -O3 -ffast-math --offload-arch=sm_70,gfx1100 --offload-device-only %s
// RUN: %gpuc -O2 --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s
// CHECK-NOT: .extern .func
#include <gpu/gpu.hpp>

#include <cmath>
#include <complex>
template <class T> T all(T x, T y, int n, int *pi, T *pt) {
  T r = 0;
  r += std::sin(x) + std::cos(x) + std::tan(x) + std::asin(x) + std::acos(x) + std::atan(x) +
       std::atan2(x, y) + std::sinh(x) + std::cosh(x) + std::tanh(x) + std::asinh(x) +
       std::acosh(x) + std::atanh(x);
  r += std::exp(x) + std::exp2(x) + std::expm1(x) + std::log(x) + std::log2(x) + std::log10(x) +
       std::log1p(x) + std::logb(x) + std::pow(x, y) + std::sqrt(x) + std::cbrt(x) +
       std::hypot(x, y) + std::hypot(x, y, r);
  r += std::erf(x) + std::erfc(x) + std::tgamma(x) + std::lgamma(x) + std::ceil(x) + std::floor(x) +
       std::trunc(x) + std::round(x) + std::nearbyint(x) + std::rint(x) + std::lrint(x) +
       std::llrint(x) + std::lround(x) + std::llround(x);
  r += std::fmod(x, y) + std::remainder(x, y) + std::remquo(x, y, pi) + std::frexp(x, pi) +
       std::modf(x, pt) + std::ldexp(x, n) + std::scalbn(x, n) + std::scalbln(x, n) +
       std::ilogb(x) + std::nextafter(x, y) + std::nexttoward(x, (long double)y) +
       std::copysign(x, y) + std::fma(x, y, r) + std::fdim(x, y) + std::fmax(x, y) +
       std::fmin(x, y) + std::lerp(x, y, r) + std::fabs(x);
  r += std::fpclassify(x) + std::isfinite(x) + std::isinf(x) + std::isnan(x) + std::isnormal(x) +
       std::signbit(x) + std::isgreater(x, y) + std::isunordered(x, y) + std::pow(x, n) +
       std::abs(x);
  return r;
}
template <class T> T cplx(std::complex<T> a, std::complex<T> b, T x) {
  std::complex<T> r = a * b / (a + b);
  r += std::exp(a) + std::log(a) + std::log10(a) + std::pow(a, b) + std::pow(a, x) +
       std::pow(x, a) + std::sqrt(a) + std::sin(a) + std::cos(a) + std::tan(a) + std::asin(a) +
       std::acos(a) + std::atan(a) + std::sinh(a) + std::cosh(a) + std::tanh(a) + std::asinh(a) +
       std::acosh(a) + std::atanh(a) + std::polar(x, x) + std::proj(a) + std::conj(a);
  return std::abs(r) + std::arg(r) + std::norm(r);
}
#ifdef __cpp_lib_math_special_functions
template <class T> T special(T x, T y, T z, unsigned n, unsigned m) {
  return std::assoc_laguerre(n, m, x) + std::assoc_legendre(n, m, x) + std::beta(x, y) +
         std::comp_ellint_1(x) + std::comp_ellint_2(x) + std::comp_ellint_3(x, y) +
         std::cyl_bessel_i(x, y) + std::cyl_bessel_j(x, y) + std::cyl_bessel_k(x, y) +
         std::cyl_neumann(x, y) + std::ellint_1(x, y) + std::ellint_2(x, y) +
         std::ellint_3(x, y, z) + std::expint(x) + std::hermite(n, x) + std::laguerre(n, x) +
         std::legendre(n, x) + std::riemann_zeta(x) + std::sph_bessel(n, x) +
         std::sph_legendre(n, m, x) + std::sph_neumann(n, x);
}
#endif

template <class T> [[gpu::kernel]] void compute(T *x, int *n, unsigned *m) {
  x[0] = all(x[1], x[2], n[1], n, x + 3);
  x[4] = cplx(std::complex<T>(x[5], x[6]), std::complex<T>(x[7], x[8]), x[9]);
#ifdef __cpp_lib_math_special_functions
  x[10] = special(x[11], x[12], x[13], m[0], m[1]);
#endif
  x[14] = ::j0(x[15]) + ::yn(n[2], x[16]) + ::exp10(x[17]);
}

[[gpu::kernel]] void wide(__int128 *x, double *y, float *z) {
  x[0] = x[1] / x[2] + x[3] % x[4] + static_cast<__int128>(y[0]) + static_cast<__int128>(z[0]);
  y[1] = static_cast<double>(x[5]);
  z[1] = static_cast<float>(static_cast<unsigned __int128>(x[6]));
}

int main() {
  gpu::launch<compute<float>>(gpu::launch_config{}, nullptr, nullptr, nullptr);
  gpu::launch<compute<double>>(gpu::launch_config{}, nullptr, nullptr, nullptr);
  gpu::launch<compute<long double>>(gpu::launch_config{}, nullptr, nullptr, nullptr);
}
