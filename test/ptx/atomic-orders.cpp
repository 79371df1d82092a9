// Atomic accesses have the order that the source gives them, and the whole system for their scope:
// by qualifiers from sm_70, by fences around relaxed accesses before. All widths compile, without
// and with optimisation.
// RUN: %gpuc -O2 --offload-arch=sm_70 --offload-device-only -S %s -o - | FileCheck %s --check-prefixes=CHECK,SM70
// RUN: %gpuc -O2 --offload-arch=sm_60 --offload-device-only -S %s -o %t.ptx && FileCheck %s --check-prefixes=CHECK,SM60 < %t.ptx
// RUN: %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -O0 --offload-arch=sm_60 --offload-device-only -S %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx
// RUN: %gpuc -O0 --offload-arch=sm_90 --offload-device-only -S %s -o %t.ptx && %ptxas -arch=sm_90 %t.ptx
// RUN: %gpuc -O2 --offload-arch=sm_50 --offload-device-only -S %s -o - | FileCheck %s --check-prefix=SM50
#include <gpu/gpu.hpp>

#include <atomic>
#include <cstdint>
#include <type_traits>

using word = std::atomic_ref<unsigned>;

// CHECK-LABEL: entry {{.*}}loads
// SM60-NOT: membar
// CHECK: ld.{{relaxed.sys|volatile}}.global
// SM70: ld.acquire.sys
// SM60: ld.volatile
// SM60: membar.sys
// SM70: fence.sc.sys
// SM60: membar.sys
// CHECK: ld.{{acquire.sys|volatile}}.global
// SM60: membar.sys
[[gpu::kernel]] void loads(unsigned *x, unsigned *y) {
  y[0] = word(x[0]).load(std::memory_order_relaxed);
  y[1] = word(x[1]).load(std::memory_order_acquire);
  y[2] = word(x[2]).load();
}

// CHECK-LABEL: entry {{.*}}stores
// SM60-NOT: membar
// CHECK: st.{{relaxed.sys|volatile}}.global
// SM60: membar.sys
// SM60: st.volatile
// SM70: st.release.sys
// SM70: fence.sc.sys
// SM60: membar.sys
// CHECK: st.{{release.sys|volatile}}.global
[[gpu::kernel]] void stores(unsigned *x) {
  word(x[0]).store(1, std::memory_order_relaxed);
  word(x[1]).store(2, std::memory_order_release);
  word(x[2]).store(3);
}

// CHECK-LABEL: entry {{.*}}modifies
// SM60-NOT: membar
// SM70-NOT: fence
// CHECK: atom.{{(relaxed.)?}}sys.global.add.u32
// SM60: atom.sys.global.or.b32
// SM60: membar.sys
// SM70: atom.acquire.sys.global.or.b32
// SM60: membar.sys
// SM60: atom.sys.global.and.b32
// SM70: atom.release.sys.global.and.b32
// SM60: membar.sys
// SM60: atom.sys.global.exch.b32
// SM60: membar.sys
// SM70: atom.acq_rel.sys.global.exch.b32
// SM70: fence.sc.sys
// SM60: membar.sys
// CHECK: atom.{{(acquire.)?}}sys.global.xor.b32
// SM60: membar.sys
// SM50-LABEL: entry {{.*}}modifies
// SM50: atom.global.add.u32
[[gpu::kernel]] void modifies(unsigned *x) {
  word(x[0]).fetch_add(1, std::memory_order_relaxed);
  word(x[1]).fetch_or(1, std::memory_order_acquire);
  word(x[2]).fetch_and(1, std::memory_order_release);
  x[8] = word(x[3]).exchange(1, std::memory_order_acq_rel);
  word(x[4]).fetch_xor(1);
}

// CHECK-LABEL: entry {{.*}}exchanges
// SM60: membar.sys
// SM70: fence.sc.sys
// CHECK: atom.{{(acquire.)?}}sys.global.cas.b32
// SM60: membar.sys
// CHECK: ret
[[gpu::kernel]] void exchanges(unsigned *x) { word(x[0]).compare_exchange_strong(x[1], x[2]); }

// CHECK-LABEL: entry {{.*}}fences
// SM60: membar.sys
// SM70: fence.acq_rel.sys
// CHECK: st.global
// SM60: membar.sys
// SM70: fence.sc.sys
// CHECK: st.global
// Between a thread and itself the hardware keeps the order.
// CHECK-NOT: {{membar|fence}}
// CHECK: ret
[[gpu::kernel]] void fences(int *x) {
  std::atomic_thread_fence(std::memory_order_release);
  x[0] = 1;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  x[1] = 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

// Only the block sees its shared memory.
// CHECK-LABEL: entry {{.*}}counts
// CHECK: atom.{{(relaxed.)?}}cta.shared.add.u32
// SM50-LABEL: entry {{.*}}counts
// SM50: atom.shared.add.u32
[[gpu::shared]] static unsigned counters[64];
[[gpu::kernel]] void counts(const unsigned *x) {
  word(counters[*x % 64]).fetch_add(1, std::memory_order_relaxed);
}

template <class T> [[gpu::kernel]] void all(T *x, T *out) {
  std::atomic_ref<T> a(*x);
  T expected = out[0];
  out[1] = a.load();
  a.store(out[2]);
  out[3] = a.exchange(out[4]);
  a.compare_exchange_strong(expected, out[5]);
  a.compare_exchange_weak(expected, out[6], std::memory_order_release, std::memory_order_relaxed);
  if constexpr (std::is_arithmetic_v<T>)
    out[7] = a.fetch_add(out[8]) + a.fetch_sub(out[9], std::memory_order_acq_rel);
  if constexpr (std::is_integral_v<T>)
    out[10] = a.fetch_and(out[11], std::memory_order_release) | a.fetch_or(out[12]) |
              a.fetch_xor(out[13], std::memory_order_acquire);
}

int main() {
  gpu::launch<all<std::uint8_t>>(gpu::launch_config{}, nullptr, nullptr);
  gpu::launch<all<std::int16_t>>(gpu::launch_config{}, nullptr, nullptr);
  gpu::launch<all<std::int32_t>>(gpu::launch_config{}, nullptr, nullptr);
  gpu::launch<all<std::uint64_t>>(gpu::launch_config{}, nullptr, nullptr);
  gpu::launch<all<float>>(gpu::launch_config{}, nullptr, nullptr);
  gpu::launch<all<double>>(gpu::launch_config{}, nullptr, nullptr);
  gpu::launch<all<void *>>(gpu::launch_config{}, nullptr, nullptr);
}
