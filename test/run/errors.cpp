// Errors at run time name the kernel, its configuration and the device.
// RUN: %gpuc --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: env GPUC_DEVICE=tpu %exits 1 %t setting | FileCheck %s --check-prefix=SETTING
// RUN: %gpuc --offload-arch=sm_75,gfx1100 %s -o %t.gpu && env GPUC_DEVICE= %exits 1 %t.gpu none | FileCheck %s --check-prefix=NONE
// RUN: env GPUC_DEVICE=cpu %exits 1 %t.gpu none | FileCheck %s --check-prefix=CPU
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string>

namespace app {
[[gpu::kernel, gpu::launch_bounds(64)]] void simulate(int *p) { *p = 1; }
} // namespace app

void attempt(gpu::launch_config config) {
  try {
    gpu::launch<app::simulate>(config, nullptr);
    std::puts("no error");
  } catch (const gpu::error &e) {
    std::printf("%d '%s' %s\n", static_cast<int>(e.code()), std::string(e.kernel()).c_str(),
                e.what());
  }
}

int main(int argc, char **) {
  if (argc > 1)
    return attempt({.threads = 4}), 1;
  // CHECK: 2 'app::simulate' kernel 'app::simulate' with 1 blocks of 65 threads on cpu:0 {{.*}}: 65 threads a block are more than the 64 of the kernel's {{\[\[}}gpu::launch_bounds]]
  attempt({.threads = 65});
  // CHECK: 2 'app::simulate' {{.*}}a block needs at least one thread
  attempt({.threads = 0});
  // CHECK: 2 'app::simulate' {{.*}}shared memory are more than the device's
  attempt({.threads = 4, .shared_bytes = 1u << 30});
  // CHECK: no error
  attempt({.blocks = 0});
}
// SETTING: 16 {{.*}}GPUC_DEVICE is 'tpu'; it takes 'cpu', 'cuda', 'cuda:n', 'hip' or 'hip:n'
// NONE: 18 {{.*}}no device runs what this program embeds. embedded: {{.*}}sm_75{{.*}}gfx1100{{.*}}; present: cpu:0
// CPU: 18 {{.*}}sm_75
