// <cfenv> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cfenv>
#include <fenv.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::feclearexcept(FE_ALL_EXCEPT);
  h.add(std::fegetround() == FE_TONEAREST).add(std::fesetround(FE_TONEAREST));
  std::fenv_t environment;
  h.add(std::fegetenv(&environment)).add(std::fesetenv(&environment));
  return h.add(std::fetestexcept(FE_DIVBYZERO)).add(i).value();
}
