//===- launch.cpp - What a launch and a copy cost -------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpuc's launches and copies beside the raw driver API's, in one process and one
// context, in turn: to enqueue a kernel, to launch one and wait, to copy a buffer.
//
//   gpuc -std=c++20 -O2 --offload-arch=sm_90 bench/launch/launch.cpp -o launch
//   GPUC_DEVICE=cuda ./launch
//
//===----------------------------------------------------------------------===//
#include "driver.hpp"

#include <gpu/gpu.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

[[gpu::kernel]] void scale(std::span<float> xs, float factor) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] *= factor;
}

/// As `scale`, for the driver's API, which takes what the kernel's parameters are.
static const char scale_ptx[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry scale(.param .align 8 .b8 xs[16], .param .f32 factor) {
  .reg .pred %p;
  .reg .f32 %f<3>;
  .reg .b32 %r<4>;
  .reg .b64 %l<4>;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r0, %r1, %r2;
  cvt.u64.u32 %l0, %r3;
  ld.param.u64 %l1, [xs+8];
  setp.ge.u64 %p, %l0, %l1;
  @%p ret;
  ld.param.u64 %l2, [xs];
  cvta.to.global.u64 %l2, %l2;
  shl.b64 %l3, %l0, 2;
  add.u64 %l2, %l2, %l3;
  ld.global.f32 %f0, [%l2];
  ld.param.f32 %f1, [factor];
  mul.f32 %f2, %f0, %f1;
  st.global.f32 [%l2], %f2;
  ret;
}
)";

static double microseconds(const std::function<void()> &body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

/// The medians of two things that are measured in turn.
struct comparison {
  std::vector<double> ours, theirs;

  static double median(std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
    return v[v.size() / 2];
  }
  void print(const char *what, const char *unit) const {
    const double a = median(ours), b = median(theirs);
    std::printf("%-28s %9.3f %9.3f %s  difference %6.3f  ratio %.3f\n", what, a, b, unit, a - b,
                a / b);
  }
};

struct raw_driver {
  driver::launch_kernel *launch = driver::function<driver::launch_kernel>("cuLaunchKernel");
  int (*synchronize)(void *) = driver::function<int(void *)>("cuStreamSynchronize");
  int (*copy)(driver::device_pointer, driver::device_pointer, std::size_t) =
      driver::function<int(driver::device_pointer, driver::device_pointer, std::size_t)>(
          "cuMemcpy");
  void *kernel = nullptr;

  raw_driver() {
    void *module = nullptr;
    driver::check(
        driver::function<int(void **, const void *)>("cuModuleLoadData")(&module, scale_ptx),
        "cuModuleLoadData");
    driver::check(driver::function<int(void **, void *, const char *)>("cuModuleGetFunction")(
                      &kernel, module, "scale"),
                  "cuModuleGetFunction");
  }
  void scale(std::span<float> xs, float factor, void *stream) const {
    void *params[] = {&xs, &factor};
    const auto blocks = static_cast<unsigned>((xs.size() + 255) / 256);
    driver::check(launch(kernel, blocks, 1, 1, 256, 1, 1, 0, stream, params, nullptr),
                  "cuLaunchKernel");
  }
};

static void launches(const raw_driver &raw) {
  gpu::stream stream;
  auto buffer = gpu::buffer<float>::zeroed(256);
  const auto config = gpu::launch_config::cover(256);
  constexpr int batch = 500; // below the depth of the driver's queue, so that nothing waits
  comparison enqueue, wait, blocking;
  for (int round = 0; round < 201; ++round) {
    enqueue.ours.push_back(microseconds([&] {
                             for (int i = 0; i < batch; ++i)
                               stream.launch<scale>(config, buffer.span(), 1.0f);
                           }) /
                           batch);
    stream.synchronize();
    enqueue.theirs.push_back(microseconds([&] {
                               for (int i = 0; i < batch; ++i)
                                 raw.scale(buffer.span(), 1.0f, stream.native_handle());
                             }) /
                             batch);
    stream.synchronize();
  }
  for (int round = 0; round < 2001; ++round) {
    wait.ours.push_back(microseconds([&] {
      stream.launch<scale>(config, buffer.span(), 1.0f);
      stream.synchronize();
    }));
    wait.theirs.push_back(microseconds([&] {
      raw.scale(buffer.span(), 1.0f, stream.native_handle());
      driver::check(raw.synchronize(stream.native_handle()), "cuStreamSynchronize");
    }));
    blocking.ours.push_back(microseconds([&] { gpu::launch<scale>(config, buffer.span(), 1.0f); }));
    blocking.theirs.push_back(microseconds([&] {
      raw.scale(buffer.span(), 1.0f, nullptr);
      driver::check(raw.synchronize(nullptr), "cuStreamSynchronize");
    }));
  }
  enqueue.print("enqueue", "us");
  wait.print("stream launch + synchronise", "us");
  blocking.print("blocking launch", "us");
}

static void copies(const raw_driver &raw) {
  const auto address = [](const void *p) { return reinterpret_cast<driver::device_pointer>(p); };
  for (const std::size_t bytes :
       {std::size_t{4} << 10, std::size_t{4} << 20, std::size_t{256} << 20}) {
    const std::size_t n = bytes / sizeof(float);
    std::vector<float> ordinary(n, 1.0f);
    std::vector<float, gpu::pinned_allocator<float>> pinned(n, 1.0f);
    gpu::buffer<float> buffer(n), other(n);
    buffer.copy_from(ordinary);
    struct {
      const char *name;
      std::function<void()> ours;
      float *to, *from;
    } const kinds[] = {
        {"to the device", [&] { buffer.copy_from(ordinary); }, buffer.data(), ordinary.data()},
        {"from the device", [&] { buffer.copy_to(ordinary); }, ordinary.data(), buffer.data()},
        {"pinned to the device", [&] { buffer.copy_from(pinned); }, buffer.data(), pinned.data()},
        {"device to pinned", [&] { buffer.copy_to(pinned); }, pinned.data(), buffer.data()},
        {"within the device", [&] { other.copy_from(buffer); }, other.data(), buffer.data()},
    };
    for (const auto &kind : kinds) {
      comparison times;
      for (int round = 0; round < (bytes > 100 << 20 ? 11 : 101); ++round) {
        times.ours.push_back(microseconds(kind.ours));
        times.theirs.push_back(microseconds([&] {
          driver::check(raw.copy(address(kind.to), address(kind.from), bytes), "cuMemcpy");
          if (kind.to == other.data()) // cuMemcpy returns before it is done
            driver::check(raw.synchronize(nullptr), "cuStreamSynchronize");
        }));
      }
      times.print((std::to_string(bytes >> 10) + "K " + kind.name).c_str(), "us");
    }
  }
}

int main() {
  std::printf("%-28s %9s %9s\n", "", "gpuc", "driver");
  gpu::launch<scale>(gpu::launch_config{}, gpu::buffer<float>(1).span(), 1.0f);
  const raw_driver raw; // in gpuc's context, which is current now
  launches(raw);
  copies(raw);
}
