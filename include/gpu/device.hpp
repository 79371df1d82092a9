//===- device.hpp - The device a process uses -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process uses one device, chosen when the first launch or allocation needs
// it: what `GPUC_DEVICE` names (`cpu`, `cuda`, `cuda:1`, `hip`, `hip:1`), else
// the first of CUDA, HIP and CPU devices that the embedded images run on.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DEVICE_HPP
#define GPU_DEVICE_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/error.hpp>

#include <cstddef>
#include <string_view>

namespace gpu {

/// What there is to know about a device. The strings live as long as the process.
struct device_info {
  std::string_view backend;           ///< "cuda", "hip" or "cpu"
  std::string_view name;              ///< "NVIDIA H200"
  std::string_view arch;              ///< as `--offload-arch` spells it: "sm_90", "gfx942", "cpu"
  unsigned index;                     ///< n of `GPUC_DEVICE=cuda:n`
  unsigned warp_size;                 ///< lanes of a warp
  unsigned max_threads_per_block;     ///< the most threads of a block
  unsigned multiprocessors;           ///< on the CPU: cores
  std::size_t memory_bytes;           ///< of the device in all
  std::size_t shared_bytes_per_block; ///< the most shared memory of a block
};

/// The device that this process uses, chosen now where it has not been. Throws `gpu::error` for a
/// bad `GPUC_DEVICE` and where no device runs what is embedded.
inline device_info current_device() {
  detail::device_description d;
  detail::check(__gpuc_current_device(&d));
  return {d.backend,         d.name,         d.arch,
          d.index,           d.warp_size,    d.max_threads_per_block,
          d.multiprocessors, d.memory_bytes, d.shared_bytes_per_block};
}

/// Waits until all work given to the device is done and all that its kernels printed is out.
/// Throws `gpu::error` where a kernel failed.
inline void synchronize() { detail::check(__gpuc_synchronize()); }

} // namespace gpu

#endif // GPU_DEVICE_HPP
