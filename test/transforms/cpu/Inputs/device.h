// What the device headers offer for the CPU target, in short, for tests of the pass.
#pragma once

#include "gpu/detail/cpu_abi.hpp"

extern "C" void *__gpuc_dynamic_shared() __attribute__((const));

#define KERNEL extern "C" [[clang::device_kernel]] void

inline unsigned tx() { return __gpuc_cpu_thread_idx(0); }
inline unsigned ty() { return __gpuc_cpu_thread_idx(1); }
inline unsigned tz() { return __gpuc_cpu_thread_idx(2); }
inline unsigned bx() { return __gpuc_cpu_block()->block_idx[0]; }
inline unsigned block_dim_x() { return __gpuc_cpu_block()->block_dim[0]; }
inline unsigned gx() { return bx() * block_dim_x() + tx(); }
inline unsigned lane() { return __gpuc_cpu_item() % gpu::detail::cpu_warp_size; }
inline void sync() { __gpuc_cpu_suspend(gpu::detail::cpu_suspend_block); }

inline unsigned long exchange(unsigned long value, unsigned from) {
  gpu::detail::cpu_block *block = __gpuc_cpu_block();
  unsigned item = __gpuc_cpu_item();
  block->exchange[item] = value;
  __gpuc_cpu_suspend(gpu::detail::cpu_suspend_warp);
  unsigned long result = block->exchange[item / 32 * 32 + from];
  __gpuc_cpu_suspend(gpu::detail::cpu_suspend_warp);
  return result;
}

inline unsigned ballot(bool value) {
  gpu::detail::cpu_block *block = __gpuc_cpu_block();
  unsigned item = __gpuc_cpu_item();
  block->exchange[item] = value;
  __gpuc_cpu_suspend(gpu::detail::cpu_suspend_warp);
  unsigned result = 0;
  for (unsigned i = 0; i < 32; ++i)
    if (block->active[item] >> i & 1 && block->exchange[item / 32 * 32 + i])
      result |= 1u << i;
  __gpuc_cpu_suspend(gpu::detail::cpu_suspend_warp);
  return result;
}
