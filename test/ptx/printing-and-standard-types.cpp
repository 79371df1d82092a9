// Printing and the standard library's types give PTX that ptxas takes, at every level.
// RUN: %gpuc -O0 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -O3 --offload-device-only --offload-arch=sm_75 -S %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx
// RUN: FileCheck %s < %t.ptx
#include <algorithm>
#include <array>
#include <gpu/gpu.hpp>
#include <optional>
#include <tuple>
#include <variant>

// CHECK: .visible .global {{.*}}__gpuc_services
[[gpu::kernel]] void k(int *p, std::string_view name) {
  std::array<int, 8> a{5, 3, 8, 1, 9, 2, 7, 4};
  std::sort(a.begin(), a.end());
  std::optional<int> o = a[2];
  std::variant<int, float> v = *o;
  auto [x, y] = std::tuple(std::get<int>(v), a[0]);
  *p = x * 10 + y;
  gpu::println("{}: {:5} {:.3f} {}", name, x, 1.5, true);
  if (name.starts_with("q"))
    gpu::print("x");
}
int main() { gpu::launch<k>({}, nullptr, "name"); }
