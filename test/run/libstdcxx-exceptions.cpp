// Exception objects, error codes, dynamic_cast, type-erased and shared objects.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90,gfx1100 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: text 20
// CHECK-NEXT: generic Invalid argument 1
// CHECK-NEXT: 1 text 20
// CHECK-NEXT: what: Invalid argument
// CHECK-NEXT: 5
// CHECK-NEXT: shared 1
// CHECK-NEXT: 22
#include <any>
#include <cstdio>
#include <functional>
#include <gpu/gpu.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <variant>
[[gpu::kernel]] void k(int n) {
  std::runtime_error r("text " + std::to_string(n));
  std::runtime_error r2 = r;
  std::printf("%s\n", r2.what());
  std::error_code e = std::make_error_code(std::errc::invalid_argument);
  std::printf("%s %s %d\n", e.category().name(), e.message().c_str(),
              (int)(e == std::errc::invalid_argument));
  std::exception *p = &r;
  std::printf("%d %s\n", dynamic_cast<std::runtime_error *>(p) != nullptr, p->what());
  std::system_error se(e, "what");
  std::printf("%s\n", se.what());
  std::any a = 5;
  std::printf("%d\n", std::any_cast<int>(a));
  auto sp = std::make_shared<std::string>("shared");
  std::weak_ptr<std::string> wp = sp;
  std::printf("%s %ld\n", sp->c_str(), wp.use_count());
  std::function<int(int)> f = [n](int x) { return x + n; };
  std::printf("%d\n", f(2));
}
int main() { gpu::launch<k>({}, 20); }
