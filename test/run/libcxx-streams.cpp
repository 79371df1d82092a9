// libc++ in kernels: streams, with state of their own in each thread.
// REQUIRES: libc++
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O0 --offload-arch=cpu %s -o %t && %t | FileCheck %s
#include <cstdio>
#include <gpu/gpu.hpp>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

[[gpu::kernel]] void work() {
  // CHECK: text 42 -7 2.5 1 c
  std::cout << "text" << ' ' << 42 << ' ' << -7L << ' ' << 2.5 << ' ' << true << ' ' << 'c'
            << std::endl;
  // CHECK-NEXT: [   ff][0x10][0003.142][1e+03][true][x-----]
  std::cout << '[' << std::hex << std::setw(5) << 255 << "][" << std::showbase << 16 << std::dec
            << "][" << std::setfill('0') << std::setw(8) << std::fixed << std::setprecision(3)
            << 3.14159 << "][" << std::scientific << std::setprecision(0) << 1000.0 << "]["
            << std::boolalpha << true << "][" << std::left << std::setfill('-') << std::setw(6)
            << 'x' << "]\n";
  std::ostringstream out;
  out << std::setw(6) << 1234 << ',' << 0.1f << ',' << std::oct << 8 << ',' << std::uppercase
      << std::hex << 0xabcu;
  // CHECK-NEXT: 1234,0.1,10,ABC
  std::cout << out.str() << '\n';
  std::istringstream in("12 -3.5 word ff 0x1f rest of the line\nnext");
  int number = 0, hex = 0;
  double real = 0;
  std::string word, rest;
  in >> number >> real >> word >> std::hex >> hex;
  std::cout << std::dec << std::fixed << std::setprecision(2);
  // CHECK-NEXT: 12 -3.50 word 255 31
  std::cout << number << ' ' << real << ' ' << word << ' ' << hex;
  in >> hex;
  std::cout << ' ' << hex << '\n';
  std::getline(in, rest);
  std::stringstream both;
  both << rest << '\n' << 1 << ' ' << 2;
  std::string line;
  std::getline(both, line);
  int a = 0, b = 0;
  both >> a >> b;
  // CHECK-NEXT: rest of the line|3|true|false
  std::cout << line << '|' << a + b << '|' << both.eof() << '|' << both.bad() << '\n';
  // CHECK-NEXT: A true C
  std::cout << std::toupper('a', std::locale()) << ' ' << std::isdigit('7', std::locale()) << ' '
            << std::locale().name() << std::endl;
}

[[gpu::kernel]] void lines() {
  const auto i = gpu::global_idx().x;
  if (i % 2)
    std::cout << std::hex << std::setfill('.');
  std::cout << "thread " << i << ": " << std::setw(6) << i * 10 << " end" << '\n';
}

int main() {
  gpu::launch<work>(gpu::launch_config{});
  // CHECK-COUNT-256: thread {{[0-9a-f]+: ( *[0-9]+|\.*[0-9a-f]+) end$}}
  gpu::launch<lines>(gpu::launch_config{.blocks = 4, .threads = 64});
  std::fflush(stdout);
}
