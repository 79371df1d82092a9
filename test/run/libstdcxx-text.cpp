// Regular expressions, std::to_chars and std::from_chars.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: abc 123
// CHECK-NEXT: *bc-123 d*f-45
// CHECK-NEXT: 0.1
// CHECK-NEXT: 1
// CHECK-NEXT: 0.10000 0.100000
#include <charconv>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <regex>
#include <string>
[[gpu::kernel]] void k(double d) {
  std::regex r("(\\w+)-(\\d+)");
  std::string t = "abc-123 def-45";
  std::smatch m;
  if (std::regex_search(t, m, r))
    std::printf("%s %s\n", m[1].str().c_str(), m[2].str().c_str());
  std::printf("%s\n", std::regex_replace(t, std::regex("[aeiou]"), "*").c_str());
  char b[64];
  auto e = std::to_chars(b, b + 64, d).ptr;
  *e = 0;
  std::printf("%s\n", b);
  double x;
  std::from_chars(b, e, x);
  std::printf("%d\n", x == d);
  e = std::to_chars(b, b + 64, d, std::chars_format::fixed, 5).ptr;
  *e = 0;
  std::printf("%s %s\n", b, std::to_string(d).c_str());
  long double ld;
  std::from_chars(b, e, ld);
}
int main() { gpu::launch<k>({}, 0.1); }
