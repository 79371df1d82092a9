// <future> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <future>

#include "Inputs/header_test.hpp"

// One thread on both ends: a kernel starts no others.
static std::uint64_t check(unsigned i) {
  using namespace std::chrono_literals;
  hasher h;
  std::promise<int> p;
  std::future<int> f = p.get_future();
  h.add(f.valid()).add(f.wait_for(0s) == std::future_status::timeout);
  p.set_value(static_cast<int>(i));
  h.add(f.wait_for(0s) == std::future_status::ready).add(f.get()).add(f.valid());
  std::packaged_task<int(int)> task([](int x) { return x * x; });
  std::shared_future<int> result = task.get_future().share(), another = result;
  task(static_cast<int>(i));
  h.add(result.get()).add(another.get());
  std::future<int> later =
      std::async(std::launch::deferred, [i] { return static_cast<int>(i) + 1; });
  h.add(later.wait_for(0s) == std::future_status::deferred).add(later.get());
  h.add(std::make_error_code(std::future_errc::broken_promise).message());
  return h.value();
}
