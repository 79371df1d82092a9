// <condition_variable>, <mutex>, <shared_mutex> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  using namespace std::chrono_literals;
  hasher h;
  std::mutex mutex;
  {
    std::lock_guard lock(mutex);
    h.add(mutex.try_lock());
  }
  std::recursive_mutex again;
  again.lock();
  h.add(again.try_lock());
  again.unlock();
  again.unlock();
  std::timed_mutex timed;
  h.add(timed.try_lock_for(1ms));
  timed.unlock();
  std::unique_lock first(mutex, std::defer_lock);
  std::unique_lock second(timed, std::try_to_lock);
  h.add(first.owns_lock()).add(second.owns_lock());
  {
    std::scoped_lock both(mutex, again);
    h.add(mutex.try_lock());
  }
  std::shared_mutex shared;
  {
    std::shared_lock reader(shared), another(shared);
    h.add(shared.try_lock()).add(another.owns_lock());
  }
  shared.lock();
  h.add(shared.try_lock_shared());
  shared.unlock();
  std::once_flag once;
  int calls = 0;
  for (unsigned k = 0; k < i % 3; ++k)
    std::call_once(once, [&calls] { ++calls; });
  std::condition_variable changed;
  std::condition_variable_any changed_too;
  first.lock();
  changed.notify_all();
  changed_too.notify_one();
  h.add(changed.wait_for(first, 1ms, [] { return false; }));
  changed.wait(first, [] { return true; });
  h.add(changed_too.wait_for(first, 1ms) == std::cv_status::timeout);
  return h.add(calls).add(first.owns_lock()).value();
}
