//===- first_launch_raw.cpp - The same by the driver API ------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other half: loads the image that gpuc made, which it is given, and does what
// first_launch.cpp does with the fewest calls.
//
//===----------------------------------------------------------------------===//
#include "driver.hpp"

#include <string>

using driver::check;
using driver::function;

int main(int, char **argv) {
  std::string image;
  std::FILE *const file = std::fopen(argv[1], "rb");
  if (!file)
    return std::perror(argv[1]), 1;
  char chunk[65536];
  for (std::size_t n; (n = std::fread(chunk, 1, sizeof(chunk), file)) != 0;)
    image.append(chunk, n);

  void *context = nullptr, *module = nullptr, *kernel = nullptr;
  int device = 0;
  driver::device_pointer xs = 0;
  check(function<int(unsigned)>("cuInit")(0), "cuInit");
  check(function<int(int *, int)>("cuDeviceGet")(&device, 0), "cuDeviceGet");
  check(function<int(void **, int)>("cuDevicePrimaryCtxRetain")(&context, device),
        "cuDevicePrimaryCtxRetain");
  check(function<int(void *)>("cuCtxSetCurrent")(context), "cuCtxSetCurrent");
  check(function<int(void **, const void *)>("cuModuleLoadData")(&module, image.c_str()),
        "cuModuleLoadData");
  check(
      function<int(void **, void *, const char *)>("cuModuleGetFunction")(&kernel, module, "scale"),
      "cuModuleGetFunction");
  check(function<int(driver::device_pointer *, std::size_t)>("cuMemAlloc_v2")(&xs, 1024),
        "cuMemAlloc");
  unsigned n = 256;
  float factor = 2.0f;
  void *params[] = {&xs, &n, &factor};
  check(function<driver::launch_kernel>("cuLaunchKernel")(kernel, 1, 1, 1, 256, 1, 1, 0, nullptr,
                                                          params, nullptr),
        "cuLaunchKernel");
  check(function<int(void *)>("cuStreamSynchronize")(nullptr), "cuStreamSynchronize");
  check(function<int(driver::device_pointer)>("cuMemFree_v2")(xs), "cuMemFree");
}
