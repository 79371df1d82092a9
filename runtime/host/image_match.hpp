//===- image_match.hpp - Which image runs on which device -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_IMAGE_MATCH_HPP
#define GPUC_RUNTIME_IMAGE_MATCH_HPP

#include <gpu/detail/module.hpp>

#include <string_view>

namespace gpu::detail {

/// How well an image for `arch` ("sm_80", "sm_90a", "sm_100f") runs on a device of compute
/// capability `major`.`minor`; 0 where it does not. A cubin of exactly that capability is best,
/// then the newest of PTX that the device can translate and older cubins of its major, where a
/// cubin is preferred to the PTX of the same target.
/// See the CUDA C++ Programming Guide, "Application Compatibility" and "Feature Set Targets".
unsigned nvidia_fitness(image_kind kind, std::string_view arch, unsigned major, unsigned minor);

/// How well a code object for `arch` ("gfx90a:xnack-", "gfx11-generic") runs on the device that
/// HIP calls `device` ("gfx90a:sramecc+:xnack-"); 0 where it does not. A code object that names a
/// feature needs the device to have that very setting; one that does not runs with either. See
/// LLVM's AMDGPUUsage, "Target ID" and "Generic Processor Code Object Versioning".
unsigned amd_fitness(std::string_view arch, std::string_view device);

/// Whether the bytes of an image hold a symbol's name; true where they are not known.
bool mentions(const image &i, std::string_view symbol);

} // namespace gpu::detail

#endif // GPUC_RUNTIME_IMAGE_MATCH_HPP
