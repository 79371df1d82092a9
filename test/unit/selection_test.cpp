//===- selection_test.cpp ----------------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "selection.hpp"

#include "failure.hpp"
#include "fake_device.hpp"

namespace gpu::test {
namespace {

using namespace detail;

bool asked_cuda, asked_hip;

backend_devices two_cuda_devices() {
  asked_cuda = true;
  backend_devices found;
  found.devices.push_back(std::make_unique<fake_device>("cuda", 0, "sm_80"));
  found.devices.push_back(std::make_unique<fake_device>("cuda", 1, "sm_90"));
  return found;
}
backend_devices no_hip_devices() {
  asked_hip = true;
  return {{}, "HIP finds no device"};
}
backend_devices one_cpu() {
  backend_devices found;
  found.devices.push_back(std::make_unique<fake_device>("cpu", 0, "cpu"));
  return found;
}

class Selection : public ::testing::Test {
protected:
  device_inventory inventory{two_cuda_devices, no_hip_devices, one_cpu};
  const image cpu_image{image_cpu, "cpu", "", 0}, sm80{image_ptx, "sm_80", "", 1},
      sm90{image_ptx, "sm_90", "", 1}, gfx{image_amdgcn, "gfx942", "", 1};
  const image for_all[4] = {cpu_image, sm80, sm90, gfx};
  const module everywhere{module_abi_version, "all.cpp", for_all, 4, nullptr, 0};
  const image for_90_cpu[2] = {sm90, cpu_image};
  const module on_90_cpu{module_abi_version, "some.cpp", for_90_cpu, 2, nullptr, 0};
  const module on_cpu{module_abi_version, "cpu.cpp", &cpu_image, 1, nullptr, 0};
  const module on_gfx{module_abi_version, "amd.cpp", &gfx, 1, nullptr, 0};

  std::string choose(const char *setting, std::vector<const module *> modules) {
    asked_cuda = asked_hip = false;
    std::vector<registered_module> list;
    for (const module *m : modules)
      list.push_back({m, 1});
    try {
      const device_properties &p = choose_device(inventory, setting, list).properties();
      return fmt::format("{}:{}", p.backend, p.index);
    } catch (const failure &e) {
      return e.message;
    }
  }
};

TEST_F(Selection, TakesTheFirstDeviceThatAllModulesFit) {
  EXPECT_EQ(choose(nullptr, {&everywhere}), "cuda:0");
  EXPECT_EQ(choose("", {&everywhere, &on_90_cpu}), "cuda:1");
  EXPECT_EQ(choose(nullptr, {&everywhere, &on_cpu}), "cpu:0");
}

TEST_F(Selection, TakesADeviceThatSomeModuleFits) {
  EXPECT_EQ(choose(nullptr, {&on_cpu, &on_gfx}), "cpu:0");
}

TEST_F(Selection, LoadsNoDriverThatNothingIsEmbeddedFor) {
  EXPECT_EQ(choose(nullptr, {&on_cpu}), "cpu:0");
  EXPECT_FALSE(asked_cuda);
  EXPECT_FALSE(asked_hip);
}

TEST_F(Selection, SaysWhatIsEmbeddedAndPresentWhereNothingFits) {
  const std::string text = choose(nullptr, {&on_gfx});
  EXPECT_CONTAINS(text, "embedded: amd.cpp: gfx942");
  EXPECT_CONTAINS(text, "present: cuda:0 (Fake, sm_80), cuda:1 (Fake, sm_90), cpu:0 (Fake, cpu)");
  EXPECT_CONTAINS(text, "HIP finds no device");
  EXPECT_CONTAINS(text, "--offload-arch");
}

TEST_F(Selection, FollowsTheSetting) {
  EXPECT_EQ(choose("cpu", {&everywhere}), "cpu:0");
  EXPECT_EQ(choose("cuda", {&everywhere}), "cuda:0");
  EXPECT_EQ(choose("cuda:1", {&everywhere}), "cuda:1");
}

TEST_F(Selection, RefusesSettingsThatMeanNothing) {
  for (const char *bad : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cpu:0", "cuda:1x", "CUDA"})
    EXPECT_CONTAINS(choose(bad, {&everywhere}), std::string("GPUC_DEVICE is '") + bad + "'");
}

TEST_F(Selection, SaysWhichDevicesThereAre) {
  EXPECT_CONTAINS(choose("cuda:2", {&everywhere}), "the last cuda device is cuda:1");
  EXPECT_CONTAINS(choose("hip", {&everywhere}), "HIP finds no device; present: cuda:0");
}

} // namespace
} // namespace gpu::test
