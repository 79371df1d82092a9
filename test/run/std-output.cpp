// Lines that many threads write with std::cout and std::printf are whole, and all there.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.lines && sort %t.lines > %t.txt && FileCheck %s < %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t > %t.lines && sort %t.lines | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ %}
// RUN: %if libc++ %{ %t > %t.lines && sort %t.lines | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t > %t.lines && sort %t.lines | diff %t.txt - %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

struct fraction {
  unsigned above, below;
  friend std::ostream &operator<<(std::ostream &out, fraction f) {
    return out << f.above << '/' << f.below;
  }
};

[[gpu::kernel]] void print_lines() {
  const unsigned i = gpu::global_idx().x;
  std::cout << "a" << std::setfill('0') << std::setw(3) << i << ' ' << std::hex << std::showbase
            << i << std::dec << ' ' << fraction{i, 7} << ' ' << std::fixed << std::setprecision(2)
            << i / 7.0 << std::string(i % 3, '*') << std::endl;
  std::vector<unsigned> divisors;
  for (unsigned d = 1; d <= i; ++d)
    if (i % d == 0)
      divisors.push_back(d);
  std::string text = "b" + std::to_string(1000 + i) + ":";
  for (unsigned d : divisors)
    text += " " + std::to_string(d);
  std::cout << text << '\n';
  std::printf("c%03u %-6s|%5.1f|%c\n", i, i % 2 ? "odd" : "even", i / 4.0,
              'a' + static_cast<int>(i % 26));
}

int main() {
  gpu::launch<print_lines>(gpu::launch_config{.blocks = 4, .threads = 32});
  std::fflush(stdout);
}
// CHECK: a000 0 0/7 0.00
// CHECK-NEXT: a001 0x1 1/7 0.14*
// CHECK: a127 0x7f 127/7 18.14*
// CHECK-NEXT: b1000:
// CHECK: b1096: 1 2 3 4 6 8 12 16 24 32 48 96
// CHECK: c000 even  |  0.0|a
// CHECK: c127 odd   | 31.8|x
