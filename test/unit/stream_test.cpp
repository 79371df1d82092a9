//===- stream_test.cpp - Streams and events ----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"

#include <gpu/buffer.hpp>
#include <gpu/device.hpp>
#include <gpu/stream.hpp>

namespace gpu::test {
namespace {

using namespace detail;

TEST(Streams, EventsOnTheCpu) {
  const auto cpu = make_cpu_device();
  device_in_use in_use(*cpu);
  stream a, b;
  event start, stop;
  EXPECT_TRUE(start.ready());
  EXPECT_THROW(stop.milliseconds_since(start), gpu::error);
  start.record(a);
  b.wait(start);
  stop.record(b);
  stop.synchronize();
  EXPECT_GE(stop.milliseconds_since(start), 0.0f);
  stream c = std::move(a);
  c.synchronize();
  EXPECT_EQ(current_device().backend, "cpu");
  synchronize();
}

TEST(Streams, CopiesWantMemoryThatTheDeviceSees) {
  fake_device fake;
  device_in_use in_use(fake);
  stream s;
  buffer<int> b(2);
  std::vector<int> ordinary(2);
  std::vector<int, pinned_allocator<int>> pinned{1, 2};
  s.copy(b.span(), std::span<const int>(pinned));
  s.synchronize();
  EXPECT_EQ(b.to_vector(), (std::vector<int>{1, 2}));
  EXPECT_EQ(expect_error([&] { s.copy(std::span(ordinary), b.span()); }).code(), errc::host_memory);
  EXPECT_EQ(expect_error([&] { s.copy(b.span().first(1), b.span()); }).code(),
            errc::invalid_argument);
}

void fails() {}
void run_fails(const launch_shape &, void *) {}

TEST(Streams, AnErrorNamesTheLastKernel) {
  const fake_kernel functions[] = {{"fails", run_fails}, {nullptr, nullptr}};
  const image the_image{image_cubin, "sm_90", functions, 1};
  const kernel k{(const void *)fails, "fails", "fails", nullptr, 0, 0, 0, 0};
  const module m{module_abi_version, "stream.cpp", &the_image, 1, &k, 1};
  registration registered(m);
  fake_device fake;
  device_in_use in_use(fake);
  stream s;
  s.launch<fails>(launch_config{.blocks = 4, .threads = {8, 8}});
  fake.failing = "illegal address";
  const error e = expect_error([&] { s.synchronize(); });
  EXPECT_EQ(e.kernel(), "fails");
  EXPECT_CONTAINS(e.what(), "last given kernel 'fails' with 4 blocks of 8 x 8 x 1 threads");
}

} // namespace
} // namespace gpu::test
