// <barrier>, <latch>, <semaphore> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <barrier>
#include <latch>
#include <semaphore>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  std::latch latch(3);
  latch.count_down(2);
  h.add(latch.try_wait());
  latch.arrive_and_wait();
  h.add(latch.try_wait());
  std::counting_semaphore<8> places(static_cast<long>(i % 4));
  for (int k = 0; k < 4; ++k)
    h.add(places.try_acquire());
  places.release(2);
  places.acquire();
  std::binary_semaphore one(1);
  one.acquire();
  h.add(one.try_acquire());
  int rounds = 0;
  auto count = [&rounds]() noexcept { ++rounds; };
  std::barrier barrier(2, count);
  barrier.wait(barrier.arrive(2));
  barrier.arrive_and_drop();
  barrier.arrive_and_wait();
  barrier.arrive_and_wait();
  return h.add(rounds).value();
}
