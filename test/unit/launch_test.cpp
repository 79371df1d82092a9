//===- launch_test.cpp - Launches on the CPU device --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"
#include "failure.hpp"

#include <gpu/detail/cpu_abi.hpp>
#include <gpu/device.hpp>
#include <gpu/stream.hpp>

#include <array>
#include <atomic>
#include <complex>
#include <optional>
#include <type_traits>
#include <utility>

namespace gpu::test {
namespace {

using namespace detail;

void count_threads(std::atomic<int> *, bool, char, double) {}
void bounded() {}
void absent() {}
struct large_argument {
  char bytes[8000];
};
void large(large_argument) {}

void run_count(cpu_block *, const void *args, unsigned, unsigned first, unsigned last) {
  struct block {
    std::atomic<int> *count;
    bool flag;
    char letter;
    double value;
  } const &b = *static_cast<const block *>(args);
  if (b.flag && b.letter == 'x' && b.value == 2.0)
    *b.count += static_cast<int>(last - first);
}
void run_nothing(cpu_block *, const void *, unsigned, unsigned, unsigned) {}

class Launch : public ::testing::Test {
protected:
  const cpu_kernel functions[3] = {{"count", run_count, 1, nullptr, 0, 0, 0, 0},
                                   {"bounded", run_nothing, 1, nullptr, 0, 4096, 0, 0},
                                   {}};
  const image the_image{image_cpu, "cpu", functions, 0};
  param_table<std::atomic<int> *, bool, char, double> count_params{count_threads};
  kernel kernels[2] = {
      {(const void *)count_threads, "count", "count_threads", count_params.params, 4,
       count_params.bytes, 0, 0},
      {(const void *)bounded, "bounded", "bounded", nullptr, 0, 0, 128, 0}};
  const module m{module_abi_version, "launch.cpp", &the_image, 1, kernels, 2};
  registration registered{m};
  std::unique_ptr<device_backend> cpu = make_cpu_device();
  device_in_use in_use{*cpu};
  std::atomic<int> count = 0;
};

TEST_F(Launch, PacksArgumentsAtTheirAlignment) {
  // As in a call: the conversions are those of a function's arguments.
  launch<count_threads>(launch_config{.blocks = 3, .threads = {4, 2}}, &count, 1, 'x', 2);
  EXPECT_EQ(count, 24);
}

TEST_F(Launch, InAStream) {
  stream s;
  s.launch<count_threads>(launch_config{.threads = 8}, &count, true, 'x', 2.0);
  s.synchronize();
  EXPECT_EQ(count, 8);
}

TEST_F(Launch, NoBlocksDoNothing) {
  launch<count_threads>(launch_config::cover(0), &count, true, 'x', 2.0);
  EXPECT_EQ(count, 0);
}

TEST_F(Launch, UnknownKernels) {
  const error e = expect_error([] { launch<absent>(launch_config{}); });
  EXPECT_EQ(e.code(), errc::unknown_kernel);
  EXPECT_CONTAINS(e.what(), "[[gpu::kernel]]");
}

TEST_F(Launch, BlocksLargerThanTheDeviceAllows) {
  const error e = expect_error(
      [&] { launch<count_threads>(launch_config{.threads = 1025}, &count, true, 'x', 2.0); });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_EQ(e.kernel(), "count_threads");
  EXPECT_CONTAINS(e.device(), "cpu:0");
  EXPECT_CONTAINS(e.what(), "kernel 'count_threads' with 1 blocks of 1025 threads on cpu:0");
  EXPECT_CONTAINS(e.what(), "1025 threads a block are more than the device's 1024");
  EXPECT_CONTAINS(expect_error([] { launch<bounded>(launch_config{.threads = 0}); }).what(),
                  "at least one thread");
}

TEST_F(Launch, GridsLargerThanTheDeviceAllows) {
  const error e = expect_error(
      [] { launch<bounded>(launch_config::cover(std::size_t{1} << 45, 1)); });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_CONTAINS(e.what(), "blocks along x");
  EXPECT_CONTAINS(expect_error([] { launch<bounded>(launch_config{.blocks = {1, -1}}); }).what(),
                  "blocks along y");
}

TEST_F(Launch, LaunchBounds) {
  const error e = expect_error([] { launch<bounded>(launch_config{.threads = 129}); });
  EXPECT_CONTAINS(e.what(), "128 of the kernel's [[gpu::launch_bounds]]");
  launch<bounded>(launch_config{.threads = 128});
}

TEST_F(Launch, TooMuchSharedMemory) {
  const error e =
      expect_error([] { launch<bounded>(launch_config{.shared_bytes = std::size_t{1} << 40}); });
  EXPECT_CONTAINS(e.what(), "of static shared memory");
}

TEST_F(Launch, LayoutsMustAgree) {
  count_params.params[3].offset = 12;
  const error e = expect_error(
      [&] { launch<count_threads>(launch_config{}, &count, true, 'x', 2.0); });
  EXPECT_EQ(e.code(), errc::layout_mismatch);
  EXPECT_CONTAINS(e.what(), "parameter 4 has 8 bytes at offset 16 on the host, but 8 bytes at "
                            "offset 12 on the device");
  kernels[0].param_count = 3;
  EXPECT_CONTAINS(expect_error([&] {
                    launch<count_threads>(launch_config{}, &count, true, 'x', 2.0);
                  }).what(),
                  "the host passes 4 arguments");
}

TEST(LaunchArguments, MoreBytesThanTheDeviceTakes) {
  const fake_kernel functions[] = {{"large", [](const launch_shape &, void *) {}},
                                   {nullptr, nullptr}};
  const image sm_90{image_cubin, "sm_90", functions, sizeof(functions)};
  const kernel_param param{0, sizeof(large_argument)};
  const kernel k{(const void *)large, "large", "large", &param, 1, sizeof(large_argument), 0, 0};
  const module m{module_abi_version, "other.cpp", &sm_90, 1, &k, 1};
  registration registered(m);
  fake_device fake;
  device_in_use in_use(fake);
  launch<large>(launch_config{}, large_argument{});
  fake.properties_.max_args_bytes = 4096;
  const error e = expect_error([] { launch<large>(launch_config{}, large_argument{}); });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_CONTAINS(e.what(), "8000 bytes of arguments are more than the 4096");
  EXPECT_EQ(fake.launches, 1u);
}

TEST(LaunchImages, NoneForTheDevice) {
  const image sm_75{image_ptx, "sm_75", "", 1};
  const kernel k{(const void *)absent, "absent", "absent", nullptr, 0, 0, 0, 0};
  const module m{module_abi_version, "other.cpp", &sm_75, 1, &k, 1};
  registration registered(m);
  fake_device fake;
  device_in_use in_use(fake);
  const error e = expect_error([] { launch<absent>(launch_config{}); });
  EXPECT_EQ(e.code(), errc::no_image);
  EXPECT_CONTAINS(e.what(), "embedded: other.cpp: sm_75 (PTX); present: ");
  EXPECT_CONTAINS(e.what(), "--offload-arch=sm_90");
}

TEST(LaunchImages, AnImageThatTheDriverRefuses) {
  const image sm_90{image_cubin, "sm_90", "", 1};
  const kernel k{(const void *)absent, "absent", "absent", nullptr, 0, 0, 0, 0};
  const module m{module_abi_version, "other.cpp", &sm_90, 1, &k, 1};
  registration registered(m);
  fake_device fake;
  fake.refuse_load = true;
  device_in_use in_use(fake);
  const error e = expect_error([] { launch<absent>(launch_config{}); });
  EXPECT_EQ(e.code(), errc::bad_image);
  EXPECT_EQ(e.kernel(), "absent");
}

TEST(LaunchConfig, CoversEveryElement) {
  EXPECT_EQ(launch_config::cover(0).blocks.x, 0u);
  EXPECT_EQ(launch_config::cover(1).blocks.x, 1u);
  EXPECT_EQ(launch_config::cover(256).blocks.x, 1u);
  EXPECT_EQ(launch_config::cover(257).blocks.x, 2u);
  EXPECT_EQ(launch_config::cover(std::size_t{1} << 33, 512).blocks.x, 1u << 24);
  EXPECT_EQ(launch_config::cover(10, 64).threads.x, 64u);
  static_assert(launch_config{}.blocks.x == 1 && launch_config{}.threads.x == 1);
}

TEST(KernelArg, TakesWhatCanBeCopiedAsBytes) {
  static_assert(kernel_arg<int> && kernel_arg<std::span<int>> && kernel_arg<std::string_view>);
  static_assert(kernel_arg<per_thread<float>>);
  static_assert(kernel_arg<std::pair<int, float>> && kernel_arg<std::array<int, 3>> &&
                kernel_arg<std::optional<int>> && kernel_arg<std::complex<float>>);
  static_assert(!kernel_arg<std::string> && !kernel_arg<int &> && !kernel_arg<std::vector<int>>);
  struct only_moved {
    only_moved(only_moved &&) = default;
  };
  struct counts_copies {
    counts_copies(const counts_copies &) {}
  };
  struct moves_by_hand {
    moves_by_hand(const moves_by_hand &) = default;
    moves_by_hand(moves_by_hand &&) {}
  };
  struct stays {
    stays(const stays &) = delete;
  };
  static_assert(kernel_arg<only_moved> && !kernel_arg<counts_copies> &&
                !kernel_arg<moves_by_hand> && !kernel_arg<stays> && !kernel_arg<gpu::device_error>);
}

TEST(FirstBadArgument, CountsFromZero) {
  using kernel_type = void (*)(int, std::string_view);
  constexpr kernel_type k = nullptr;
  static_assert(first_bad_argument(k, (void (*)(int, const char *))nullptr) == -2);
  static_assert(first_bad_argument(k, (void (*)(int *, const char *))nullptr) == 0);
  static_assert(first_bad_argument(k, (void (*)(int, int))nullptr) == 1);
  static_assert(first_bad_argument(k, (void (*)(int))nullptr) == -1);
}

} // namespace
} // namespace gpu::test
