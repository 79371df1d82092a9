// The facets of the classic locale.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: X 1
// CHECK-NEXT: 1 C
// CHECK-NEXT: 2024-02-29 12:00:00 Sun Feb 1234
// CHECK-NEXT: 1 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 7
#include <codecvt>
#include <cstdio>
#include <ctime>
#include <gpu/gpu.hpp>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
[[gpu::kernel]] void k(int n) {
  std::locale l;
  auto &ct = std::use_facet<std::ctype<char>>(l);
  std::printf("%c %d\n", ct.toupper('x'), (int)ct.is(std::ctype_base::digit, '5'));
  std::printf("%d %s\n", (int)std::has_facet<std::money_put<char>>(l), l.name().c_str());
  std::ostringstream o;
  std::tm t{};
  t.tm_year = 124;
  t.tm_mon = 1;
  t.tm_mday = 29;
  t.tm_hour = 12;
  o << std::put_time(&t, "%Y-%m-%d %H:%M:%S %a %b");
  o << ' ' << std::put_money(1234.0L);
  std::printf("%s\n", o.str().c_str());
  std::istringstream i("2024-02-29 x");
  i >> std::get_time(&t, "%Y-%m-%d");
  std::printf("%d %d\n", t.tm_mon, (int)i.fail());
  std::printf("%d\n", (int)std::isalpha('c', l));
  std::string a = "b", b = "a";
  std::printf("%d\n", (int)l(a, b));
  auto &cv = std::use_facet<std::codecvt<char32_t, char8_t, std::mbstate_t>>(l);
  std::mbstate_t st{};
  const char32_t in[] = {0x20ac, 0x1f600};
  char8_t out[16];
  const char32_t *fn;
  char8_t *tn;
  cv.out(st, in, in + 2, fn, out, out + 16, tn);
  std::printf("%d\n", (int)(tn - out));
}
int main() { gpu::launch<k>({}, 20); }
