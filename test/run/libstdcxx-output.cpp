// std::cout with state of its own in each thread, std::cerr and std::clog.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90,gfx1100 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: hello 20 0xff ****3.25true
// CHECK-NEXT: 0.333 1.235e+04 0
#include <gpu/gpu.hpp>
#include <iomanip>
#include <iostream>
[[gpu::kernel]] void k(int n) {
  std::cout << "hello " << n << ' ' << std::hex << std::showbase << 255 << std::dec << ' '
            << std::setw(8) << std::setfill('*') << 3.25 << std::boolalpha << true << std::endl;
  std::cout << std::fixed << std::setprecision(3) << 1.0 / 3 << ' ' << std::scientific << 12345.678
            << std::defaultfloat << ' ' << (void *)nullptr << '\n';
  std::clog << "log " << n << std::endl;
  std::cerr << "err " << n << '\n';
}
int main() { gpu::launch<k>({}, 20); }
