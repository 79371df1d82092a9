//===- image_files.cpp - Device images from files ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "image_files.hpp"

#include "failure.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

namespace gpu::detail {
namespace {

thread_local const image_file *file_in_use = nullptr;

struct extension {
  std::string_view text;
  image_kind kind;
};
constexpr extension extensions[] = {
    {".ptx", image_ptx}, {".cubin", image_cubin}, {".hsaco", image_amdgcn}};

/// What a file's name says of its contents.
struct named_image {
  std::string arch;
  image_kind kind;
};

/// Nothing where the name is not that of an image of `stem`.
std::optional<named_image> parse_name(std::string_view name, std::string_view stem) {
  if (!name.starts_with(stem) || name.size() <= stem.size() || name[stem.size()] != '.')
    return std::nullopt;
  name.remove_prefix(stem.size() + 1);
  for (const extension &e : extensions)
    if (name.ends_with(e.text)) {
      std::string arch(name.substr(0, name.size() - e.text.size()));
      if (e.kind == image_amdgcn)
        std::replace(arch.begin(), arch.end(), '_', ':');
      return named_image{std::move(arch), e.kind};
    }
  return std::nullopt;
}

void read(image_file &file, image_kind kind) {
  std::ifstream stream(file.path, std::ios::binary);
  file.bytes.assign(std::istreambuf_iterator<char>(stream), {});
  if (!stream.is_open() || stream.bad())
    fail(errc::bad_image, "the image file '{}' cannot be read", file.path);
  // PTX is text and counts its end.
  file.contents = {kind, file.arch.c_str(), file.bytes.data(),
                   file.bytes.size() + (kind == image_ptx)};
}

} // namespace

image_file::in_use::in_use(const image_file *file) { file_in_use = file; }
image_file::in_use::~in_use() { file_in_use = nullptr; }

const std::string *image_file_in_use() { return file_in_use ? &file_in_use->path : nullptr; }

std::unique_ptr<image_file> find_image_file(const module &m, const device_backend &device) {
  const char *const folder = std::getenv("GPUC_IMAGE_DIR");
  if (!folder || !*folder)
    return nullptr;
  const std::string stem = std::filesystem::path(m.source).stem();
  std::error_code problem;
  auto found = std::make_unique<image_file>();
  image_kind kind = image_ptx;
  unsigned best = 0;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    const auto named = parse_name(at->path().filename().string(), stem);
    if (!named)
      continue;
    const image candidate{named->kind, named->arch.c_str(), nullptr, 0};
    const unsigned fitness = device.fitness(candidate);
    if (fitness <= best)
      continue;
    best = fitness;
    kind = named->kind;
    found->path = at->path();
    found->arch = named->arch;
  }
  if (problem)
    fail(errc::bad_setting, "GPUC_IMAGE_DIR is '{}', a folder that cannot be read: {}", folder,
         problem.message());
  if (!best)
    return nullptr;
  read(*found, kind);
  return found;
}

} // namespace gpu::detail
