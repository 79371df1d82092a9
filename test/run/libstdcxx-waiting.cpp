// Locks, semaphores, clocks, futures and memory resources, as far as one thread goes.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90,gfx1100 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 1
// CHECK-NEXT: 50 abc a long string that is allocated, surely it is
// CHECK-NEXT: 2
// CHECK-NEXT: count 2
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <gpu/gpu.hpp>
#include <latch>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <random>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>
std::mutex &mtx() {
  static std::mutex m;
  return m;
}
[[gpu::kernel]] void k(int *p) {
  static std::once_flag once;
  std::call_once(once, [&] { ++*p; });
  {
    std::lock_guard g(mtx());
    ++*p;
  }
  std::shared_mutex sm;
  sm.lock_shared();
  sm.unlock_shared();
  std::counting_semaphore<4> s(1);
  s.acquire();
  s.release();
  std::latch l(1);
  l.count_down();
  l.wait();
  std::barrier<> b(1);
  b.arrive_and_wait();
  std::atomic<int> a{0};
  a.store(1);
  a.wait(0);
  a.notify_all();
  std::atomic<double> ad{1};
  ad.fetch_add(2);
  std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(1));
  auto t0 = std::chrono::steady_clock::now();
  auto t1 = std::chrono::system_clock::now();
  std::printf("%d\n",
              (int)(t0.time_since_epoch().count() > 0 && t1.time_since_epoch().count() > 0));
  std::promise<int> pr;
  auto fu = pr.get_future();
  pr.set_value(3);
  std::printf("%d\n", fu.get());
  std::random_device rd;
  std::mt19937 g(rd());
  std::uniform_int_distribution<int> die(1, 6);
  const int x = die(g);
  std::printf("%d\n", 1 <= x && x <= 6);
  std::pmr::monotonic_buffer_resource mr;
  std::pmr::vector<int> v(&mr);
  for (int i = 0; i < 100; ++i)
    v.push_back(i);
  std::pmr::unsynchronized_pool_resource ur;
  std::pmr::string ps("abc", &ur);
  std::pmr::synchronized_pool_resource sr;
  std::pmr::vector<std::pmr::string> vs(&sr);
  vs.emplace_back("a long string that is allocated, surely it is");
  std::printf("%d %s %s\n", v[50], ps.c_str(), vs[0].c_str());
  std::condition_variable cv;
  std::unique_lock ul(mtx());
  cv.wait_for(ul, std::chrono::microseconds(1));
  cv.notify_all();
  std::shared_ptr<int> sp = std::make_shared<int>(1);
  std::atomic_store(&sp, std::make_shared<int>(2));
  std::printf("%d\n", *std::atomic_load(&sp));
}
int main() {
  auto b = gpu::buffer<int>::zeroed(1);
  gpu::launch<k>({}, b.data());
  std::printf("count %d\n", b.to_vector()[0]);
}
