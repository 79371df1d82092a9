//===- api_module.cpp - HIP's functions for code objects and launches --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "api.hpp"
#include "dispatch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <elf.h>

using namespace hipsim;

namespace {

constexpr u32 lds_bytes = 65536;

/// Whether the image's processor and its settings of XNACK and SRAMECC are the device's.
bool fits(const void *image, const device &d) {
  const std::string processor = processor_of_image(image);
  const bool cdna = d.processor == "gfx942";
  if (processor != d.processor && processor != (cdna ? "gfx9-4-generic" : "gfx11-generic"))
    return false;
  const u32 flags = static_cast<const Elf64_Ehdr *>(image)->e_flags;
  const u32 xnack = flags >> 8 & 3, sramecc = flags >> 10 & 3; // 2: off, 3: on
  return !cdna || (xnack != 3 && sramecc != 2);
}

/// Groups that a multiprocessor holds: limited by waves, registers, LDS and barriers.
int resident_groups_of(const kernel &k, u32 items, std::size_t dynamic_bytes) {
  const bool cdna = k.module->processor() != "gfx1100";
  const u32 waves = (items + k.wavefront_size - 1) / k.wavefront_size;
  const auto rounded = [](u32 value, u32 to) { return std::max((value + to - 1) / to * to, to); };
  // gfx942: 512 registers a lane and 8 waves a SIMD; gfx1100: 1536 and 16, of 4 SIMDs each.
  const u32 registers = k.vgprs + (cdna ? k.agprs : 0);
  u32 per_simd = cdna ? std::min(8u, 512 / rounded(registers, 8))
                      : std::min(16u, 1536 / rounded(registers, 24));
  if (cdna)
    per_simd = std::min(per_simd, 800 / rounded(k.sgprs, 16));
  u32 groups = std::min(per_simd * 4 / waves, cdna ? 16u : 32u);
  const u64 lds = k.group_bytes + dynamic_bytes;
  if (lds > lds_bytes)
    return 0;
  if (lds)
    groups = std::min<u32>(groups, static_cast<u32>((cdna ? lds_bytes : 2 * lds_bytes) / lds));
  return static_cast<int>(groups);
}

/// The explicit arguments at their offsets, from a packed block or from a pointer each.
int gather_arguments(const kernel &k, void **params, void **extra, std::vector<u8> &to) {
  to.assign(k.kernarg_size, 0);
  if (params && extra)
    return hip_invalid_value;
  if (params) {
    for (const kernel_argument &a : k.arguments)
      if (!a.hidden())
        std::memcpy(to.data() + a.offset, *params++, a.size);
    return hip_success;
  }
  const void *block = nullptr;
  std::size_t bytes = 0;
  for (; extra && reinterpret_cast<std::uintptr_t>(*extra) != 3; extra += 2) {
    if (reinterpret_cast<std::uintptr_t>(*extra) == 1)
      block = extra[1];
    else if (reinterpret_cast<std::uintptr_t>(*extra) == 2)
      bytes = *static_cast<std::size_t *>(extra[1]);
    else
      return hip_invalid_value;
  }
  for (const kernel_argument &a : k.arguments)
    if (!a.hidden() && a.offset + a.size > bytes)
      return hip_invalid_value;
  if (block)
    std::memcpy(to.data(), block, std::min<std::size_t>(bytes, to.size()));
  return hip_success;
}

int launch(dispatch d, void **params, void **extra, stream &s) {
  if (const int error = device_error(*s.on))
    return error;
  const kernel &k = *d.what;
  for (unsigned axis = 0; axis < 3; ++axis)
    if (d.groups[axis] == 0 || d.items[axis] == 0 || d.items[axis] > 1024 ||
        u64{d.groups[axis]} * d.items[axis] > 0xffffffff)
      return hip_invalid_configuration;
  if (u64{d.items[0]} * d.items[1] * d.items[2] > std::min(1024u, k.max_group_size))
    return hip_invalid_value;
  if (u64{k.group_bytes} + d.dynamic_bytes > lds_bytes)
    return hip_invalid_value;
  if (d.cooperative &&
      d.group_count() > multiprocessors * static_cast<u32>(resident_groups_of(k, d.group_items(),
                                                                              d.dynamic_bytes)))
    return hip_cooperative_launch_too_large;
  if (const int error = gather_arguments(k, params, extra, d.arguments))
    return error;
  d.device = s.on->index;
  d.stack_limit = s.on->stack_limit;
  enqueue(s, [d = std::move(d)] { run(d); });
  return hip_success;
}

} // namespace

