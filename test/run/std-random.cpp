// The standard random engines give the sequences of the host; a shuffle and a random walk.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// The distributions are a library's own, so results that are to be the same come from the engines.
static std::string report(unsigned thread) {
  std::ostringstream out;
  std::mt19937 engine(thread);
  std::mt19937_64 wide(thread);
  std::ranlux48 luxury(thread);
  std::minstd_rand0 minimal(thread + 1);
  std::knuth_b shuffled(thread);
  engine.discard(624);
  out << engine() << ' ' << wide() << ' ' << luxury() << ' ' << minimal() << ' ' << shuffled()
      << '\n';
  std::vector<unsigned> deck(20);
  std::iota(deck.begin(), deck.end(), 1u);
  for (unsigned k = 20; k > 1; --k)
    std::swap(deck[k - 1], deck[engine() % k]);
  for (unsigned card : deck)
    out << card << ' ';
  int x = 0, y = 0, farthest = 0;
  for (int step = 0; step < 500; ++step) {
    const std::uint32_t bits = engine();
    (bits & 1 ? x : y) += bits & 2 ? 1 : -1;
    farthest = std::max(farthest, x * x + y * y);
  }
  out << '\n' << x << ',' << y << ' ' << farthest << '\n';
  std::array<int, 6> sides{};
  std::uniform_int_distribution<int> dice(0, 5);
  for (int k = 0; k < 600; ++k)
    ++sides[static_cast<std::size_t>(dice(engine))];
  int even = 0;
  for (int side : sides)
    even += side > 50 && side < 160;
  std::seed_seq seeds{thread, 2u, 3u};
  std::mt19937 seeded(seeds);
  out << even << " sides as expected, " << seeded() << '\n';
  std::stringstream state;
  state << seeded;
  std::mt19937 restored;
  state >> restored;
  out << (restored == seeded) << ' ' << (restored() == seeded());
  return out.str();
}
