//===- memory_check_test.cpp - Pointers that kernels cannot follow -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "memory_check.hpp"

#include "fake_device.hpp"
#include "failure.hpp"
#include "host_address.hpp"

#include <gpu/buffer.hpp>
#include <gpu/stream.hpp>

#include <memory>
#include <thread>
#include <vector>

#include <sys/mman.h>

namespace gpu::test {

int program_variable = 1;

namespace {

using namespace detail;

struct range {
  const int *data;
  std::size_t count;
};
struct params {
  int n;
  range in;
};

// The host's functions of the kernels; nothing calls them.
void follow(int *) {}
void members(params, int *) {}
void spans(std::span<const int>) {}
void run_nothing(const launch_shape &, void *) {}

class MemoryCheck : public ::testing::Test {
protected:
  // The thread may remember ranges of a test before, whose memory went with its device.
  MemoryCheck() { ++frees; }

  fake_device fake;
  const fake_kernel functions[4] = {
      {"follow", run_nothing}, {"members", run_nothing}, {"spans", run_nothing}, {nullptr, nullptr}};
  const image the_image{image_cubin, "sm_90", functions, sizeof(functions)};
  param_table<int *> follow_params{follow};
  param_table<params, int *> members_params{members};
  param_table<std::span<const int>> spans_params{spans};
  const kernel_pointer follow_pointers[1] = {{0, no_count, "parameter 'p'"}};
  const kernel_pointer members_pointers[2] = {{8, 16, "parameter 'x', member 'in.data'"},
                                              {24, no_count, "parameter 'p'"}};
  const kernel kernels[3] = {{(const void *)follow, "follow", "follow", follow_params.params, 1,
                              follow_params.bytes, 0, 0, follow_pointers, 1},
                             {(const void *)members, "members", "members", members_params.params, 2,
                              members_params.bytes, 0, 0, members_pointers, 2},
                             {(const void *)spans, "spans", "spans", spans_params.params, 1,
                              spans_params.bytes, 0, 0, nullptr, 0}};
  const module m{module_abi_version, "check.cpp", &the_image, 1, kernels, 3};
  registration registered{m};
  device_in_use in_use{fake};

