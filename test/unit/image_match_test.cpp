//===- image_match_test.cpp --------------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "image_match.hpp"

#include <gtest/gtest.h>

namespace gpu::detail {
namespace {

unsigned ptx(const char *arch) { return nvidia_fitness(image_ptx, arch, 9, 0); }
unsigned cubin(const char *arch) { return nvidia_fitness(image_cubin, arch, 9, 0); }

TEST(NvidiaImages, PtxRunsOnItsTargetAndLaterOnes) {
  EXPECT_TRUE(ptx("sm_75"));
  EXPECT_TRUE(ptx("sm_90"));
  EXPECT_FALSE(ptx("sm_100"));
}

TEST(NvidiaImages, TheNewestPtxIsPreferred) {
  EXPECT_GT(ptx("sm_90"), ptx("sm_80"));
  EXPECT_GT(ptx("sm_90a"), ptx("sm_90"));
}

TEST(NvidiaImages, AnExactCubinIsPreferredToPtx) { EXPECT_GT(cubin("sm_90"), ptx("sm_90a")); }

TEST(NvidiaImages, ACubinOfTheSameMajorIsPreferredToPtxOfItsTarget) {
  EXPECT_GT(nvidia_fitness(image_cubin, "sm_86", 8, 9), nvidia_fitness(image_ptx, "sm_86", 8, 9));
  EXPECT_GT(nvidia_fitness(image_ptx, "sm_89", 8, 9), nvidia_fitness(image_cubin, "sm_86", 8, 9));
  EXPECT_FALSE(nvidia_fitness(image_cubin, "sm_89", 8, 6));
}

TEST(NvidiaImages, ACubinRunsOnNoOtherMajor) { EXPECT_FALSE(cubin("sm_80")); }

TEST(NvidiaImages, SpecificTargetsRunWhereTheyMay) {
  EXPECT_FALSE(nvidia_fitness(image_ptx, "sm_90a", 10, 0));
  EXPECT_TRUE(nvidia_fitness(image_ptx, "sm_100f", 10, 3));
  EXPECT_FALSE(nvidia_fitness(image_ptx, "sm_100f", 12, 0));
}

TEST(NvidiaImages, OtherImagesDoNotRun) {
  EXPECT_FALSE(nvidia_fitness(image_amdgcn, "gfx942", 9, 0));
  EXPECT_FALSE(ptx("sm_"));
  EXPECT_FALSE(ptx("sm_90xy"));
}

TEST(AmdImages, RunOnTheirProcessor) {
  EXPECT_TRUE(amd_fitness("gfx1100", "gfx1100"));
  EXPECT_FALSE(amd_fitness("gfx1100", "gfx1101"));
  EXPECT_FALSE(amd_fitness("gfx90", "gfx90a"));
}

TEST(AmdImages, FeaturesMustBeTheDevices) {
  EXPECT_TRUE(amd_fitness("gfx90a", "gfx90a:sramecc+:xnack-"));
  EXPECT_TRUE(amd_fitness("gfx90a:xnack-", "gfx90a:sramecc+:xnack-"));
  EXPECT_FALSE(amd_fitness("gfx90a:xnack+", "gfx90a:sramecc+:xnack-"));
  EXPECT_GT(amd_fitness("gfx90a:xnack-", "gfx90a:sramecc+:xnack-"),
            amd_fitness("gfx90a", "gfx90a:sramecc+:xnack-"));
}

TEST(AmdImages, GenericOnesRunOnTheFamily) {
  EXPECT_TRUE(amd_fitness("gfx11-generic", "gfx1151"));
  EXPECT_TRUE(amd_fitness("gfx9-4-generic:xnack-", "gfx942:sramecc+:xnack-"));
  EXPECT_TRUE(amd_fitness("gfx9-generic", "gfx90c:xnack-"));
  EXPECT_FALSE(amd_fitness("gfx9-generic", "gfx90a:sramecc+:xnack-"));
  EXPECT_FALSE(amd_fitness("gfx11-generic", "gfx110"));
  EXPECT_FALSE(amd_fitness("gfx12-generic", "gfx1100"));
}

TEST(AmdImages, ExactOnesArePreferred) {
  EXPECT_GT(amd_fitness("gfx1100", "gfx1100"), amd_fitness("gfx11-generic", "gfx1100"));
}

} // namespace
} // namespace gpu::detail
