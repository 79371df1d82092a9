// The lowest PTX version that the target and the code need, so that old drivers take it.
// DEFINE: %{arch} =
// DEFINE: %{flags} =
// DEFINE: %{ptx} = %gpuc %{flags} --offload-device-only --offload-arch=%{arch} -S %s -o - | FileCheck %s --check-prefix
// REDEFINE: %{arch} = sm_60
// RUN: %{ptx} V50
// REDEFINE: %{arch} = sm_70
// RUN: %{ptx} V60
// REDEFINE: %{arch} = sm_75
// RUN: %{ptx} V63
// REDEFINE: %{arch} = sm_80
// RUN: %{ptx} V70
// REDEFINE: %{arch} = sm_90
// RUN: %{ptx} V78
// REDEFINE: %{arch} = sm_100
// RUN: %{ptx} V86
// A warp operation on the lanes that run together needs activemask, which came with PTX 6.2.
// REDEFINE: %{arch} = sm_70
// REDEFINE: %{flags} = -DWARP
// RUN: %{ptx} V62
//
// V50: .version 5.0
// V60: .version 6.0
// V62: .version 6.2
// V63: .version 6.3
// V70: .version 7.0
// V78: .version 7.8
// V86: .version 8.6
#include <gpu/gpu.hpp>

[[gpu::kernel]] void k(unsigned *p) {
#ifdef WARP
  *p = static_cast<unsigned>(gpu::ballot(*p != 0));
#else
  *p = gpu::thread_idx().x;
#endif
}
int main() { gpu::launch<k>({}, nullptr); }
