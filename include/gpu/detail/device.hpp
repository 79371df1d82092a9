//===- device.hpp - Which side is being compiled ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the target of the device headers, and what a device-only function does
// in host code: the host parses kernels too, so these functions exist there, but
// to call one is a mistake that is reported at run time.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_DEVICE_HPP
#define GPU_DETAIL_DEVICE_HPP

#if defined(__GPUC_DEVICE__) &&                                                                    \
    !(defined(__GPUC_TARGET_CPU__) || defined(__GPUC_TARGET_NVPTX__) ||                            \
      defined(__GPUC_TARGET_AMDGPU__))
#error "device code of an unknown target: one of __GPUC_TARGET_{CPU,NVPTX,AMDGPU}__ must be defined"
#endif

#if defined(__GPUC_DEVICE__) && defined(__GPUC_TARGET_CPU__)
#include <gpu/detail/cpu_abi.hpp>
#endif

#if !defined(__GPUC_DEVICE__)
extern "C" {
/// Reports on standard error that host code called the device-only `function`, and aborts.
[[noreturn]] void __gpuc_device_only(const char *function);
}
#endif

#endif // GPU_DETAIL_DEVICE_HPP
