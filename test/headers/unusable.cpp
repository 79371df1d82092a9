// What kernels cannot use is an error at compile time that names it.
// RUN: not %gpuc --offload-arch=sm_75 %s -o %t 2>&1 | FileCheck %s
#include <csetjmp>
#include <csignal>
#include <gpu/gpu.hpp>

// CHECK-DAG: cpp:[[#@LINE+1]]:{{.*}} kernel 'jump' reaches 'longjmp', which has no definition
[[gpu::kernel]] void jump(std::jmp_buf *place) { std::longjmp(*place, 1); }
// CHECK-DAG: cpp:[[#@LINE+1]]:{{.*}} kernel 'handle' reaches 'signal', which has no definition
[[gpu::kernel]] void handle() { std::signal(SIGTERM, SIG_IGN); }
// CHECK-DAG: cpp:[[#@LINE+1]]:{{.*}} kernel 'interrupt' reaches 'raise', which has no definition
[[gpu::kernel]] void interrupt() { std::raise(SIGTERM); }

int main() {
  gpu::launch<jump>({}, nullptr);
  gpu::launch<handle>({});
  gpu::launch<interrupt>({});
}
