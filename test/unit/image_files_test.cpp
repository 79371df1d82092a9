//===- image_files_test.cpp - Device images from files ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"
#include "failure.hpp"
#include "image_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace gpu::test {
namespace {

using namespace detail;

int which = 0; ///< 1: the embedded image ran, 2: the one of a file
void host_function() {}

class ImageFiles : public ::testing::Test {
protected:
  ImageFiles() {
    std::filesystem::create_directories(folder);
    ::setenv("GPUC_IMAGE_DIR", folder.c_str(), 1);
    which = 0;
  }
  ~ImageFiles() override {
    ::unsetenv("GPUC_IMAGE_DIR");
    std::filesystem::remove_all(folder);
  }

  /// A fake device's image is its table of kernels, in a file too.
  template <std::size_t N> void write(const std::string &name, const fake_kernel (&table)[N]) {
    std::ofstream(folder / name, std::ios::binary)
        .write(reinterpret_cast<const char *>(table), sizeof(table));
  }
  void launch_it() { gpu::launch<host_function>(launch_config{}); }

  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("image_files." + std::to_string(::getpid()));
  const fake_kernel embedded[2] = {{"k", [](const launch_shape &, void *) { which = 1; }}, {}};
  const fake_kernel changed[2] = {{"k", [](const launch_shape &, void *) { which = 2; }}, {}};
  const fake_kernel other[2] = {{"other", nullptr}, {}};
  const image the_image{image_cubin, "sm_90", embedded, sizeof(embedded)};
  const kernel the_kernel{(const void *)host_function, "k", "readable", nullptr, 0, 0, 0, 0};
  const module m{module_abi_version, "folder/source.name.cpp", &the_image, 1, &the_kernel, 1};
  registration registered{m};
  fake_device device;
  device_in_use in_use{device};
};

TEST_F(ImageFiles, AreLoadedInsteadOfTheEmbeddedImage) {
  write("source.name.sm_90.cubin", changed);
  launch_it();
  EXPECT_EQ(which, 2);
  EXPECT_EQ(device.loads, 1u);
}

TEST_F(ImageFiles, OfOtherSourcesAndDevicesAreLeftAlone) {
  write("source.sm_90.cubin", changed);       // another source's
  write("source.name.sm_80.cubin", changed);  // another device's
  write("source.name.sm_90.o", changed);      // no image
  write("source.name.sm_90.cubin~", changed); // an editor's
  launch_it();
  EXPECT_EQ(which, 1);
}

TEST_F(ImageFiles, ThatTheDriverRefusesAreNamed) {
  write("source.name.sm_90.cubin", changed);
  device.refuse_load = true;
  const gpu::error e = expect_error([&] { launch_it(); });
  EXPECT_EQ(e.code(), errc::bad_image);
  EXPECT_CONTAINS(e.what(), "image file '" + (folder / "source.name.sm_90.cubin").string() + "'");
  EXPECT_EQ(device.loads, 1u); // and nothing else is tried
}

TEST_F(ImageFiles, WithoutTheKernelAreNamed) {
  write("source.name.sm_90.cubin", other);
  EXPECT_CONTAINS(expect_error([&] { launch_it(); }).what(), "source.name.sm_90.cubin': no kernel 'k'");
}

TEST_F(ImageFiles, NeedAFolderThatCanBeRead) {
  ::setenv("GPUC_IMAGE_DIR", (folder / "missing").c_str(), 1);
  const gpu::error e = expect_error([&] { launch_it(); });
  EXPECT_EQ(e.code(), errc::bad_setting);
  EXPECT_CONTAINS(e.what(), "GPUC_IMAGE_DIR is '");
}

TEST_F(ImageFiles, OfAmdHaveUnderscoresForColons) {
  fake_device amd("hip", 0, "gfx90a:xnack-");
  write("source.name.gfx90a_xnack-.hsaco", changed);
  const auto found = find_image_file(m, amd);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->arch, "gfx90a:xnack-");
  EXPECT_EQ(found->contents.kind, unsigned{image_amdgcn});
}

TEST_F(ImageFiles, OfPtxEndWithAZero) {
  std::ofstream(folder / "source.name.sm_90.ptx") << ".version 7.0";
  const auto found = find_image_file(m, device);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->contents.size, 13u);
  EXPECT_EQ(static_cast<const char *>(found->contents.data)[12], '\0');
}

} // namespace
} // namespace gpu::test
