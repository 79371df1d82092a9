//===- staging_test.cpp - Host ranges on a device of its own memory -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "staging.hpp"

#include "fake_device.hpp"

#include <gpu/buffer.hpp>
#include <gpu/stream.hpp>

#include <string>
#include <string_view>

namespace gpu::test {
namespace {

using namespace detail;

fake_device *device; // of the running test

// The host's functions of the kernels; nothing calls them.
void add(std::span<const int>, std::span<int>, int) {}
void length(std::string_view, std::size_t *) {}
void negate(per_thread<float>) {}
void strings(std::span<std::string>) {}
void fixed(std::span<int, 3>) {}

// What the device does for them.
void run_add(const launch_shape &, void *args) {
  struct block {
    std::span<const int> in;
    std::span<int> out;
    int value;
  } const &b = *static_cast<block *>(args);
  EXPECT_TRUE(device->device_sees(b.in.data()));
  EXPECT_TRUE(device->device_sees(b.out.data()));
  for (std::size_t i = 0; i < b.out.size(); ++i)
    b.out[i] = b.in[i] + b.value;
}
void run_length(const launch_shape &, void *args) {
  struct block {
    std::string_view text;
    std::size_t *length;
  } const &b = *static_cast<block *>(args);
  EXPECT_TRUE(b.text.empty() || device->device_sees(b.text.data()));
  *b.length = b.text == "World" ? b.text.size() : 0;
}
void run_negate(const launch_shape &, void *args) {
  const auto &xs = *static_cast<per_thread<float> *>(args);
  for (std::size_t i = 0; i < xs.size(); ++i)
    xs.data()[i] = -xs.data()[i];
}
void run_strings(const launch_shape &, void *) {}
void run_fixed(const launch_shape &, void *args) {
  const auto &xs = *static_cast<std::span<int, 3> *>(args);
  EXPECT_TRUE(device->device_sees(xs.data()));
  xs[2] = 7;
}

class Staging : public ::testing::Test {
protected:
  Staging() { test::device = &fake; }

