// <fstream> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <fstream>
#include <string>
#include <unistd.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  // The kernel and the host run one after the other and may use the same names.
  const std::string name =
      "/tmp/gpuc-header-fstream-" + std::to_string(getpid()) + "-" + std::to_string(i);
  {
    std::ofstream out(name);
    out << "line of " << i << '\n' << 2.5 << ' ' << i * 3 << '\n';
    h.add(out.good()).add(static_cast<long>(out.tellp()));
  }
  {
    std::fstream both(name, std::ios::in | std::ios::out | std::ios::app);
    both << "end" << std::endl;
  }
  std::ifstream in(name);
  std::string line, word;
  std::getline(in, line);
  double d = 0;
  unsigned n = 0;
  in >> d >> n >> word;
  h.add(line).add_exact(d).add(n).add(word).add(in.get()).add(in.get()).add(in.eof());
  in.clear();
  in.seekg(5);
  in >> word;
  h.add(word).add(std::ifstream("/nonexistent/file").is_open());
  in.close();
  return h.add(std::remove(name.c_str())).value();
}
