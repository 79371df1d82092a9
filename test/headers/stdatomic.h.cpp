// <stdatomic.h> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++23 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <stdatomic.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  atomic_int n = static_cast<int>(i);
  _Atomic(long) l = 5;
  h.add(atomic_fetch_add(&n, 3)).add(atomic_load(&n)).add(atomic_exchange(&l, 9L));
  atomic_store_explicit(&l, 4, memory_order_relaxed);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  h.add(atomic_flag_test_and_set(&flag)).add(atomic_flag_test_and_set(&flag));
  atomic_thread_fence(memory_order_seq_cst);
  return h.add(l.load()).value();
}
