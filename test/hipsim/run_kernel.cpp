//===- run_kernel.cpp - Runs kernels of a code object -----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// run_kernel FILE KERNEL…: runs each kernel on one group of 64 work-items, with
// the address of 64 words that are zero first as its argument, and prints them.
//
//===----------------------------------------------------------------------===//
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" {
int hipModuleLoadData(void **, const void *);
int hipModuleGetFunction(void **, void *, const char *);
int hipModuleLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                          unsigned, void *, void **, void **);
int hipMalloc(void **, std::size_t);
int hipMemsetAsync(void *, int, std::size_t, void *);
int hipMemcpy(void *, const void *, std::size_t, int);
const char *hipGetErrorName(int);
}

namespace {

int report(const char *what, int error) {
  std::printf("%s: %s\n", what, hipGetErrorName(error));
  return 1;
}

int run(void *module, const char *name) {
  constexpr unsigned words = 64;
  void *function = nullptr, *out = nullptr;
  if (const int error = hipModuleGetFunction(&function, module, name))
    return report(name, error);
  hipMalloc(&out, words * 4);
  hipMemsetAsync(out, 0, words * 4, nullptr);
  void *params[] = {&out};
  if (const int error =
          hipModuleLaunchKernel(function, 1, 1, 1, words, 1, 1, 0, nullptr, params, nullptr))
    return report(name, error);
  std::uint32_t result[words];
  if (const int error = hipMemcpy(result, out, sizeof(result), 2))
    return report(name, error);
  std::printf("%s:", name);
  for (const std::uint32_t word : result)
    std::printf(" %x", word);
  std::printf("\n");
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    return report("usage: run_kernel FILE KERNEL...", 1);
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
  void *module = nullptr;
  if (const int error = hipModuleLoadData(&module, image.data()))
    return report(argv[1], error);
  int failed = 0;
  for (int n = 2; n < argc; ++n)
    failed |= run(module, argv[n]);
  return failed;
}
