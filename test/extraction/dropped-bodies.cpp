// Functions that no kernel reaches lose their bodies, line markers keep the others' places, and the
// saved device file compiles by itself to the same code.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gpuc -save-temps --offload-device-only --offload-arch=sm_75 -S %s -o first.ptx
// RUN: FileCheck %s < dropped-bodies.device.cpp
// RUN: %gpuc --offload-device-only --offload-arch=sm_75 -S dropped-bodies.device.cpp -o again.ptx
// RUN: diff first.ptx again.ptx
// RUN: %ptxas -arch=sm_75 first.ptx
#include <gpu/gpu.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

// CHECK: // Device code of "{{.*}}dropped-bodies.cpp", extracted by gpuc.
// CHECK-NEXT: #line 1 "{{.*}}dropped-bodies.cpp"

// CHECK: {{^}}inline int reached(int x) { return x + 1; }
inline int reached(int x) { return x + 1; }

// CHECK: {{^}}int read_table(const std::map<std::string, int> &table);
// CHECK-NEXT: #line [[#@LINE+4]] "{{.*}}dropped-bodies.cpp"
int read_table(const std::map<std::string, int> &table) {
  std::cout << "not for a device\n";
  return table.at("x");
}

// CHECK: {{^}}int one_line();
int one_line() { return std::stoi("3"); }

struct host_only {
  std::vector<int> values;
  // CHECK: {{^}}  host_only(int n);
  host_only(int n) : values(n, 7), table{{"a", 1}} { std::cout << n; }
  // CHECK: {{^}}  ~host_only();
  ~host_only() { std::cout << "gone"; }
  std::map<std::string, int> table;
};

// CHECK: {{^}}{{.*kernel.*}} void fill(int *p) { *p = reached(2); }
[[gpu::kernel]] void fill(int *p) { *p = reached(2); }

// CHECK: {{^}}int main();
int main() {
  gpu::launch<fill>({}, nullptr);
  return read_table({}) + one_line() + host_only(2).values[0];
}
