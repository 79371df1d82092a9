//===- registry_test.cpp -----------------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "registry.hpp"

#include "failure.hpp"
#include "fake_device.hpp"

#include <deque>

namespace gpu::test {
namespace {

using namespace detail;

const int one = 0, two = 0; // their addresses stand for host functions

kernel make_kernel(const void *host_function, const char *name) {
  return {host_function, name, name, nullptr, 0, 0, 0, 0};
}

module make_module(const char *source, const kernel *kernels, unsigned count) {
  return {module_abi_version, source, nullptr, 0, kernels, count};
}

TEST(Registry, FindsAKernelByItsHostFunction) {
  const kernel kernels[] = {make_kernel(&one, "one"), make_kernel(&two, "two")};
  const module m = make_module("a.cpp", kernels, 2);
  registration r(m);
  ASSERT_TRUE(find_kernel(&two));
  EXPECT_EQ(find_kernel(&two)->entry, &kernels[1]);
  EXPECT_EQ(find_kernel(&two)->owner.data, &m);
  EXPECT_FALSE(find_kernel(&m));
}

TEST(Registry, TheFirstRegistrationOfATemplateWins) {
  const kernel k1[] = {make_kernel(&one, "one")}, k2[] = {make_kernel(&one, "one")};
  const module a = make_module("a.cpp", k1, 1), b = make_module("b.cpp", k2, 1);
  registration rb(b);
  {
    registration ra(a);
    EXPECT_EQ(find_kernel(&one)->owner.data, &b);
  }
  EXPECT_EQ(find_kernel(&one)->owner.data, &b);
}

TEST(Registry, ForgetsAnUnregisteredModule) {
  const kernel kernels[] = {make_kernel(&one, "one")};
  const module m = make_module("a.cpp", kernels, 1);
  unsigned serial = 0;
  {
    registration r(m);
    serial = find_kernel(&one)->owner.serial;
  }
  EXPECT_FALSE(find_kernel(&one));
  registration again(m);
  EXPECT_NE(find_kernel(&one)->owner.serial, serial);
}

TEST(Registry, HoldsManyModules) {
  std::deque<int> functions(200);
  std::deque<kernel> kernels;
  std::deque<module> modules;
  std::deque<registration> registrations;
  for (int &f : functions) {
    kernels.push_back(make_kernel(&f, "k"));
    modules.push_back(make_module("m.cpp", &kernels.back(), 1));
    registrations.emplace_back(modules.back());
  }
  for (std::size_t i = 0; i < functions.size(); ++i)
    EXPECT_EQ(find_kernel(&functions[i])->owner.data, &modules[i]);
}

TEST(Registry, RefusesModulesOfAnotherCompilerVersion) {
  const kernel kernels[] = {make_kernel(&one, "one")};
  module m = make_module("old.cpp", kernels, 1);
  m.abi_version = module_abi_version + 1;
  registration r(m);
  try {
    find_kernel(&one);
    FAIL();
  } catch (const failure &e) {
    EXPECT_EQ(e.code, errc::bad_image);
    EXPECT_CONTAINS(e.message, "old.cpp");
    EXPECT_CONTAINS(e.message, "compile it again");
  }
}

TEST(Registry, DescribesImages) {
  const image images[] = {{image_ptx, "sm_75", "", 1}, {image_cpu, "cpu", "", 0}};
  const module m = {module_abi_version, "a.cpp", images, 2, nullptr, 0};
  EXPECT_EQ(describe_images({{&m, 1}}), "a.cpp: sm_75 (PTX), cpu");
  EXPECT_EQ(describe_images({}), "nothing");
}

} // namespace
} // namespace gpu::test
