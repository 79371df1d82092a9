//===- image_match.cpp - Which image runs on which device -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "image_match.hpp"

#include <charconv>

namespace gpu::detail {
namespace {

struct generic_target {
  std::string_view name;
  std::string_view processors; ///< each between spaces
};

/// LLVM's AMDGPUUsage, "Generic Processors".
constexpr generic_target generic_targets[] = {
    {"gfx9-generic", " gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c "},
    {"gfx9-4-generic", " gfx942 gfx950 "},
    {"gfx10-1-generic", " gfx1010 gfx1011 gfx1012 gfx1013 "},
    {"gfx10-3-generic", " gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036 "},
    {"gfx11-generic", " gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153 "},
    {"gfx12-generic", " gfx1200 gfx1201 "},
};

/// Cuts `text` at the first colon and returns what stood before it.
std::string_view take_field(std::string_view &text) {
  const auto colon = text.find(':');
  const std::string_view field = text.substr(0, colon);
  text = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  return field;
}

bool has_field(std::string_view fields, std::string_view wanted) {
  while (!fields.empty())
    if (take_field(fields) == wanted)
      return true;
  return false;
}

bool generic_covers(std::string_view generic, std::string_view processor) {
  for (const generic_target &target : generic_targets)
    if (target.name == generic) {
      const auto at = target.processors.find(processor);
      return at != std::string_view::npos && target.processors[at - 1] == ' ' &&
             target.processors[at + processor.size()] == ' ';
    }
  return false;
}

} // namespace

unsigned nvidia_fitness(image_kind kind, std::string_view arch, unsigned major, unsigned minor) {
  if ((kind != image_ptx && kind != image_cubin) || !arch.starts_with("sm_"))
    return 0;
  unsigned number = 0;
  const char *const end = arch.data() + arch.size();
  const auto parsed = std::from_chars(arch.data() + 3, end, number);
  if (parsed.ec != std::errc())
    return 0;
  const std::string_view suffix(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
  const unsigned image_major = number / 10, image_minor = number % 10, device = major * 10 + minor;
  if (number > device || (suffix == "a" && number != device) ||
      (suffix == "f" && image_major != major) || suffix.size() > 1)
    return 0;
  // Specific targets beat the plain one of the same number.
  const unsigned specific = suffix.empty() ? 0 : 1;
  const unsigned fitness = 10000 + number * 4 + specific * 2;
  if (kind == image_ptx)
    return fitness;
  if (image_major != major)
    return 0;
  return image_minor == minor ? fitness + 10000 : fitness + 1;
}

unsigned amd_fitness(std::string_view arch, std::string_view device) {
  const std::string_view image_processor = take_field(arch), processor = take_field(device);
  unsigned fitness = 0;
  if (image_processor == processor)
    fitness = 100;
  else if (generic_covers(image_processor, processor))
    fitness = 10;
  else
    return 0;
  while (!arch.empty()) {
    if (!has_field(device, take_field(arch)))
      return 0;
    ++fitness;
  }
  return fitness;
}

bool mentions(const image &i, std::string_view symbol) {
  return !i.size ||
         std::string_view(static_cast<const char *>(i.data), i.size).find(symbol) != symbol.npos;
}

} // namespace gpu::detail