  fake_device fake;
  const fake_kernel functions[6] = {{"add", run_add},       {"length", run_length},
                                    {"negate", run_negate}, {"strings", run_strings},
                                    {"fixed", run_fixed},   {nullptr, nullptr}};
  const image the_image{image_cubin, "sm_90", functions, sizeof(functions)};
  param_table<std::span<const int>, std::span<int>, int> add_params{add};
  param_table<std::string_view, std::size_t *> length_params{length};
  param_table<per_thread<float>> negate_params{negate};
  param_table<std::span<std::string>> strings_params{strings};
  param_table<std::span<int, 3>> fixed_params{fixed};
  const kernel kernels[5] = {
      {(const void *)add, "add", "add", add_params.params, 3, add_params.bytes, 0, 0},
      {(const void *)length, "length", "length", length_params.params, 2, length_params.bytes, 0,
       0},
      {(const void *)negate, "negate", "negate", negate_params.params, 1, negate_params.bytes, 0,
       0},
      {(const void *)strings, "strings", "strings", strings_params.params, 1, strings_params.bytes,
       0, 0},
      {(const void *)fixed, "fixed", "fixed", fixed_params.params, 1, fixed_params.bytes, 0, 0}};
  const module m{module_abi_version, "staging.cpp", &the_image, 1, kernels, 5};
  registration registered{m};
  device_in_use in_use{fake};
};

TEST_F(Staging, CopiesConstRangesInAndOthersInAndOut) {
  const std::vector<int> in{1, 2, 3};
  std::vector<int> out(3);
  launch<add>(launch_config{}, in, out, 10);
  EXPECT_EQ(out, (std::vector<int>{11, 12, 13}));
  EXPECT_EQ(fake.copied_in.size(), 2u);
  EXPECT_EQ(fake.copied_out, std::vector<std::size_t>{12});
}

TEST_F(Staging, OneVectorGivenTwiceIsOneMemoryOnTheDevice) {
  std::vector<int> xs{1, 2, 3};
  launch<add>(launch_config{}, xs, xs, 1);
  EXPECT_EQ(xs, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(fake.copied_in, std::vector<std::size_t>{12});
  EXPECT_EQ(fake.copied_out, std::vector<std::size_t>{12});
}

TEST_F(Staging, OverlappingRangesKeepTheirDistance) {
  std::vector<int> xs{1, 2, 3, 4};
  launch<add>(launch_config{}, std::span(xs).first(3), std::span(xs).subspan(1), 1);
  EXPECT_EQ(xs, (std::vector<int>{1, 2, 3, 4})); // in order: each element from the one before
  EXPECT_EQ(fake.copied_in, std::vector<std::size_t>{16});
  EXPECT_EQ(fake.copied_out, std::vector<std::size_t>{12});
}

TEST_F(Staging, StringsAndWhatConvertsToThem) {
  auto result = make_box<std::size_t>(0u);
  const std::string name = "World";
  launch<length>(launch_config{}, name, result.get());
  EXPECT_EQ(*result, 5u);
  *result = 0;
  launch<length>(launch_config{}, "World", result.get());
  EXPECT_EQ(*result, 5u);
  launch<length>(launch_config{}, std::string_view(), result.get());
  EXPECT_EQ(*result, 0u);
}

TEST_F(Staging, DeviceMemoryIsPassedAsItIs) {
  std::vector<int> host{1, 2, 3};
  buffer<int> in(host), out(3);
  const auto copies = fake.copied_in.size();
  launch<add>(launch_config{}, in, out, 5);
  EXPECT_EQ(fake.copied_in.size(), copies);
  EXPECT_EQ(out.to_vector(), (std::vector<int>{6, 7, 8}));
}

TEST_F(Staging, ManagedVectorsArePassedAsTheyAre) {
  std::vector<float, managed_allocator<float>> xs(4, 2.0f);
  launch<negate>(launch_config{.blocks = 2, .threads = 2}, xs);
  EXPECT_EQ(xs[3], -2.0f);
  EXPECT_TRUE(fake.copied_in.empty());
}

TEST_F(Staging, PerThreadRangesAreStaged) {
  std::vector<float> xs(4, 2.0f);
  launch<negate>(launch_config{.threads = 4}, xs);
  EXPECT_EQ(xs, std::vector<float>(4, -2.0f));
}

TEST_F(Staging, MoreThreadsThanElementsAreRefused) {
  std::vector<float> xs(4, 2.0f);
  const error e = expect_error([&] { launch<negate>(launch_config{.threads = 5}, xs); });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_CONTAINS(e.what(), "argument 1 has 4 elements for 5 threads");
  const error e2 = expect_error([&] { launch<negate>(launch_config{.threads = {2, 2}}, xs); });
  EXPECT_CONTAINS(e2.what(), "use one dimension");
  EXPECT_EQ(fake.launches, 0u);
}

TEST_F(Staging, SpansOfFixedExtent) {
  int xs[3] = {1, 2, 3};
  launch<fixed>(launch_config{}, xs);
  EXPECT_EQ(xs[2], 7);
}

TEST_F(Staging, ElementsThatAreNotBytesAreRefused) {
  std::vector<std::string> xs(2);
  const error e = expect_error([&] { launch<strings>(launch_config{}, xs); });
  EXPECT_EQ(e.code(), errc::host_memory);
  EXPECT_CONTAINS(e.what(), "gpu::managed_allocator");
}

TEST_F(Staging, AStreamRefusesHostMemoryAndNamesTheArgument) {
  stream s;
  buffer<int> in(3);
  std::vector<int> out(3);
  const error e = expect_error([&] { s.launch<add>(launch_config{}, in, out, 1); });
  EXPECT_EQ(e.code(), errc::host_memory);
  EXPECT_EQ(e.kernel(), "add");
  EXPECT_CONTAINS(e.what(), "kernel 'add' with 1 blocks of 1 threads on cuda:0 (Fake, sm_90): "
                            "argument 2 refers to ordinary host memory");
  EXPECT_CONTAINS(e.what(), "gpu::pinned_allocator");
  EXPECT_EQ(fake.launches, 0u);
}

TEST_F(Staging, AStreamTakesPinnedMemory) {
  stream s;
  std::vector<int, pinned_allocator<int>> in{1, 2}, out(2);
  s.launch<add>(launch_config{}, in, out, 1);
  s.synchronize();
  EXPECT_EQ(out[1], 3);
}

TEST_F(Staging, ResultsOfAFailedKernelAreNotCopied) {
  std::vector<int> in{1}, out{5};
  fake.failing = "illegal address";
  const error e = expect_error([&] { launch<add>(launch_config{}, in, out, 1); });
  EXPECT_EQ(e.code(), errc::driver);
  EXPECT_CONTAINS(e.what(), "kernel 'add'");
  EXPECT_CONTAINS(e.what(), "illegal address");
  EXPECT_EQ(out[0], 5);
}

TEST_F(Staging, MemoryIsKeptForTheNextLaunch) {
  std::vector<int> in{1}, out(1);
  launch<add>(launch_config{}, in, out, 1);
  const unsigned before = fake.allocations;
  for (int i = 0; i < 10; ++i)
    launch<add>(launch_config{}, in, out, 1);
  EXPECT_EQ(fake.allocations, before);
}

TEST(JoinOverlapping, JoinsOnlyWhatOverlaps) {
  std::vector<host_range> ranges{{30, 40}, {0, 10}, {10, 20}, {35, 38}, {39, 50}};
  join_overlapping(ranges);
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[1].begin, 10u);
  EXPECT_EQ(ranges[2].begin, 30u);
  EXPECT_EQ(ranges[2].end, 50u);
}

} // namespace
} // namespace gpu::test
