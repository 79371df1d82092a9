// A kernel that does what it must not makes the driver give up the device: the error names the
// kernel, its configuration and the device, all later calls fail at once and say why, and the process
// ends as usual.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t
// DEFINE: %{fake} = env LD_LIBRARY_PATH=%fakecuda/whole GPUC_DEVICE=cuda FAKECUDA_FAULT
// RUN: %{fake}=wild:700 %t wild | FileCheck %s --check-prefixes=LOST,ADDRESS
// RUN: %{fake}=wild:719 %t wild | FileCheck %s --check-prefixes=LOST,TRAP
// RUN: %{fake}=wild:700 %t stream | FileCheck %s --check-prefixes=STREAM
// RUN: %{fake}=wild:700 %t copy | FileCheck %s --check-prefixes=COPY
// RUN: %{fake}=wild:700 GPUC_TIMEOUT=5 %t free | FileCheck %s --check-prefixes=FREE
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t wild | FileCheck %s --check-prefixes=LOST,ADDRESS %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t trap | FileCheck %s --check-prefixes=TRAPPED %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t stream | FileCheck %s --check-prefixes=STREAM %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t copy | FileCheck %s --check-prefixes=COPY %}
//
// LOST: launch: 24 'wild' kernel 'wild' with 2 blocks of 32 threads on cuda:0 ({{.*}}): work on the device failed with
// ADDRESS-SAME: CUDA_ERROR_ILLEGAL_ADDRESS: {{.*}}, or a stack overflow, for which GPUC_STACK_SIZE=bytes helps; compute-sanitizer finds the access; the device cannot be used any more in this process
// TRAP-SAME: CUDA_ERROR_LAUNCH_FAILED: {{.*}}; the device cannot be used any more in this process
// LOST: again: 24 'wild' cuda:0 ({{.*}}) was lost earlier in this process: kernel 'wild' with 2 blocks of 32 threads on cuda:0
// LOST: allocation: 24 'wild' cuda:0 ({{.*}}) was lost earlier in this process: kernel 'wild'
// LOST: copy: 24 'wild' cuda:0
// LOST: stream: 24 'wild' cuda:0
// LOST: synchronize: 24 'wild' cuda:0
// LOST: end of main
//
// TRAPPED: launch: 24 'trap' kernel 'trap' with 1 blocks of 1 threads on cuda:0 ({{.*}}): work on the device failed with CUDA_ERROR_{{.*}}; the device cannot be used any more in this process
// TRAPPED: again: 24 'trap' cuda:0
//
// STREAM: synchronize: 24 'wild' stream on cuda:0 ({{.*}}), last given kernel 'wild' with 2 blocks of 32 threads: work on the device failed with CUDA_ERROR_ILLEGAL_ADDRESS
// STREAM: again: 24 'wild' cuda:0 ({{.*}}) was lost earlier in this process: stream on
//
// COPY: copy: 24 '' {{.*}}failed with CUDA_ERROR_ILLEGAL_ADDRESS: {{.*}}; in streams, not known to have ended: kernel 'wild' with 2 blocks of 32 threads
// COPY: again: 24 '' cuda:0 ({{.*}}) was lost earlier in this process
//
// Freeing memory is where it is noticed.
// FREE: again: 24 '' cuda:0 ({{.*}}) was lost earlier in this process: {{.*}}ILLEGAL_ADDRESS{{.*}}kernel 'wild'
#include <cstdio>
#include <functional>
#include <gpu/gpu.hpp>
#include <string>
#include <string_view>
#include <unistd.h>

[[gpu::kernel]] void wild(int *p) { p[gpu::global_idx().x] = 1; }
[[gpu::kernel]] void trap() { __builtin_trap(); }
[[gpu::kernel]] void tame(int *p) { *p = 1; }

void attempt(const char *what, const std::function<void()> &body) {
  try {
    body();
    std::printf("%s: fine\n", what);
  } catch (const gpu::error &e) {
    std::printf("%s: %d '%s' %s\n", what, static_cast<int>(e.code()),
                std::string(e.kernel()).c_str(), e.what());
  }
  std::fflush(stdout);
}

int main(int, char **arguments) {
  const std::string_view what = arguments[1];
  alarm(60);
  int *const nowhere = reinterpret_cast<int *>(0x7000000000000000);
  gpu::buffer<int> b(1);
  gpu::stream s;
  gpu::event e;
  const gpu::launch_config config{.blocks = 2, .threads = 32};
  if (what == "wild")
    attempt("launch", [&] { gpu::launch<wild>(config, nowhere); });
  else if (what == "trap")
    attempt("launch", [] { gpu::launch<trap>({}); });
  else
    s.launch<wild>(config, nowhere);
  if (what == "stream")
    attempt("synchronize", [&] { s.synchronize(); });
  if (what == "copy")
    attempt("copy", [&] { b.to_vector(); });
  if (what == "free")
    gpu::buffer<int>(std::move(b));
  attempt("again", [&] { gpu::launch<tame>({}, nullptr); });
  attempt("allocation", [] { gpu::buffer<int> another(10); });
  attempt("copy", [&] { b.to_vector(); });
  attempt("stream", [&] { s.launch<tame>({}, nullptr); });
  attempt("synchronize", [&] { s.synchronize(); });
  attempt("event", [&] { e.record(s); });
  std::puts("end of main");
}
