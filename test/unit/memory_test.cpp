//===- memory_test.cpp -------------------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"

#include <gpu/buffer.hpp>

#include <array>
#include <cstdint>

namespace gpu::test {
namespace {

class Memory : public ::testing::Test {
protected:
  fake_device fake;
  device_in_use in_use{fake};
};

TEST_F(Memory, ABufferHoldsACopyOfARange) {
  const std::vector<int> xs{1, 2, 3};
  buffer<int> b(xs);
  EXPECT_EQ(b.size(), 3u);
  EXPECT_TRUE(fake.device_sees(b.data()));
  EXPECT_EQ(b.to_vector(), xs);
  const std::array<int, 3> ys{4, 5, 6};
  b.copy_from(ys);
  int out[3];
  b.copy_to(out);
  EXPECT_EQ(out[2], 6);
  const buffer c(ys); // deduced
  static_assert(std::is_same_v<decltype(c), const buffer<int>>);
}

TEST_F(Memory, ZeroedAndEmptyBuffers) {
  EXPECT_EQ(buffer<double>::zeroed(2).to_vector(), std::vector<double>(2));
  EXPECT_TRUE(buffer<double>(0).to_vector().empty());
  EXPECT_TRUE(buffer<double>::zeroed(0).empty());
  EXPECT_EQ(buffer<int>().data(), nullptr);
}

TEST_F(Memory, CopiesOfAnotherSizeAreRefused) {
  buffer<int> b(3);
  std::vector<int> two(2);
  EXPECT_EQ(expect_error([&] { b.copy_to(two); }).code(), errc::invalid_argument);
  EXPECT_CONTAINS(expect_error([&] { b.copy_from(two); }).what(), "another size");
}

TEST_F(Memory, BuffersMove) {
  buffer<int> a(std::vector<int>{1}), b = std::move(a);
  EXPECT_EQ(b.to_vector(), std::vector<int>{1});
  a = buffer<int>(std::vector<int>{2, 3});
  std::swap(a, b);
  EXPECT_EQ(a.size(), 1u);
  EXPECT_EQ(b.size(), 2u);
  static_assert(!std::is_copy_constructible_v<buffer<int>>);
  static_assert(!std::is_convertible_v<std::vector<int>, buffer<int>>);
}

TEST_F(Memory, AllocationsBeyondTheAddressSpace) {
  EXPECT_EQ(expect_error([] { buffer<double> b(SIZE_MAX / 2); }).code(), errc::out_of_memory);
}

struct counted {
  static inline int alive = 0;
  int value;
  explicit counted(int v) : value(v) { ++alive; }
  counted(const counted &) = delete;
  ~counted() { --alive; }
};

TEST_F(Memory, ABoxOwnsItsObject) {
  {
    auto a = make_box<counted>(7);
    EXPECT_TRUE(fake.device_sees(a.get()));
    EXPECT_EQ(a->value, 7);
    auto b = std::move(a);
    EXPECT_FALSE(a);
    EXPECT_EQ((*b).value, 7);
    EXPECT_EQ(counted::alive, 1);
  }
  EXPECT_EQ(counted::alive, 0);
}

struct throws {
  throws() { throw 1; }
};

TEST_F(Memory, ABoxWhoseObjectThrowsLeavesNothing) { EXPECT_THROW(make_box<throws>(), int); }

TEST_F(Memory, AllocatorsServeContainers) {
  std::vector<int, allocator<int>> shared(10, 1);
  std::vector<int, pinned_allocator<int>> pinned(10, 2);
  EXPECT_TRUE(fake.device_sees(shared.data()));
  EXPECT_TRUE(fake.device_sees(pinned.data()));
  auto moved = std::move(pinned);
  EXPECT_EQ(moved[9], 2);
  static_assert(
      std::is_same_v<std::allocator_traits<allocator<int>>::rebind_alloc<char>, allocator<char>>);
  EXPECT_TRUE(allocator<int>() == allocator<char>());
}

} // namespace
} // namespace gpu::test
