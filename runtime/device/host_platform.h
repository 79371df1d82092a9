//===- host_platform.h - The host's platform macros -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included before every source of the GPUs' device library: what the compiler
// predefines for device code so that the host's headers work there
// (lib/Frontend/DeviceInvocation.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_HOST_PLATFORM_H
#define GPUC_DEVICE_HOST_PLATFORM_H

#define _GNU_SOURCE 1
#define __amd64 1
#define __amd64__ 1
#define __gnu_linux__ 1
#define __linux 1
#define __linux__ 1
#define __unix 1
#define __unix__ 1
#define __x86_64 1
#define __x86_64__ 1
#define __NO_MATH_INLINES 1
#define __WINT_UNSIGNED__ 1
#define __builtin_ia32_pause() ((void)0)

// Clang has no thread-local storage for GPUs; the library's own objects say GPUC_THREAD_LOCAL.
#define thread_local
#define __thread

#endif // GPUC_DEVICE_HOST_PLATFORM_H
