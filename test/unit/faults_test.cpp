//===- faults_test.cpp - Timeouts and lost devices ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"

#include "failure.hpp"
#include "fork.hpp"
#include "timeout.hpp"

#include <gpu/buffer.hpp>
#include <gpu/stream.hpp>

#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace gpu::test {
namespace {

using namespace detail;
using namespace std::chrono_literals;

TEST(Timeouts, SettingIsASecondsNumber) {
  EXPECT_EQ(parse_timeout_setting("2"), 2s);
  EXPECT_EQ(parse_timeout_setting("0.25"), 250ms);
  EXPECT_GT(parse_timeout_setting("1000000000000"), 24h * 365);
  for (const char *bad : {"0", "-1", "2s", "x", "1e3", "0.0", "nan", "inf", " 1"})
    EXPECT_THROW(parse_timeout_setting(bad), failure) << bad;
}

TEST(Timeouts, PollingEndsWithItsConditionOrItsTime) {
  unsigned asked = 0;
  EXPECT_TRUE(poll([&] { return ++asked == 5; }, 10s));
  EXPECT_EQ(asked, 5u);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(poll([] { return false; }, 20ms));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  EXPECT_TRUE(poll([] { return true; }, 0ns));
}

void faulty() {}
void run_faulty(const launch_shape &, void *) {}

struct faulty_module {
  const fake_kernel functions[2] = {{"faulty", run_faulty}, {nullptr, nullptr}};
  const image the_image{image_cubin, "sm_90", functions, 1};
  const kernel k{(const void *)faulty, "faulty", "faulty", nullptr, 0, 0, 0, 0};
  const module m{module_abi_version, "faults.cpp", &the_image, 1, &k, 1};
  registration registered{m};
};

TEST(LostDevices, LaterCallsFailAtOnceAndSayWhy) {
  const faulty_module code;
  fake_device fake;
  device_in_use in_use(fake);
  stream s;
  buffer<int> b(4);
  fake.failing = "CUDA_ERROR_ILLEGAL_ADDRESS";
  fake.failing_code = errc::device_lost;
  const error first = expect_error([] { launch<faulty>(launch_config{.threads = 2}); });
  EXPECT_EQ(first.code(), errc::device_lost);
  EXPECT_CONTAINS(first.what(), "kernel 'faulty' with 1 blocks of 2 threads on cuda:0");
  const unsigned launches = fake.launches;
  const error later = expect_error([&] { s.launch<faulty>(launch_config{}); });
  EXPECT_EQ(later.code(), errc::device_lost);
  EXPECT_EQ(later.kernel(), "faulty");
  EXPECT_CONTAINS(later.what(), "was lost earlier in this process: kernel 'faulty' with 1 blocks");
  EXPECT_EQ(expect_error([&] { b.to_vector(); }).code(), errc::device_lost);
  EXPECT_EQ(expect_error([] { buffer<int> another(4); }).code(), errc::device_lost);
  EXPECT_EQ(expect_error([&] { s.synchronize(); }).code(), errc::device_lost);
  EXPECT_EQ(fake.launches, launches);
}

TEST(LostDevices, OtherErrorsLoseNothing) {
  const faulty_module code;
  fake_device fake;
  device_in_use in_use(fake);
  fake.failing = "something else";
  EXPECT_EQ(expect_error([] { launch<faulty>(launch_config{}); }).code(), errc::driver);
  launch<faulty>(launch_config{});
}

TEST(LostDevices, ErrorsThatNoKernelIsKnownForNameThoseOfStreams) {
  const faulty_module code;
  fake_device fake;
  device_in_use in_use(fake);
  stream ended, running;
  ended.launch<faulty>(launch_config{.threads = 3});
  ended.synchronize();
  running.launch<faulty>(launch_config{.threads = 5});
  fake.is_ready = false;
  fake.failing_all = "CUDA_ERROR_LAUNCH_FAILED";
  const error e = expect_error([] { synchronize(); });
  EXPECT_EQ(e.code(), errc::device_lost);
  EXPECT_CONTAINS(e.what(), "not known to have ended: kernel 'faulty' with 1 blocks of 5 threads");
  EXPECT_EQ(std::string(e.what()).find("3 threads"), std::string::npos);
}

TEST(Fork, MutexesOfOtherThreadsAreFreeInTheChild) {
  fork_safe_mutex mutex;
  std::atomic<bool> stop = false;
  std::thread user([&] {
    while (!stop) {
      {
        std::lock_guard lock(mutex);
        std::this_thread::sleep_for(10us);
      }
      std::this_thread::sleep_for(10us);
    }
  });
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0)
      _exit(mutex.try_lock() ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  stop = true;
  user.join();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

} // namespace
} // namespace gpu::test
