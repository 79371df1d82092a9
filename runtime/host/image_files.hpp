//===- image_files.hpp - Device images from files ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `GPUC_IMAGE_DIR=folder` the image of a module is read from a file there, so
// that a kernel can be changed without linking the program again. Files have the
// names that `-save-temps` and `--offload-device-only` give them:
// `SOURCE_STEM.ARCH.ptx`, `.cubin` or `.hsaco`, with '_' for each ':' of the arch.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_IMAGE_FILES_HPP
#define GPUC_RUNTIME_IMAGE_FILES_HPP

#include "backend.hpp"

#include <memory>
#include <string>

namespace gpu::detail {

struct image_file {
  std::string path, arch, bytes;
  image contents; ///< refers to the others

  /// Says during its life that the calling thread loads `file`, which may be null.
  class in_use {
  public:
    explicit in_use(const image_file *file);
    ~in_use();
    in_use(const in_use &) = delete;
  };
};

/// The file in the folder of `GPUC_IMAGE_DIR` that suits the device best, of those that are named
/// after the source of `m`; null where there is none, or no folder is named. Throws `failure` where
/// the folder or the file cannot be read.
std::unique_ptr<image_file> find_image_file(const module &m, const device_backend &device);

/// The path of the file that the calling thread loads; null where it loads none.
const std::string *image_file_in_use();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_IMAGE_FILES_HPP
