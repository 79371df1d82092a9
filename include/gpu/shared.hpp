//===- shared.hpp - The launch's dynamic shared memory ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the block-shared memory whose size the launch gives
// (`launch_config::shared_bytes`). Static block-shared memory needs no function:
// `[[gpu::shared]] static float tile[256];`
//
//===----------------------------------------------------------------------===//
#ifndef GPU_SHARED_HPP
#define GPU_SHARED_HPP

#include <gpu/detail/device.hpp>

#include <cstddef>

#if defined(__GPUC_DEVICE__)
extern "C" {
/// Start of the dynamic shared memory. Not a function of any library: the compiler replaces it.
void *__gpuc_dynamic_shared() __attribute__((const));
}
#endif

namespace gpu {

/// Start of the block's dynamic shared memory, as an array of `T`. Every call gives the same
/// address; the contents are indeterminate when the kernel starts.
template <class T> [[gnu::always_inline]] inline T *dynamic_shared() {
  static_assert(alignof(T) <= 16, "dynamic shared memory is aligned to 16 bytes");
#if defined(__GPUC_DEVICE__)
  return static_cast<T *>(__gpuc_dynamic_shared());
#else
  __gpuc_device_only("gpu::dynamic_shared");
#endif
}

/// Bytes of dynamic shared memory that the launch gave the block.
[[gnu::always_inline]] inline std::size_t dynamic_shared_bytes() {
#if !defined(__GPUC_DEVICE__)
  __gpuc_device_only("gpu::dynamic_shared_bytes");
#elif defined(__GPUC_TARGET_NVPTX__)
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return bytes;
#elif defined(__GPUC_TARGET_AMDGPU__)
  // hidden_dynamic_lds_size of code object version 5 and later.
  const auto *hidden =
      (const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr();
  return hidden[30];
#else
  return __gpuc_cpu_block()->dynamic_shared_bytes;
#endif
}

} // namespace gpu

#endif // GPU_SHARED_HPP
