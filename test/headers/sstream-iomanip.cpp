// <sstream>, <iomanip> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <ctime>
#include <iomanip>
#include <sstream>
#include <string>

#include "Inputs/header_test.hpp"

struct quantity {
  double value;
  friend std::ostream &operator<<(std::ostream &out, const quantity &q) {
    return out << q.value << " kg";
  }
  friend std::istream &operator>>(std::istream &in, quantity &q) { return in >> q.value; }
};

static std::uint64_t check(unsigned i) {
  hasher h;
  std::ostringstream out;
  out << "i=" << i << ' ' << std::setw(6) << std::setfill('.') << std::left << i << '|';
  out << std::hex << std::showbase << i << ' ' << std::uppercase << 48879 << std::dec << '|';
  out << std::fixed << std::setprecision(3) << i / 7.0 << std::scientific << ' ' << 12345.678;
  out << std::defaultfloat << ' ' << 0.1f << ' ' << 1e-300 << std::boolalpha << ' ' << (i > 3);
  out << std::internal << std::showpos << std::setw(8) << 42 << std::noshowpos << std::oct << 8u;
  out << ' ' << std::quoted("a \"b\"") << ' ' << quantity{2.5} << '\n';
  h.add(out.str()).add(static_cast<long>(out.tellp()));
  std::istringstream in("12 0x1f 2.5e3 \"two words\" word  x 7.25 kg true 99999999999 rest\nlast");
  int decimal = 0, hex = 0, large = 0;
  double real = 0;
  std::string both, word, rest;
  char c = 0;
  bool yes = false;
  quantity q{};
  in >> decimal >> std::setbase(16) >> hex >> real >> std::quoted(both) >> word >> c >> q;
  h.add(decimal).add(hex).add_exact(real).add(both).add(word).add(c).add_exact(q.value);
  in >> word >> std::boolalpha >> yes >> std::dec >> large;
  h.add(yes).add(in.fail()).add(large);
  in.clear();
  std::getline(in, rest);
  in.ignore(1);
  h.add(rest).add(in.peek()).add(in.tellg() > 0);
  std::stringstream s("1,2,3");
  for (std::string item; std::getline(s, item, ',');)
    h.add(std::stoi(item) * static_cast<int>(i));
  std::wostringstream wide;
  wide << L"wide " << i << L' ' << 1.5;
  h.add(wide.str());
  std::ostringstream extra;
  extra << std::put_money("1234") << std::resetiosflags(std::ios::dec)
        << std::setiosflags(std::ios::oct);
  std::tm date{};
  date.tm_mday = 9, date.tm_mon = 4, date.tm_year = 99;
  extra << std::put_time(&date, "%Y-%m-%d");
  return h.add(extra.str()).add(s.eof()).add(out.view().size()).value();
}
