//===- first_launch.cpp - A program that launches one kernel --------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Half of a benchmark; first_launch.py runs it and says how to build it.
//
//===----------------------------------------------------------------------===//
#include <gpu/gpu.hpp>

extern "C" [[gpu::kernel]] void scale(float *xs, unsigned n, float factor) {
  if (const auto i = gpu::global_idx().x; i < n)
    xs[i] *= factor;
}

int main() {
  gpu::buffer<float> xs(256);
  gpu::launch<scale>(gpu::launch_config::cover(256), xs.data(), 256u, 2.0f);
}
