// Trees, lists and hash tables: their order is that of the host's library.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_90,gfx1100 %s -o %t
// RUN: %t 2>/dev/null | FileCheck --match-full-lines %s
// CHECK: k0=0 k1=3 k10=10 k11=13 k12=16 k13=19 k14=2 k15=5 k16=8 k17=11 k18=14 k19=17 k2=6 k3=9 k4=12 k5=15 k6=18 k7=1 k8=4 k9=7 0 0 0 1 1 1 1 1 4 4 4 4 4 4 9 3 2 1 14:7 15:7.5 13:6.5 10:5 16:8 3:1.5 5:2.5 2:1 4:2 19:9.5 6:3 17:8.5 7:3.5 8:4 0:0 1:0.5 9:4.5 18:9 11:5.5 12:6 2 29
// CHECK-NEXT: -19 19
// CHECK-NEXT: 6
#include <cstdio>
#include <deque>
#include <gpu/gpu.hpp>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
[[gpu::kernel]] void k(int n) {
  std::map<std::string, int> m;
  for (int i = 0; i < n; ++i)
    m["k" + std::to_string(i * 7 % n)] = i;
  for (auto &[a, b] : m)
    std::printf("%s=%d ", a.c_str(), b);
  std::multiset<int> s;
  for (int i = 0; i < n; ++i)
    s.insert(i * i % 7);
  s.erase(2);
  for (int x : s)
    std::printf("%d ", x);
  std::list<int> l{3, 1, 2};
  l.sort();
  l.reverse();
  std::list<int> l2{9};
  l.splice(l.begin(), l2);
  l.swap(l2);
  for (int x : l2)
    std::printf("%d ", x);
  std::unordered_map<std::string, double> u;
  for (int i = 0; i < n; ++i)
    u[std::to_string(i)] = i * 0.5;
  for (auto &[a, b] : u)
    std::printf("%s:%g ", a.c_str(), b);
  std::unordered_set<long double> us{1.0L, 2.0L};
  std::printf("%zu %zu\n", us.size(), u.bucket_count());
  std::deque<int> d;
  for (int i = 0; i < n; ++i) {
    d.push_back(i);
    d.push_front(-i);
  }
  std::printf("%d %d\n", d.front(), d.back());
  std::wstring w = L"abc";
  w += L"def";
  std::printf("%zu\n", w.size());
}
int main() { gpu::launch<k>({}, 20); }
