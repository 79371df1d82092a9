// Host ranges in a blocking launch: strings, vectors, arrays and spans, const and not, empty ones.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <array>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string>
#include <vector>

[[gpu::kernel]] void upper(std::string_view in, std::span<char> out, std::span<const int, 3> fixed,
                           std::span<double> none, std::wstring_view wide) {
  const auto i = gpu::global_idx().x;
  if (i < in.size())
    out[i] = static_cast<char>(in[i] - 32 + fixed[2] + static_cast<int>(none.size()) +
                               (wide[1] == L'b' ? 0 : 1));
}

int main() {
  const std::string in = "hello";
  std::string out(5, '?');
  const std::array<int, 3> fixed{5, 6, 0};
  std::vector<double> none;
  gpu::launch<upper>(gpu::launch_config::cover(in.size(), 4), in, std::span(out), fixed, none,
                     L"ab");
  return out == "HELLO" ? 0 : (std::puts(out.c_str()), 1);
}
