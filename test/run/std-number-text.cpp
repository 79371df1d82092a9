// Numbers to text and back without loss.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>

template <class T, class... Args> static std::string text_of(T value, Args... args) {
  char text[400];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value, args...);
  return error == std::errc() ? std::string(text, end) : "too long";
}

template <class T> static T integer_of(const std::string &text, int base = 10) {
  T value{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return read.ec == std::errc() ? value : T(77);
}

static std::string report(unsigned thread) {
  std::ostringstream out;
  std::uint64_t state = thread * 0x9e3779b97f4a7c15u + 1;
  int lost = 0;
  for (int k = 0; k < 40; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double d = std::bit_cast<double>(state);
    if (!std::isfinite(d))
      continue;
    const float f = static_cast<float>(k * 0.1 * thread);
    lost += std::strtod(text_of(d).c_str(), nullptr) != d;
    lost += std::stof(text_of(f)) != f;
    lost += integer_of<std::uint64_t>(text_of(state, 2 + k % 35), 2 + k % 35) != state;
    if (k % 8 == 0)
      out << text_of(d) << ' ' << text_of(f) << ' ' << text_of(d, std::chars_format::scientific, 5)
          << '\n';
  }
  out << lost << " lost\n";
  for (double d : {0.1, 1.0 / 3, 5e-324, 1e22, 1e23, 123456.0, -0.0, 2.5e-5})
    out << text_of(d) << ' ' << text_of(d, std::chars_format::fixed, 3) << ' '
        << text_of(d, std::chars_format::hex) << ' ' << text_of(d, std::chars_format::general, 4)
        << '\n';
  out << integer_of<int>("-2147483648") << ' ' << integer_of<std::int8_t>("200") + 0 << ' '
      << integer_of<long>("zz", 36) << ' ' << text_of(std::numeric_limits<double>::infinity());
  return out.str();
}
