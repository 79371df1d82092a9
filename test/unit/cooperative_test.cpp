//===- cooperative_test.cpp - Grids whose blocks wait for each other ------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "fake_device.hpp"

#include <gpu/detail/grid_state.hpp>
#include <gpu/kernel.hpp>

#include <string>
#include <vector>

namespace gpu::test {
namespace {

using detail::image_cubin;
using detail::module_abi_version;

void syncs() {}
void plain() {}
void run_nothing(const detail::launch_shape &, void *) {}

/// Has the barrier's variable, and notes the order of what it is given.
class grid_device : public fake_device {
public:
  struct fake_stream {
    bool captured = false;
  };

  void *find_global(void *, const char *symbol) override {
    const std::string name = symbol;
    if (name == "__gpuc_cooperative_syncs")
      return &marker;
    return name == "__gpuc_grid" ? &state : nullptr;
  }
  void launch(const detail::device_function &function, const detail::launch_shape &shape,
              const detail::packed_args &args, void *stream) override {
    fake_device::launch(function, shape, args, stream);
    note("launch", stream);
  }
  void fill_zero(void *memory, std::size_t bytes, void *stream) override {
    fake_device::fill_zero(memory, bytes, stream);
    note("zero", stream);
  }
  void *create_stream(int) override { return new fake_stream; }
  void destroy_stream(void *stream) noexcept override { delete static_cast<fake_stream *>(stream); }
  void begin_capture(void *stream) override { static_cast<fake_stream *>(stream)->captured = true; }
  void *end_capture(void *stream) override {
    static_cast<fake_stream *>(stream)->captured = false;
    return this;
  }
  bool capturing(void *stream) override { return static_cast<fake_stream *>(stream)->captured; }
  void launch_graph(void *, void *stream) override { note("graph", stream); }
  void *create_event() override {
    ++events;
    return new int;
  }
  void destroy_event(void *event) noexcept override {
    --events;
    delete static_cast<int *>(event);
  }
  void record(void *, void *stream) override { note("record", stream); }
  void wait(void *stream, void *) override { note("wait", stream); }

