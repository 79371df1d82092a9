// libc++ in kernels: locks, atomics, clocks, error codes, memory resources, regular expressions.
// REQUIRES: libc++
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O0 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %if gpu %{ %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O2 --offload-arch=sm_75 %s -o %t %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
#include <any>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <memory_resource>
#include <mutex>
#include <random>
#include <regex>
#include <semaphore>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <valarray>
#include <vector>

struct shared_state {
  std::mutex lock;
  std::once_flag once;
  int made, counted;
};

[[gpu::kernel]] void locks(std::span<shared_state> states) {
  shared_state &state = states[0];
  std::call_once(state.once, [&] { ++state.made; });
  // One thread a warp, since lanes in lockstep cannot wait for one another.
  if (gpu::lane_id() == 0) {
    std::lock_guard lock(state.lock);
    ++state.counted;
  }
}

[[gpu::kernel]] void work() {
  const auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - before;
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  // CHECK: slept: yes
  if (passed >= std::chrono::milliseconds(2))
    std::printf("slept: yes\n");
  else
    std::printf("slept: %lld ns instead of 2000000\n", static_cast<long long>(passed.count()));
  // CHECK-NEXT: after 2020: yes
  if (since_1970 > std::chrono::years(50))
    std::printf("after 2020: yes\n");
  else
    std::printf("after 2020: %lld ticks\n", static_cast<long long>(since_1970.count()));

  // CHECK-NEXT: generic No such file or directory 1
  const auto code = std::make_error_code(std::errc::no_such_file_or_directory);
  std::printf("%s %s %d\n", code.category().name(), code.message().c_str(),
              std::error_code(2, std::system_category()) == std::errc::no_such_file_or_directory);

  char buffer[256];
  std::pmr::monotonic_buffer_resource arena(buffer, sizeof buffer);
  std::pmr::unsynchronized_pool_resource pool(&arena);
  std::pmr::vector<int> numbers(&arena);
  std::pmr::string text("a text that is too long to be stored inside of the string", &pool);
  for (int i = 0; i < 100; ++i)
    numbers.push_back(i);
  // CHECK-NEXT: 100 99 a text that is too long to be stored inside of the string
  std::printf("%zu %d %s\n", numbers.size(), numbers[99], text.c_str());

  std::smatch match;
  const std::string subject = "key = value42";
  const bool found =
      std::regex_match(subject, match, std::regex("(\\w+)\\s*=\\s*([[:alpha:]]+)(\\d+)"));
  // CHECK-NEXT: 1 key value 42
  std::printf("%d %s %s %s\n", found, match[1].str().c_str(), match[2].str().c_str(),
              match[3].str().c_str());

  std::mt19937 engine(7);
  std::uniform_int_distribution<int> die(1, 6);
  int sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += die(engine);
  // CHECK-NEXT: 346
  std::printf("%d\n", sum);
  std::random_device device;
  std::any any = std::string("any");
  // CHECK-NEXT: 1 any 1
  std::printf("%d %s %d\n", device() != device(), std::any_cast<std::string &>(any).c_str(),
              any.type() == typeid(std::string));
  std::valarray<int> array = {1, 2, 3, 4, 5, 6};
  std::valarray<int> part = array[std::gslice(1, {2, 2}, {3, 1})];
  // CHECK-NEXT: 2 3 5 6 16
  std::printf("%d %d %d %d %d\n", part[0], part[1], part[2], part[3], part.sum());
}

int main() {
  gpu::launch<work>(gpu::launch_config{});
  gpu::buffer<shared_state> states = gpu::buffer<shared_state>::zeroed(1);
  gpu::launch<locks>(gpu::launch_config{.blocks = 8, .threads = 64}, states.span());
}
