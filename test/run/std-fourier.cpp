// A fast Fourier transform over complex numbers, checked against the slow one and its inverse.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

using number = std::complex<double>;

static void transform(std::vector<number> &a, bool inverse) {
  const std::size_t n = a.size();
  if (n == 1)
    return;
  std::vector<number> even(n / 2), odd(n / 2);
  for (std::size_t k = 0; k < n / 2; ++k)
    even[k] = a[2 * k], odd[k] = a[2 * k + 1];
  transform(even, inverse);
  transform(odd, inverse);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const double angle =
        (inverse ? 2 : -2) * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    const number turned = std::polar(1.0, angle) * odd[k];
    a[k] = even[k] + turned;
    a[k + n / 2] = even[k] - turned;
  }
}

static std::string report(unsigned thread) {
  using namespace std::complex_literals;
  constexpr std::size_t n = 32;
  std::vector<number> signal(n);
  for (std::size_t k = 0; k < n; ++k)
    signal[k] = std::cos(2 * std::numbers::pi * static_cast<double>(k * (thread % 16)) / n) +
                0.25i * static_cast<double>(k % 4);
  std::vector<number> fast = signal;
  transform(fast, false);
  double worst = 0;
  for (std::size_t f = 0; f < n; ++f) {
    number slow = 0;
    for (std::size_t k = 0; k < n; ++k)
      slow += signal[k] * std::exp(-2i * std::numbers::pi * static_cast<double>(f * k % n) /
                                   static_cast<double>(n));
    worst = std::max(worst, std::abs(slow - fast[f]));
  }
  std::vector<number> back = fast;
  transform(back, true);
  double change = 0;
  for (std::size_t k = 0; k < n; ++k)
    change = std::max(change, std::abs(back[k] / static_cast<double>(n) - signal[k]));
  std::ostringstream out;
  out << (worst < 1e-12 ? "as the slow one" : "not as the slow one") << ", "
      << (change < 1e-13 ? "inverse" : "not inverse") << '\n';
  // Magnitudes as whole thousandths, away from where rounding decides.
  for (const number &x : fast)
    out << std::lround(std::abs(x) * 1000 + 0.25) << ' ';
  return out.str();
}
