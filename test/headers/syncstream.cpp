// <syncstream> in kernels: the same results as on the host.
// RUN: %gpuc -std=c++23 -O1 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <sstream>
#include <string>
#include <syncstream>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::ostringstream out;
  {
    std::osyncstream sync(out);
    sync << "written " << i;
    h.add(out.str());
    sync.emit();
    sync << " and more";
  }
  return h.add(out.str()).value();
}
