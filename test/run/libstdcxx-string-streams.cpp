// String streams, reading and writing, and locales with a facet of the program's own.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: 20 ff3333333333.33
// CHECK-NEXT: 12 3.5 word 31
// CHECK-NEXT: line two
// CHECK-NEXT: 5 1
// CHECK-NEXT: 1.234.567,89 1.234.567 *
// CHECK-NEXT: 7
#include <cstdio>
#include <gpu/gpu.hpp>
#include <iomanip>
#include <locale>
#include <sstream>
#include <string>
struct point : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3"; }
  char do_thousands_sep() const override { return '.'; }
};
[[gpu::kernel]] void k(int n) {
  std::ostringstream o;
  o << n << ' ' << std::hex << 255 << std::dec << std::setprecision(12) << 1e10 / 3;
  std::printf("%s\n", o.str().c_str());
  std::istringstream i("12 3.5 word 0x1f\nline two\nrest");
  int a;
  double b;
  std::string c;
  int d;
  i >> a >> b >> c >> std::hex >> d;
  std::printf("%d %g %s %d\n", a, b, c.c_str(), d);
  std::string line;
  std::getline(i, line);
  std::getline(i, line);
  std::printf("%s\n", line.c_str());
  std::stringstream s;
  s << "x" << 5;
  s.seekg(1);
  s >> a;
  std::printf("%d %d\n", a, (int)s.eof());
  o.str("");
  o.imbue(std::locale(std::locale::classic(), new point));
  o << std::fixed << std::setprecision(2) << 1234567.891 << ' ' << 1234567;
  std::printf("%s %s\n", o.str().c_str(), o.getloc().name().c_str());
  std::wostringstream w;
  w << L"wide " << 42;
  std::printf("%d\n", (int)w.str().size());
}
int main() { gpu::launch<k>({}, 20); }
