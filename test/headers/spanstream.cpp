// <spanstream> in kernels: the same results as on the host.
// RUN: %gpuc -std=c++23 -O1 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <span>
#include <spanstream>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  char space[32] = {};
  std::ospanstream out(space);
  out << "n = " << i << ' ' << 2.5;
  h.add(out.span().size()).add(space);
  std::ispanstream in(std::span<const char>(space + 4, 8));
  unsigned n = 0;
  double d = 0;
  in >> n >> d;
  return h.add(n).add_exact(d).add(in.eof()).value();
}
