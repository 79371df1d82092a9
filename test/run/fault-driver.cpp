// What is wrong with a driver or a device is an error that says what, where and what to do; with a
// stand-in for the driver, so that it is tested without a GPU.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t

// No driver: nothing named chooses the CPU, GPUC_DEVICE=cuda is refused.
// RUN: %if !gpu %{ env GPUC_DEVICE= %t fill | FileCheck %s --check-prefix=CPU %}
// RUN: %if !gpu %{ env GPUC_DEVICE=cuda %exits 1 %t fill | FileCheck %s --check-prefix=NO-DRIVER %}
// CPU: fill on cpu: fine
// NO-DRIVER: 17 '' GPUC_DEVICE is 'cuda', but the CUDA driver cannot be loaded: libcuda.so.1: cannot open shared object file: No such file or directory; present: cpu:0 (

// A driver that lacks a function.
// RUN: env LD_LIBRARY_PATH=%fakecuda/without-graphs GPUC_DEVICE= %t fill | FileCheck %s --check-prefix=CPU
// RUN: env LD_LIBRARY_PATH=%fakecuda/without-graphs GPUC_DEVICE=cuda %exits 1 %t fill | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: 17 '' GPUC_DEVICE is 'cuda', but the CUDA driver is too old: it has no function cuGraphLaunch; update it; present: cpu:0 (

// A driver without devices.
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole FAKECUDA_INIT=100 GPUC_DEVICE= %t fill | FileCheck %s --check-prefix=CPU
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole FAKECUDA_INIT=100 GPUC_DEVICE=cuda %exits 1 %t fill | FileCheck %s --check-prefix=NO-DEVICE
// NO-DEVICE: 17 '' GPUC_DEVICE is 'cuda', but the CUDA driver finds no device: CUDA_ERROR_NO_DEVICE: {{.*}}; present: cpu:0 (
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda:3 %exits 1 %t fill | FileCheck %s --check-prefix=INDEX
// INDEX: 17 '' GPUC_DEVICE is 'cuda:3', but the last cuda device is cuda:0; present: cuda:0 (Fake GPU, sm_90), cpu:0

// With one that works.
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE= %t fill | FileCheck %s --check-prefix=CUDA
// CUDA: fill on cuda: fine

// A driver older than the PTX.
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole FAKECUDA_PTX=5.0 GPUC_DEVICE=cuda %exits 1 %t fill | FileCheck %s --check-prefix=PTX
// RUN: %if gpu %{ env LC_ALL=C sed 's/\.version [0-9]\.[0-9]/.version 9.9/' %t > %t.new && chmod +x %t.new && env GPUC_DEVICE=cuda %exits 1 %t.new fill | FileCheck %s --check-prefix=PTX %}
// PTX: 19 'fill' {{.*}}kernel 'fill' of {{.*}}fault-driver.cpp: the driver, which is for CUDA {{[0-9.]+}}, refused the PTX image for sm_75 with CUDA_ERROR_{{.*}}Unsupported .version{{.*}}; update the driver, or compile for an older target

// An image for another architecture only.
// RUN: %gpuc -O1 --offload-arch=sm_120,gfx1100 %s -o %t.other
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda %exits 1 %t.other fill | FileCheck %s --check-prefix=OTHER
// OTHER: 18 'fill' {{.*}}nothing embedded runs on cuda:0 (Fake GPU, sm_90). embedded: {{.*}}sm_120 (PTX), gfx1100; present: cuda:0 (Fake GPU, sm_90), cpu:0 {{.*}}; compile with --offload-arch=sm_90, or choose another device with GPUC_DEVICE

// Out of device memory: the next smaller one works.
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda %t memory | FileCheck %s --check-prefix=MEMORY
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t memory | FileCheck %s --check-prefix=MEMORY %}
// RUN: %t memory | FileCheck %s --check-prefix=MEMORY
// MEMORY: 20 '' {{.*}}has no 4611686018427387904 bytes of {{.*}}memory left
// MEMORY-NEXT: memory on {{cuda|cpu}}: fine

// Too large a block.
// RUN: %exits 1 %t block | FileCheck %s --check-prefix=BLOCK
// RUN: env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda %exits 1 %t block | FileCheck %s --check-prefix=BLOCK
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %exits 1 %t block | FileCheck %s --check-prefix=BLOCK %}
// BLOCK: 2 'fill' kernel 'fill' with 1 blocks of 1025 threads on {{cpu|cuda}}:0 ({{.*}}): 1025 threads a block are more than the device's 1024
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string>
#include <string_view>

[[gpu::kernel]] void fill(int *p) { *p = 42; }

void run(std::string_view what) {
  if (what == "memory") {
    try {
      gpu::buffer<char> far_too_much(std::size_t{1} << 62);
    } catch (const gpu::error &e) {
      std::printf("%d '%s' %s\n", static_cast<int>(e.code()), std::string(e.kernel()).c_str(),
                  e.what());
    }
    gpu::buffer<char> little(1 << 20);
    return;
  }
  gpu::buffer<int> b(1);
  gpu::launch<fill>({.threads = what == "block" ? 1025u : 1u}, b.data());
}

int main(int, char **arguments) {
  try {
    run(arguments[1]);
    std::printf("%s on %s: fine\n", arguments[1], std::string(gpu::current_device().backend).c_str());
  } catch (const gpu::error &e) {
    std::printf("%d '%s' %s\n", static_cast<int>(e.code()), std::string(e.kernel()).c_str(),
                e.what());
    return 1;
  }
}
