// Host code that no kernel reaches, and names in unevaluated places, leave no device code.
// RUN: %gpuc --offload-device-only --offload-arch=sm_75 -S %s -o - | FileCheck %s
#include <gpu/gpu.hpp>
#include <functional>
#include <string>

std::function<int(int)> callback = [](int x) { return x; };
std::string not_for_devices(const std::string &s) { return s + s; }
int used(int x) { return x + 12345; }

// CHECK-NOT: not_for_devices
// CHECK-NOT: callback
// CHECK: .entry _Z1kPi(
// CHECK: 12345
// CHECK-NOT: not_for_devices
// CHECK-NOT: .func
[[gpu::kernel]] void k(int *p) {
  using type = decltype(not_for_devices(""));
  *p = used(static_cast<int>(sizeof(type) != 0));
}

int main() {
  gpu::launch<k>({}, nullptr);
  return callback(static_cast<int>(not_for_devices("").size()));
}
