// What else <cmath> and <complex> have: functions of several results, classes of numbers, complex
// numbers, special functions of C++17, 128-bit integers.
// RUN: %gpuc -O2 %s -o %t && %t | FileCheck %s
// RUN: %gpuc -O0 %s -o %t && %t | FileCheck %s
#include <gpu/gpu.hpp>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

/// Writes what is computed, one number after the other.
struct writer {
  double *next;
  template <class... T> void operator()(T... values) {
    ((*next++ = static_cast<double>(values)), ...);
  }
  template <class T> void operator()(std::complex<T> z) { (*this)(z.real(), z.imag()); }
};

template <class T> void parts(T x, T y, writer &write) {
  int n;
  T whole;
  write(std::frexp(x, &n), n, std::modf(x, &whole), whole, std::ldexp(x, 3), std::scalbn(x, -4));
  write(std::remquo(x, y, &n), n, std::ilogb(x), std::lrint(x), std::llround(x), std::lround(-x));
  write(std::fma(x, y, x), std::fmax(x, y), std::fmin(x, y), std::lerp(x, y, T(0.25)));
  write(std::hypot(x, y, x), std::nexttoward(x, 1e9L), std::scalbln(x, 7L), std::pow(x, 3));
  write(std::fpclassify(x), std::isnan(x), std::isinf(x), std::signbit(-x), std::isnormal(x));
  T sine, cosine;
  if constexpr (sizeof(T) == 4)
    ::sincosf(x, &sine, &cosine);
  else
    ::sincos(x, &sine, &cosine);
  write(sine, cosine, std::lgamma(x));
}

template <class T> void complexes(std::complex<T> a, std::complex<T> b, writer &write) {
  write(a * b), write(a / b), write(std::exp(a)), write(std::log(a)), write(std::pow(a, b));
  write(std::sqrt(a)), write(std::sin(a)), write(std::cos(a)), write(std::tan(a));
  write(std::asin(a)), write(std::acos(a)), write(std::atan(a)), write(std::sinh(a));
  write(std::cosh(a)), write(std::tanh(a)), write(std::asinh(a)), write(std::acosh(a));
  write(std::atanh(a)), write(std::proj(a)), write(std::polar(T(2), T(1)));
  write(std::abs(a), std::arg(a), std::norm(a));
}

void specials(double x, writer &write) {
  write(::j0(x), ::j1(x), ::jn(3, x), ::y0(x), ::y1(x), ::yn(3, x));
#ifdef __cpp_lib_math_special_functions
  write(std::riemann_zeta(x + 1), std::beta(x, x + 1), std::legendre(3, 0.5), std::expint(x));
  write(std::cyl_bessel_j(0.5, x), std::cyl_neumann(0.5, x), std::comp_ellint_1(0.3));
  write(std::ellint_2(0.3, x), std::hermite(4, x), std::laguerre(3, x), std::sph_bessel(2, x));
#endif
}

void wide_integers(double x, writer &write) {
  const auto a = static_cast<__int128>(x * 0x1p80);
  const auto b = static_cast<unsigned __int128>(x * 0x1p70);
  write(a, b, a / 12345, a % 12345, b / 77, static_cast<float>(a), static_cast<float>(b));
}

constexpr int size = 220;

[[gpu::kernel]] void compute(std::span<double> result) {
  writer write{result.data()};
  parts(7.625, -2.5, write);
  parts(-0.3f, 1.25f, write);
  complexes(std::complex<double>(0.75, -1.5), std::complex<double>(-2, 0.25), write);
  complexes(std::complex<float>(3, 0.5), std::complex<float>(0.5f, 1), write);
  specials(2.5, write);
  wide_integers(3.7, write);
  wide_integers(-0.0, write);
}

int main() {
  std::vector<double> expected(size), result(size);
  writer write{expected.data()};
  parts(7.625, -2.5, write);
  parts(-0.3f, 1.25f, write);
  complexes(std::complex<double>(0.75, -1.5), std::complex<double>(-2, 0.25), write);
  complexes(std::complex<float>(3, 0.5), std::complex<float>(0.5f, 1), write);
  const long end_of_float = write.next - expected.data();
  specials(2.5, write);
  wide_integers(3.7, write);
  wide_integers(-0.0, write);
  if (write.next > expected.data() + size)
    return 2;
  gpu::launch<compute>(gpu::launch_config{}, result);
  int wrong = 0;
  for (int i = 0; i != size; ++i) {
    const double tolerance = i < end_of_float ? 4e-6 : 1e-13;
    if (!(std::abs(result[i] - expected[i]) <= tolerance * std::abs(expected[i]))) {
      std::printf("%d: %.17g, not %.17g\n", i, result[i], expected[i]);
      ++wrong;
    }
  }
  // CHECK: 0 wrong
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
