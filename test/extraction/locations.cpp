// Locations in device code are those of the user's file, behind any number of cuts: in debug
// information and in errors of the device compile.
// RUN: %gpuc -g --offload-device-only --offload-arch=sm_75 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %exits 1 %gpuc -DBROKEN --offload-device-only --offload-arch=sm_75,gfx1100 -c %s 2>&1 | FileCheck %s --check-prefix=BROKEN
#include <gpu/gpu.hpp>
#include <string>

std::string cut_before() {
  return "a"
         "b";
}

// CHECK: define {{.*}}@_Z6kernelPi({{.*}} !dbg [[SP:![0-9]+]]
// CHECK: !DIFile(filename: "{{.*}}locations.cpp"
// CHECK: [[SP]] = distinct !DISubprogram(name: "kernel", {{.*}}line: [[#@LINE+1]],
[[gpu::kernel]] void kernel(int *p) {
  *p = 1;
#if defined(BROKEN) && defined(__GPUC_DEVICE__)
  // BROKEN: locations.cpp:[[#@LINE+2]]:3: error: use of undeclared identifier 'no_such_thing'
  // BROKEN-NOT: error: use
  no_such_thing();
#endif
}

int main() { gpu::launch<kernel>({}, nullptr); }
