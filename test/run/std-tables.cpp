// Tables written with stream manipulators.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

struct item {
  std::string name;
  unsigned code;
  double price;
};

static std::string report(unsigned thread) {
  const std::vector<item> items{{"bolt", 0xbeef, 0.125},
                                {"screwdriver", 7, 12.5 + thread},
                                {"nut", 65535u + thread, 1e-3},
                                {"crane", 1u << 31, 1.5e6 * thread}};
  std::ostringstream out;
  out << std::left << std::setw(14) << "name" << std::right << std::setw(12) << "code"
      << std::setw(16) << "price" << '\n'
      << std::setfill('-') << std::setw(42) << "" << std::setfill(' ') << '\n';
  double sum = 0;
  for (const item &i : items) {
    const std::ios::fmtflags before = out.flags();
    out << std::left << std::setw(14) << i.name << std::right << std::hex << std::showbase
        << std::setw(12) << i.code;
    out.flags(before);
    out << std::right << std::fixed << std::setprecision(2) << std::setw(16) << i.price << '\n';
    sum += i.price;
  }
  out << std::setw(26) << "sum" << std::setw(16) << std::scientific << std::setprecision(4) << sum
      << '\n'
      << std::defaultfloat << std::setprecision(6);
  for (int k = -3; k <= 8; k += 2)
    out << std::setw(12) << std::ldexp(1.0, 5 * k);
  out << '\n'
      << std::boolalpha << std::showpos << (thread > 3) << ' ' << 42 << ' ' << 0.5 << ' '
      << std::internal << std::setfill('0') << std::setw(8) << -17 << std::noshowpos << ' '
      << std::uppercase << std::hex << 0xabc << ' ' << std::oct << 8 << std::dec << ' '
      << std::quoted("with \"quotes\"");
  return out.str();
}
