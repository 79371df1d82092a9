// File streams on files of the host.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90,gfx1100 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: first line
// CHECK-NEXT: second 2.5
// CHECK-NEXT: first 1
// CHECK-NEXT: 0
#include <cstdio>
#include <fstream>
#include <gpu/gpu.hpp>
#include <string>
[[gpu::kernel]] void k(const char *) {
  {
    std::ofstream o("/tmp/gpuc-x.txt");
    o << "first line\nsecond " << 2.5 << '\n';
  }
  std::ifstream i("/tmp/gpuc-x.txt");
  std::string l;
  while (std::getline(i, l))
    std::printf("%s\n", l.c_str());
  std::fstream f("/tmp/gpuc-x.txt", std::ios::in | std::ios::out | std::ios::app);
  f << "third\n";
  f.seekg(0);
  f >> l;
  std::printf("%s %d\n", l.c_str(), (int)f.good());
  std::ifstream none("/nonexistent");
  std::printf("%d\n", (int)none.is_open());
  std::remove("/tmp/gpuc-x.txt");
}
int main() { gpu::launch<k>({}, nullptr); }
