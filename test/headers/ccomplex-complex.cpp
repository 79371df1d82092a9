// <ccomplex>, <complex> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <ccomplex>
#include <complex.h> // in C++, nothing but <complex>
#include <complex>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  using namespace std::complex_literals;
  hasher h;
  std::complex<double> z(0.5 * i, -2.0);
  z *= std::complex<double>(0, 1);
  z += 3.0;
  h.add_exact(z.real()).add_exact(z.imag()).add_exact(std::norm(z)).add(std::conj(z) == z);
  h.add_exact((z - 1i).imag()).add(z == std::complex<double>(5.0, 0.5 * i));
  const auto quotient = z / std::complex<double>(3, 4);
  h.add_near((quotient * std::complex<double>(3, 4)).real(), z.real());
  h.add_near(std::abs(z), std::sqrt(std::norm(z))).add_near(std::arg(-1.0 + 0i), 3.14159265358979);
  const auto root = std::sqrt(z), power = std::exp(std::log(z)), back = std::pow(z, 2) / z;
  h.add_near((root * root).imag(), z.imag()).add_near(power.real(), z.real());
  h.add_near(back.imag(), z.imag()).add_near(std::polar(2.0, 0.0).real(), 2);
  const auto w = z / 16.0; // far from the real axis the squares are too large for their sum
  h.add_near((std::sin(w) * std::sin(w) + std::cos(w) * std::cos(w)).real(), 1);
  h.add_near(std::tanh(std::atanh(0.25 + 0.5i)).imag(), 0.5);
  const std::complex<float> f(1.5f, 2.5f);
  return h.add_exact((f + f).imag()).add_near(std::abs(f), 2.9154759, 1e-6).value();
}