HIPSIM_API int hipModuleLoadData(void **made, const void *image) {
  *made = nullptr;
  device &d = current_device();
  if (const int error = device_error(d))
    return error;
  if (processor_of_image(image).empty())
    return hip_invalid_image;
  if (!fits(image, d))
    return hip_no_binary_for_gpu;
  try {
    *made = new code(image, d.processor, d.index);
  } catch (const std::runtime_error &e) {
    std::fprintf(stderr, "hipsim: %s\n", e.what());
    return hip_invalid_image;
  }
  return hip_success;
}

HIPSIM_API int hipModuleUnload(void *handle) {
  for (const auto &d : devices())
    wait_all(*d);
  delete static_cast<code *>(handle);
  return hip_success;
}

HIPSIM_API int hipModuleGetFunction(void **found, void *handle, const char *name) {
  *found = static_cast<code *>(handle)->find_kernel(name);
  return *found ? hip_success : hip_not_found;
}

HIPSIM_API int hipModuleGetGlobal(void **found, std::size_t *bytes, void *handle,
                                  const char *name) {
  std::tie(*found, *bytes) = static_cast<code *>(handle)->find_variable(name);
  return *found ? hip_success : hip_not_found;
}

HIPSIM_API int hipFuncGetAttribute(int *value, int attribute, void *handle) {
  const kernel &k = *static_cast<kernel *>(handle);
  switch (attribute) {
  case 0:
    *value = static_cast<int>(k.max_group_size);
    return hip_success;
  case 1:
    *value = static_cast<int>(k.group_bytes);
    return hip_success;
  case 3:
    *value = static_cast<int>(k.private_bytes);
    return hip_success;
  case 4:
    *value = static_cast<int>(k.vgprs);
    return hip_success;
  }
  return hip_invalid_value;
}

HIPSIM_API int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *handle,
                                                                  int items, std::size_t bytes) {
  *blocks = resident_groups_of(*static_cast<kernel *>(handle), static_cast<u32>(items), bytes);
  return hip_success;
}

HIPSIM_API int hipModuleLaunchKernel(void *handle, unsigned gx, unsigned gy, unsigned gz,
                                     unsigned bx, unsigned by, unsigned bz, unsigned dynamic_bytes,
                                     void *stream_handle, void **params, void **extra) {
  dispatch d;
  d.what = static_cast<kernel *>(handle);
  std::copy_n(std::begin({gx, gy, gz}), 3, d.groups);
  std::copy_n(std::begin({bx, by, bz}), 3, d.items);
  d.dynamic_bytes = dynamic_bytes;
  return launch(std::move(d), params, extra, stream_of(stream_handle));
}

HIPSIM_API int hipModuleLaunchCooperativeKernel(void *handle, unsigned gx, unsigned gy, unsigned gz,
                                                unsigned bx, unsigned by, unsigned bz,
                                                unsigned dynamic_bytes, void *stream_handle,
                                                void **params) {
  dispatch d;
  d.what = static_cast<kernel *>(handle);
  std::copy_n(std::begin({gx, gy, gz}), 3, d.groups);
  std::copy_n(std::begin({bx, by, bz}), 3, d.items);
  d.dynamic_bytes = dynamic_bytes;
  d.cooperative = true;
  return launch(std::move(d), params, nullptr, stream_of(stream_handle));
}
