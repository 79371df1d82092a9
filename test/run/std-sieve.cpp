// Prime numbers with a bitset and with vector<bool>, and what is between them.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <bitset>
#include <sstream>
#include <string>
#include <vector>

constexpr std::size_t limit = 4096;

static std::string report(unsigned thread) {
  std::bitset<limit> prime;
  prime.set();
  prime.reset(0).reset(1);
  for (std::size_t n = 2; n * n < limit; ++n)
    if (prime[n])
      for (std::size_t multiple = n * n; multiple < limit; multiple += n)
        prime[multiple] = false;
  std::vector<bool> odd_ones(limit);
  for (std::size_t n = 1; n < limit; n += 2)
    odd_ones[n] = prime.test(n);
  const std::bitset<limit> twins = prime & (prime >> 2), shifted = prime >> (thread * 100);
  std::vector<std::size_t> list;
  for (std::size_t n = 0; n < limit; ++n)
    if (prime[n])
      list.push_back(n);
  std::size_t widest = 0, at = 0;
  for (std::size_t k = 1; k < list.size(); ++k)
    if (list[k] - list[k - 1] > widest)
      at = k, widest = list[k] - list[k - 1];
  std::bitset<64> low;
  for (std::size_t n = 0; n < 64; ++n)
    low[n] = shifted[n];
  std::ostringstream out;
  out << prime.count() << " primes, " << std::count(odd_ones.begin(), odd_ones.end(), true)
      << " odd ones, " << twins.count() << " pairs of twins, widest gap " << widest << " before "
      << list[at] << '\n'
      << low << ' ' << std::hex << low.to_ullong() << std::dec << ' ' << (~low).count() << ' '
      << *std::upper_bound(list.begin(), list.end(), thread * 100);
  return out.str();
}