  std::vector<std::string> log;
  std::vector<void *> streams; ///< a stream is noted by its place here
  char marker = 1;
  detail::grid_state state = {};
  int events = 0;

private:
  void note(const char *what, void *stream) {
    std::size_t at = 0;
    while (at < streams.size() && streams[at] != stream)
      ++at;
    log.push_back(what + std::to_string(at));
  }
};

class Cooperative : public ::testing::Test {
protected:
  const fake_kernel functions[3] = {{"syncs", run_nothing}, {"plain", run_nothing}, {}};
  const detail::image the_image{image_cubin, "sm_90", functions, 0};
  const detail::kernel kernels[2] = {{(const void *)syncs, "syncs", "syncs", nullptr, 0, 0, 0, 0},
                                     {(const void *)plain, "plain", "plain", nullptr, 0, 0, 96, 0}};
  const detail::module m{module_abi_version, "grid.cpp", &the_image, 1, kernels, 2};
  registration registered{m};
  grid_device fake;
  device_in_use in_use{fake};
  const launch_config config{.blocks = 4, .threads = 64, .cooperative = true};
};

TEST_F(Cooperative, TheBarriersVariableIsZeroed) {
  fake.state = {7, detail::grid_broken};
  launch<syncs>(config);
  EXPECT_EQ(fake.state.blocks, 0u);
  EXPECT_EQ(fake.state.phase, 0u);
  EXPECT_EQ(fake.launches, 1u);
}

TEST_F(Cooperative, LaunchesOfStreamsFollowEachOther) {
  stream a, b;
  fake.streams = {a.native_handle(), b.native_handle(), nullptr};
  a.launch<syncs>(config);
  b.launch<syncs>(config);
  b.launch<plain>(config);
  launch<syncs>(config);
  EXPECT_EQ(fake.log, (std::vector<std::string>{"zero0", "launch0", "record0", "wait1", "zero1",
                                                "launch1", "record1", "launch1", "wait2", "zero2",
                                                "launch2", "record2"}));
}

TEST_F(Cooperative, InGraphs) {
  const int before = fake.events;
  {
    stream a, b;
    fake.streams = {a.native_handle(), b.native_handle()};
    const graph without = a.capture([&] { a.launch<plain>(config); });
    const graph work = a.capture([&] {
      a.launch<syncs>(config);
      a.launch<syncs>(config);
    });
    EXPECT_EQ(fake.log, (std::vector<std::string>{"launch0", "zero0", "launch0", "record0", "wait0",
                                                  "zero0", "launch0", "record0"}));
    fake.log.clear();
    a.launch(work);
    b.launch(without);
    b.launch<syncs>(config);
    EXPECT_EQ(fake.log, (std::vector<std::string>{"graph0", "record0", "graph1", "wait1", "zero1",
                                                  "launch1", "record1"}));
  }
  EXPECT_EQ(fake.events, before + 1); // the device's own
}

TEST_F(Cooperative, OtherLaunchesOfSuchKernelsAreRefused) {
  const error e = expect_error([] { launch<syncs>(launch_config{.blocks = 2}); });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_CONTAINS(e.what(), "the kernel calls gpu::sync_grid, for which all blocks must run at a "
                            "time; launch it with launch_config{.cooperative = true}");
  stream s;
  EXPECT_EQ(expect_error([&] { s.launch<syncs>(launch_config{.blocks = 2}); }).code(),
            errc::invalid_launch);
  EXPECT_EQ(fake.launches, 0u);
  launch<plain>(launch_config{.blocks = 2});
  EXPECT_EQ(fake.launches, 1u);
}

TEST_F(Cooperative, GridsThatAreNotResidentAreRefused) {
  fake.properties_.multiprocessors = 3; // each runs 4 blocks
  launch<syncs>(launch_config{.blocks = {3, 2, 2}, .cooperative = true});
  const error e = expect_error([] {
    launch<plain>(
        launch_config{.blocks = 13, .threads = {16, 4}, .shared_bytes = 500, .cooperative = true});
  });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_CONTAINS(e.what(), "13 blocks of 16 x 4 x 1 threads");
  EXPECT_CONTAINS(e.what(), "runs 12 such blocks at a time, 4 on each of 3 multiprocessors, of 64 "
                            "threads and 1524 bytes of shared memory; use at most 12 blocks");
  EXPECT_EQ(expect_error([] {
              launch<syncs>(launch_config{.blocks = {1 << 20, 65535, 65535}, .cooperative = true});
            }).code(),
            errc::invalid_launch);
  EXPECT_EQ(fake.launches, 1u);
}

TEST_F(Cooperative, DevicesWithoutTheAbilityRefuse) {
  fake.properties_.cooperative_launch = false;
  const error e = expect_error([&] { launch<plain>(config); });
  EXPECT_EQ(e.code(), errc::invalid_launch);
  EXPECT_CONTAINS(e.what(), "the device cannot make cooperative launches");
}

TEST_F(Cooperative, FactsOfAKernel) {
  constexpr auto &k = gpu::kernel<plain>;
  fake.properties_.multiprocessors = 3;
  EXPECT_EQ(k.static_shared_bytes(), 1024u);
  EXPECT_EQ(k.max_threads(), 96u);                   // launch bounds
  EXPECT_EQ(gpu::kernel<syncs>.max_threads(), 256u); // registers
  EXPECT_EQ(k.occupancy(96).per_multiprocessor, 4u);
  EXPECT_EQ(k.occupancy({8, 4}).on_device, 12u);
  EXPECT_EQ(k.occupancy(97).on_device, 0u);
  EXPECT_EQ(k.occupancy(32, 47 << 10).on_device, 12u);
  EXPECT_EQ(k.occupancy(32, (47 << 10) + 1).on_device, 0u);
  EXPECT_EQ(k.occupancy(1 << 20).on_device, 0u);
  EXPECT_EQ(k.occupancy({1 << 31, 1 << 31, 4}).on_device, 0u);
  EXPECT_EQ(expect_error([&] { (void)k.occupancy({4, 0}); }).code(), errc::invalid_argument);
}

TEST_F(Cooperative, SuggestedBlockSizes) {
  constexpr auto &k = gpu::kernel<syncs>;
  EXPECT_EQ(k.suggested_block_size(), 256u);
  EXPECT_EQ(gpu::kernel<plain>.suggested_block_size(), 96u);
  // Blocks of up to 160 threads have room.
  EXPECT_EQ(k.suggested_block_size([](unsigned n) { return n * 300; }), 160u);
  EXPECT_CONTAINS(expect_error([&] { (void)k.suggested_block_size(48 << 10); }).what(),
                  "so much dynamic shared memory");
}

dim3 along(int axis, unsigned n) {
  return axis == 0 ? dim3(n) : axis == 1 ? dim3(1, n) : dim3(1, 1, n);
}

/// One past each limit is an error that says which axis and the limit; the limit itself is none.
TEST_F(Cooperative, LimitsOfAllAxes) {
  for (unsigned &most : fake.properties_.max_block)
    most = 8; // less than a block may have in all
  for (int axis = 0; axis < 3; ++axis) {
    const auto refused = [&](launch_config config, unsigned most, const char *what) {
      const error e = expect_error([&] { launch<plain>(config); });
      EXPECT_EQ(e.code(), errc::invalid_launch);
      EXPECT_CONTAINS(e.what(), std::to_string(most + 1) + ' ' + what + " along " + "xyz"[axis] +
                                    " are more than the device's " + std::to_string(most));
    };
    const unsigned most = fake.properties_.max_grid[axis];
    launch<plain>(launch_config{.blocks = along(axis, most)});
    refused({.blocks = along(axis, most + 1)}, most, "blocks");
    launch<plain>(launch_config{.threads = along(axis, 8)});
    refused({.threads = along(axis, 9)}, 8, "threads");
  }
  EXPECT_EQ(fake.launches, 6u);
  fake.properties_.max_grid_threads = 1000;
  launch<plain>(launch_config{.blocks = 125, .threads = 8});
  EXPECT_CONTAINS(expect_error([] {
                    launch<plain>(launch_config{.blocks = {1, 126}, .threads = {1, 8}});
                  }).what(),
                  "1008 threads of the grid along y are more than the device's 1000");
}

} // namespace
} // namespace gpu::test
