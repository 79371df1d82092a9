// <stop_token>, <thread> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <chrono>
#include <stop_token>
#include <thread>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  using namespace std::chrono_literals;
  hasher h;
  int called = 0;
  std::stop_source source;
  std::stop_token token = source.get_token();
  {
    std::stop_callback gone(token, [&called] { called += 100; });
  }
  std::stop_callback first(token, [&called, i] { called += static_cast<int>(i); });
  h.add(token.stop_requested()).add(token.stop_possible()).add(source.request_stop());
  std::stop_callback late(token, [&called] { called += 1; });
  h.add(source.request_stop()).add(token.stop_requested()).add(called);
  h.add(std::stop_token().stop_possible()).add(std::stop_source(std::nostopstate).stop_possible());
  // A kernel starts no threads, but what asks for the current one works.
  std::thread none;
  std::jthread also_none;
  const std::thread::id id = std::this_thread::get_id();
  h.add(none.joinable()).add(also_none.joinable()).add(id == std::this_thread::get_id());
  h.add(id == std::thread::id());
  std::this_thread::yield();
  std::this_thread::sleep_for(1us);
  return h.value();
}
