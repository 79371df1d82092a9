// <bit>, <bitset> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <bit>
#include <bitset>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  const std::uint32_t x = i * 2654435761u;
  h.add(std::popcount(x)).add(std::countl_zero(x)).add(std::countr_zero(x)).add(std::rotl(x, 7));
  h.add(std::rotr(static_cast<std::uint8_t>(x), 3))
      .add(std::countl_one(static_cast<short>(x) | 0u));
  h.add(std::bit_width(x)).add(std::bit_ceil(i)).add(std::bit_floor(i)).add(std::has_single_bit(i));
  h.add(std::bit_cast<std::uint64_t>(1.5 + i)).add(std::endian::native == std::endian::little);
  std::bitset<100> b(x);
  b.set(99).flip(3);
  b |= b << 40;
  b ^= std::bitset<100>("1100101");
  h.add(b.count()).add(b.any()).add(b.all()).add(b.to_string()).add(b.test(50));
  h.add((b >> 64).to_ulong());
  h.add((~b & b).none()).add(b.test(4)).add(std::bitset<8>(std::string("0110")).to_ullong());
  return h.add(b == std::bitset<100>(b)).value();
}
