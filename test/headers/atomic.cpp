// <atomic> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <atomic>

#include "Inputs/header_test.hpp"

struct pair {
  int a, b;
};

static std::uint64_t check(unsigned i) {
  hasher h;
  std::atomic<int> n = static_cast<int>(i);
  h.add(n.fetch_add(5)).add(n.fetch_sub(2, std::memory_order_relaxed)).add(n.fetch_xor(0x55));
  h.add(n.exchange(3, std::memory_order_acq_rel)).add(++n).add(n.load(std::memory_order_acquire));
  int expected = 3;
  h.add(n.compare_exchange_strong(expected, 8)).add(expected);
  while (!n.compare_exchange_weak(expected, 9, std::memory_order_release))
    ;
  h.add(n.load());
  std::atomic<long> l = 1L << 40;
  l |= 7;
  std::atomic<bool> flag = false;
  h.add(l.load()).add(flag.exchange(true)).add(flag.load());
  std::atomic<unsigned char> byte = 250;
  byte += static_cast<unsigned char>(i);
  std::atomic<short> half = 5;
  h.add(byte.load()).add(half.fetch_and(4)).add(half.load());
  std::atomic<float> f = 1.5f;
  f.fetch_add(2.25f);
  std::atomic<double> d = 0.5;
  d += i;
  h.add_exact(f).add_exact(d);
  std::atomic<pair> p(pair{1, 2});
  const pair old = p.exchange({3, 4});
  h.add(old.a).add(p.load().b);
  int array[3] = {}, *one = array;
  std::atomic<int *> pointer = one;
  h.add(++pointer - array).add(pointer.fetch_add(1) - array);
  std::atomic_ref<int> ref(array[1]);
  ref.fetch_or(6);
  ref.store(ref.load() + 1);
  h.add(array[1]).add(ref.is_lock_free());
  std::atomic_flag spin = ATOMIC_FLAG_INIT;
  h.add(spin.test_and_set()).add(spin.test());
  spin.clear();
  spin.notify_one();
  n.wait(0);
  n.notify_all();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return h.add(spin.test()).add(std::atomic_load(&n)).value();
}
