//===- fake_device.cpp - A device without hardware --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"

#include "failure.hpp"

#include <cstdlib>
#include <cstring>

namespace gpu::test {

using namespace detail;

fake_device::fake_device(std::string backend, unsigned index, std::string arch) {
  properties_.backend = std::move(backend);
  properties_.name = "Fake";
  properties_.arch = std::move(arch);
  properties_.index = index;
  properties_.warp_size = 32;
  properties_.multiprocessors = 1;
  properties_.max_threads_per_block = 512;
  properties_.max_block[0] = properties_.max_block[1] = 512;
  properties_.max_block[2] = 64;
  properties_.max_grid[0] = 1 << 20;
  properties_.max_grid[1] = properties_.max_grid[2] = 65535;
  properties_.memory_bytes = 1 << 30;
  properties_.max_shared_bytes = 48 << 10;
}

fake_device::~fake_device() {
  for (const auto &[memory, bytes] : memory_)
    std::free(const_cast<unsigned char *>(memory));
}

void *fake_device::load(const image &image) {
  ++loads;
  if (refuse_load)
    fail(errc::bad_image, "refused");
  return const_cast<void *>(image.data);
}

device_function fake_device::find_function(void *loaded, const char *symbol) {
  for (auto *k = static_cast<fake_kernel *>(loaded); k->symbol; ++k)
    if (std::strcmp(k->symbol, symbol) == 0)
      return {k, 256, 1024};
  fail(errc::bad_image, "no kernel '{}'", symbol);
}

void fake_device::launch(const device_function &function, const launch_shape &shape,
                         const packed_args &args, void *) {
  ++launches;
  static_cast<const fake_kernel *>(function.handle)->run(shape, args.data);
}

void fake_device::synchronize(void *) {
  if (!failing.empty())
    fail(failing_code, "{}", std::exchange(failing, ""));
}

void fake_device::synchronize_all() {
  if (!failing_all.empty())
    fail(errc::device_lost, "{}", failing_all);
}

void *fake_device::allocate(memory_kind, std::size_t bytes) {
  ++allocations;
  // Whole pages: a device's memory shares none with the host's.
  auto *memory =
      static_cast<unsigned char *>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
  std::memset(memory, 0xcd, bytes);
  memory_[memory] = bytes;
  return memory;
}

void fake_device::free(memory_kind, void *memory) noexcept {
  memory_.erase(static_cast<unsigned char *>(memory));
  std::free(memory);
}

memory_sight fake_device::device_sees(const void *memory) const {
  ++questions;
  const auto *address = static_cast<const unsigned char *>(memory);
  auto after = memory_.upper_bound(address);
  if (after == memory_.begin())
    return sight_none;
  --after;
  return address < after->first + after->second ? sight : sight_none;
}

void fake_device::copy(void *to, const void *from, std::size_t bytes, void *) {
  (device_sees(to) ? copied_in : copied_out).push_back(bytes);
  std::memcpy(to, from, bytes);
}

void fake_device::fill_zero(void *memory, std::size_t bytes, void *) { std::memset(memory, 0, bytes); }

} // namespace gpu::test
