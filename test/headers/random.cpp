// <random> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <random>
#include <vector>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::mt19937 twister(i);
  std::mt19937_64 wide(i);
  std::minstd_rand simple(i + 1);
  std::ranlux24_base subtract(i);
  std::knuth_b shuffled(i);
  twister.discard(700);
  for (int k = 0; k < 5; ++k)
    h.add(twister()).add(wide()).add(simple()).add(subtract()).add(shuffled());
  std::uniform_int_distribution<int> dice(1, 6);
  std::uniform_real_distribution<double> real(-1, 1);
  std::bernoulli_distribution coin(0.3);
  for (int k = 0; k < 20; ++k)
    h.add(dice(twister)).add_exact(real(twister)).add(coin(twister));
  // These use logarithms; what matters is that the values are in range and have the right mean.
  std::normal_distribution<double> normal(5, 2);
  std::poisson_distribution<int> poisson(4);
  std::exponential_distribution<double> exponential(2);
  std::gamma_distribution<double> gamma(2, 1);
  double sums[4] = {};
  for (int k = 0; k < 200; ++k) {
    sums[0] += normal(wide) / 200;
    sums[1] += poisson(wide) / 200.0;
    sums[2] += exponential(wide) / 200;
    sums[3] += gamma(wide) / 200;
  }
  h.add_near(sums[0], 5, 0.2).add_near(sums[1], 4, 0.2).add_near(sums[2], 0.5, 0.2);
  h.add_near(sums[3], 2, 0.2);
  std::discrete_distribution<int> weighted{1, 2, 3};
  std::seed_seq seeds{1u, 2u, i};
  std::vector<std::uint32_t> made(4);
  seeds.generate(made.begin(), made.end());
  h.add(weighted(simple)).add_all(made).add_exact(std::generate_canonical<double, 32>(wide));
  std::random_device device;
  return h.add(device() != device() || device() != device()).value();
}