  static void pass(int *p) { launch<follow>(launch_config{}, p); }
  static error refused(int *p) {
    return expect_error([p] { pass(p); });
  }
};

TEST_F(MemoryCheck, MemoryOfTheStackIsRefused) {
  int local = 0;
  const error e = refused(&local);
  EXPECT_EQ(e.code(), errc::host_memory);
  EXPECT_EQ(e.kernel(), "follow");
  EXPECT_CONTAINS(e.what(), "kernel 'follow' with 1 blocks of 1 threads on cuda:0 (Fake, sm_90): "
                            "parameter 'p' points to host memory on the stack of this thread (0x");
  EXPECT_CONTAINS(e.what(), "), which the device cannot see; pass a gpu::buffer's data()");
  EXPECT_CONTAINS(e.what(), "GPUC_CHECK=0");
  EXPECT_EQ(fake.launches, 0u);
  std::thread([] {
    int own = 0;
    EXPECT_CONTAINS(refused(&own).what(), "on the stack of this thread");
  }).join();
}

TEST_F(MemoryCheck, MemoryOfTheHeapIsRefused) {
  const auto small = std::make_unique<int>(1);
  EXPECT_CONTAINS(refused(small.get()).what(), "parameter 'p' points to host memory on the heap");
  void *const mapped =
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_CONTAINS(refused(static_cast<int *>(mapped)).what(), "points to ordinary host memory");
  ::munmap(mapped, 4096);
  stream s;
  const error e = expect_error([&] { s.launch<follow>(launch_config{}, small.get()); });
  EXPECT_EQ(e.code(), errc::host_memory);
}

TEST_F(MemoryCheck, VariablesAndFunctionsOfTheProgramAreNamed) {
  EXPECT_CONTAINS(refused(&program_variable).what(), "of 'gpuc_unit_tests'");
  EXPECT_CONTAINS(refused(reinterpret_cast<int *>(stdout)).what(), "points to ");
  // Of a shared library, which tells its symbols.
  const error e = refused(reinterpret_cast<int *>(&::getenv));
  EXPECT_CONTAINS(e.what(), "parameter 'p' points to function 'getenv' of 'libc.so.6'");
  EXPECT_CONTAINS(e.what(), "whose code is the host's");
  EXPECT_CONTAINS(refused(reinterpret_cast<int *>(&::stdout)).what(), "variable '");
}

TEST_F(MemoryCheck, MembersAreNamed) {
  int xs[2] = {};
  buffer<int> b(2);
  const error e =
      expect_error([&] { launch<members>(launch_config{}, params{1, {xs, 2}}, b.data()); });
  EXPECT_CONTAINS(e.what(), "parameter 'x', member 'in.data' points to host memory");
  const error second =
      expect_error([&] { launch<members>(launch_config{}, params{1, {b.data(), 2}}, xs); });
  EXPECT_CONTAINS(second.what(), "parameter 'p' points to host memory");
}

TEST_F(MemoryCheck, NullAndEmptyRangesPass) {
  pass(nullptr);
  int xs[2] = {};
  launch<members>(launch_config{}, params{1, {xs, 0}}, nullptr);
  EXPECT_EQ(fake.launches, 2u);
}

TEST_F(MemoryCheck, WhatIsNoHostMemoryPasses) {
  pass(reinterpret_cast<int *>(0x10));
  pass(reinterpret_cast<int *>(0xdeadbeefdeadbeef));
  pass(reinterpret_cast<int *>(-1));
  // Addresses that a driver has only reserved, as for device memory.
  void *reserved = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pass(static_cast<int *>(reserved));
  ::munmap(reserved, 4096);
  EXPECT_EQ(fake.launches, 4u);
}

TEST_F(MemoryCheck, AllocatedMemoryPassesWithItsEnd) {
  buffer<int> b(3);
  pass(b.data());
  pass(b.data() + 2);
  pass(b.data() + 3);
  std::vector<int, pinned_allocator<int>> pinned(3);
  std::vector<int, managed_allocator<int>> managed(3);
  std::vector<int, allocator<int>> shared(3);
  pass(pinned.data());
  pass(managed.data());
  pass(shared.data());
  EXPECT_EQ(fake.launches, 6u);
}

TEST_F(MemoryCheck, MemoryThatOnlyTheDriverKnowsPasses) {
  // As of cudaMalloc, or of another library.
  auto *memory = static_cast<int *>(fake.allocate(memory_device, 64));
  pass(memory);
  pass(memory + 4);
  fake.free(memory_device, memory);
  EXPECT_EQ(fake.launches, 2u);
}

TEST_F(MemoryCheck, GoodRangesAreRemembered) {
  buffer<int> b(1000);
  auto *other = static_cast<int *>(fake.allocate(memory_device, 64));
  pass(b.data());
  pass(other);
  const unsigned asked = fake.questions;
  for (int i = 0; i < 100; ++i) {
    pass(b.data() + i);
    pass(other);
  }
  EXPECT_EQ(fake.questions, asked);
  fake.free(memory_device, other);
}

TEST_F(MemoryCheck, MemoryThatWasFreedIsForgotten) {
  buffer<int> b(3);
  int *const dangling = b.data();
  pass(dangling);
  b = buffer<int>();
  EXPECT_CONTAINS(refused(dangling).what(), "parameter 'p' points to host memory");
}

TEST_F(MemoryCheck, RegisteredHostMemoryIsAskedAboutEachTime) {
  auto *memory = static_cast<int *>(fake.allocate(memory_pinned, 64));
  fake.sight = sight_host;
  pass(memory);
  const unsigned asked = fake.questions;
  pass(memory);
  EXPECT_GT(fake.questions, asked);
  fake.sight = sight_none; // the other library has unregistered it
  EXPECT_CONTAINS(refused(memory).what(), "parameter 'p' points to");
  fake.free(memory_pinned, memory);
}

TEST_F(MemoryCheck, MemoryOfOtherDevicesIsRefusedWithoutAccess) {
  // Devices live as long as the process.
  static fake_device &second = *new fake_device("cuda", 1);
  device_state &other = state_of(second);
  void *memory = nullptr;
  ASSERT_EQ(__gpuc_allocate(&other, nullptr, memory_device, 64, &memory), 0);
  const error e = refused(static_cast<int *>(memory));
  EXPECT_EQ(e.code(), errc::host_memory);
  EXPECT_CONTAINS(e.what(), "parameter 'p' points to memory of cuda:1 (Fake, sm_90) (0x");
  EXPECT_CONTAINS(e.what(), "enable_access_to");
  const error of_span = expect_error([&] {
    launch<spans>(launch_config{}, std::span<const int>(static_cast<int *>(memory), 16));
  });
  EXPECT_CONTAINS(of_span.what(), "argument 1 points to memory of cuda:1");

  fake.has_peers = true;
  int possible = 0;
  ASSERT_EQ(__gpuc_device_enable_peer(&current_device_state(), &other, &possible), 0);
  EXPECT_EQ(possible, 1);
  pass(static_cast<int *>(memory));
  __gpuc_free(memory);

  void *pinned = nullptr;
  ASSERT_EQ(__gpuc_allocate(&other, nullptr, memory_pinned, 64, &pinned), 0);
  pass(static_cast<int *>(pinned));
  __gpuc_free(pinned);
}

TEST_F(MemoryCheck, ADeviceThatReadsHostMemoryRefusesNone) {
  fake.properties_.reads_host_memory = true;
  int local[2] = {};
  pass(local);
  stream s;
  s.launch<spans>(launch_config{}, std::span<const int>(local));
  s.synchronize();
  EXPECT_EQ(fake.launches, 2u);
  EXPECT_TRUE(fake.copied_in.empty());
}

TEST(CheckSetting, TakesZeroAndOne) {
  EXPECT_TRUE(parse_check_setting(nullptr));
  EXPECT_TRUE(parse_check_setting(""));
  EXPECT_TRUE(parse_check_setting("1"));
  EXPECT_FALSE(parse_check_setting("0"));
  EXPECT_THROW(parse_check_setting("no"), failure);
}

TEST(HostAddress, IsWhatTheProcessCanRead) {
  int local = 0;
  EXPECT_TRUE(is_host_address(&local));
  EXPECT_TRUE(is_host_address("text"));
  EXPECT_FALSE(is_host_address(nullptr));
  EXPECT_FALSE(is_host_address(reinterpret_cast<void *>(0x7)));
  auto *pages = static_cast<char *>(
      ::mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ::mprotect(pages + 4096, 4096, PROT_NONE);
  EXPECT_TRUE(is_host_address(pages + 4095));
  EXPECT_FALSE(is_host_address(pages + 4096));
  ::munmap(pages, 8192);
}

} // namespace
} // namespace gpu::test
