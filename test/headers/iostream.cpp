// <iostream> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <iostream>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  std::cerr << "thread " << i << ' ' << 0.5 * i << std::endl;
  std::clog << std::hex << std::showbase << i << '\n' << std::dec;
  std::cout << "";
  std::cout.flush();
  std::wcerr << L"wide " << i << std::endl;
  return hasher().add(std::cerr.good()).add(std::cout.good()).value();
}
