//===- driver.hpp - The CUDA driver API for the benchmarks ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the benchmarks compare with, without a CUDA toolkit: the driver's functions
// by name.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_BENCH_LAUNCH_DRIVER_HPP
#define GPUC_BENCH_LAUNCH_DRIVER_HPP

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace driver {

using device_pointer = unsigned long long;
using launch_kernel = int(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                          void *stream, void **params, void **extra);

/// The driver's function `name`, to be called again and again.
template <class Function> Function *function(const char *name) {
  static void *const library = dlopen("libcuda.so.1", RTLD_NOW);
  void *const found = library ? dlsym(library, name) : nullptr;
  if (!found) {
    std::fprintf(stderr, "no %s in libcuda.so.1\n", name);
    std::exit(1);
  }
  return reinterpret_cast<Function *>(found);
}

inline void check(int result, const char *what) {
  if (result != 0) {
    std::fprintf(stderr, "%s: CUDA error %d\n", what, result);
    std::exit(1);
  }
}

} // namespace driver

#endif // GPUC_BENCH_LAUNCH_DRIVER_HPP
