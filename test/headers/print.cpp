// <print> in kernels: the same results as on the host.
// REQUIRES: libc++
// DEFINE: %{options} = -std=c++23 -O1 --offload-arch=cpu,sm_75 -stdlib=libc++
// RUN: %gpuc %{options} -static-libstdc++ %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstdio>
#include <ostream>
#include <print>
#include <sstream>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  std::print(stderr, "thread {}", i);
  std::println(stderr, ": {:.2f} {}", i / 4.0, "text");
  std::ostringstream out;
  std::print(out, "{:>4}", i);
  std::println(out, "!");
  return hasher().add(out.str()).value();
}
