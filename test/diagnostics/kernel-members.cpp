// Parameters and captures that cannot cross to a device because of what they are made of: the
// member at fault is named, and shown.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not ls %t.o
#include <gpu/gpu.hpp>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

struct named {
  int n;
  std::string name;
};
struct group {
  float x;
  named in[2];
};
// CHECK: kernel-members.cpp:[[#@LINE+4]]:31: error: kernel 'k1' takes parameter 'g' of type 'group', which cannot be copied to a device: its member 'in.name' has type 'std::string'; pass a type that is copied as bytes, or a pointer to device memory
// CHECK-NEXT: {{\[\[}}gpu::kernel]] void k1(group g) {}
// CHECK-NEXT: {{^      \|                               \^$}}
// CHECK-NEXT: kernel-members.cpp:[[#@LINE-9]]:15: note: declared here
[[gpu::kernel]] void k1(group g) {}

struct by_reference {
  int &r;
};
struct holder {
  by_reference inner;
};
// CHECK: :[[#@LINE+2]]:32: error: kernel 'k2' takes parameter 'h' of type 'holder', which cannot be copied to a device: its member 'inner.r' is a reference, which a device cannot follow; pass
// CHECK: kernel-members.cpp:[[#@LINE-6]]:8: note: declared here
[[gpu::kernel]] void k2(holder h) {}

struct shape {
  virtual float area() const { return 0; }
};
struct circle : shape {
  float radius;
};
// CHECK: :[[#@LINE+2]]:32: error: kernel 'k3' takes parameter 'c' of type 'circle', which cannot be copied to a device: its base class 'shape' has virtual functions, whose table is the host's; pass
// CHECK: kernel-members.cpp:[[#@LINE-4]]:17: note: declared here
[[gpu::kernel]] void k3(circle c) {}
// CHECK: :[[#@LINE+1]]:31: error: kernel 'k4' takes parameter 's' of type 'shape', which cannot be copied to a device: it has virtual functions, whose table is the host's; pass
[[gpu::kernel]] void k4(shape s) {}

struct plain {
  int n;
};
struct joined : virtual plain {};
// CHECK: :[[#@LINE+1]]:32: error: kernel 'k5' takes parameter 'j' of type 'joined', which cannot be copied to a device: it has virtual base classes, whose place only the side that made the object knows; pass
[[gpu::kernel]] void k5(joined j) {}

struct copied {
  int n;
  copied(const copied &other) : n(other.n + 1) {}
};
struct only_moved {
  only_moved(only_moved &&) = default;
  only_moved(const only_moved &) = delete;
};
struct fixed {
  int n;
  fixed(const fixed &) = delete;
};
// CHECK: :[[#@LINE+1]]:32: error: kernel 'k6' takes parameter 'c' of type 'copied', which cannot be copied to a device: it has a copy or move constructor that is not trivial; pass
[[gpu::kernel]] void k6(copied c) {}
// CHECK: :[[#@LINE+1]]:31: error: kernel 'k7' takes parameter 'f' of type 'fixed', which cannot be copied to a device: it has no copy constructor; pass
[[gpu::kernel]] void k7(fixed f) {}
// CHECK: :[[#@LINE+1]]:43: error: kernel 'k8' takes parameter 't' of type 'std::tuple<int &>', which cannot be copied to a device: it has a copy or move constructor that is not trivial; pass
[[gpu::kernel]] void k8(std::tuple<int &> t) {}
// CHECK: :[[#@LINE+1]]:46: error: kernel 'k9' takes parameter 'f' of type 'std::function<int ()>', which cannot be copied to a device: it has a destructor that is not trivial; pass
[[gpu::kernel]] void k9(std::function<int()> f) {}
// CHECK: :[[#@LINE+1]]:43: error: kernel 'k10' takes 'gpu::buffer<int>' by value, which cannot be copied to a device; pass a 'std::span'
[[gpu::kernel]] void k10(gpu::buffer<int> b) {}

// CHECK: :[[#@LINE+2]]:8: error: the function object of a launch has type 'task', which cannot be copied to a device: its member 'names' has type 'std::vector<int>'; keep pointers or 'std::span's of device memory in it
// CHECK: :[[#@LINE+2]]:20: note: declared here
struct task {
  std::vector<int> names;
  void operator()() const {}
};

// Each of these crosses.
struct view {
  const int *data;
  std::size_t size;
  void (*callback)(int);
  int view::*member;
  union {
    int i;
    float f;
  };
};
[[gpu::kernel]] void fine(view v, std::pair<int, float> p, circle *c, only_moved m,
                          std::reference_wrapper<int> r, std::vector<int>::iterator i) {}

int main() {
  int x = 1;
  int &r = x;
  named n;
  gpu::launch({}, task());
  // CHECK: :[[#@LINE+1]]:21: error: the lambda of a launch captures 'x' by reference, which a device cannot follow; capture by value, or capture a pointer or 'std::span' of device memory
  gpu::launch({}, [&x] { x = 1; });
  // CHECK: :[[#@LINE+1]]:31: error: the lambda of a launch captures 'n' of type 'named', which cannot be copied to a device: its member 'name' has type 'std::string'; capture a pointer or 'std::span' of device memory, or the members that the lambda needs
  gpu::launch({}, [=] { (void)n.n; });
  auto inner = [&r] { return r; };
  // CHECK: :[[#@LINE+2]]:25: error: the lambda of a launch captures 'inner' of type '(lambda at {{.*}})', which cannot be copied to a device: its member 'r' is a reference, which a device cannot follow;
  // CHECK: :[[#@LINE-2]]:18: note: declared here
  gpu::launch({}, [=] { inner(); });
  gpu::launch({}, [=] { (void)r; });
}
