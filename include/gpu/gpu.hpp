//===- gpu.hpp - All of gpuc's library --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one header that a program needs. Every source with kernels parses it once
// for the host and once for each family of targets, so what it includes is
// chosen by how long it takes: of the larger standard headers only <span>, which
// the dialect's arguments need, and <stdexcept>, since `gpu::error` is a
// `std::runtime_error`.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_GPU_HPP
#define GPU_GPU_HPP

#if __cplusplus < 202002L
#error "<gpu/gpu.hpp> needs C++20: add -std=c++20"
#else

#include <gpu/block.hpp>
#include <gpu/buffer.hpp>
#include <gpu/device.hpp>
#include <gpu/dim3.hpp>
#include <gpu/error.hpp>
#include <gpu/grid.hpp>
#include <gpu/index.hpp>
#include <gpu/kernel.hpp>
#include <gpu/launch.hpp>
#include <gpu/memory.hpp>
#include <gpu/per_thread.hpp>
#include <gpu/print.hpp>
#include <gpu/shared.hpp>
#include <gpu/stream.hpp>
#include <gpu/warp.hpp>

#endif
#endif // GPU_GPU_HPP
