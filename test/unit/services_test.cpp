//===- services_test.cpp - Tests of host services ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol, with host threads as the device's threads: they run the sending
// code of the device library (runtime/services/port.hpp). And the print service,
// with messages as gpu::println makes them and with broken ones.
//
//===----------------------------------------------------------------------===//

#include "../../runtime/host/services.hpp"
#include "../../runtime/services/port.hpp"

#include <gpu/print.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace gpu::detail;

namespace {

struct host_atomics {
  static void pause() { std::this_thread::yield(); }
  static uint32_t load_acquire_system(uint32_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
  static void store_release_system(uint32_t *p, uint32_t v) {
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
  }
  static bool compare_exchange_acquire(uint32_t *p, uint32_t *expected, uint32_t v) {
    return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  }
  static void store_release(uint32_t *p, uint32_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
};

/// A warp of one lane.
struct single_lane : host_atomics {
  uint64_t mask() const { return 1; }
  unsigned lane() const { return 0; }
  bool leader() const { return true; }
  bool any(bool predicate) const { return predicate; }
  void sync() const {}
};

/// What the lanes of a `lane_thread` share.
struct lockstep {
  explicit lockstep(uint64_t mask) : mask(mask), barrier(__builtin_popcountll(mask)) {}
  uint64_t mask;
  std::barrier<> barrier;
  std::atomic<bool> votes[2] = {};
};

/// One lane of a warp whose lanes are host threads.
struct lane_thread : host_atomics {
  lane_thread(lockstep &warp, unsigned lane) : warp_(warp), lane_(lane) {}
  uint64_t mask() const { return warp_.mask; }
  unsigned lane() const { return lane_; }
  bool leader() const { return lane_ == static_cast<unsigned>(__builtin_ctzll(warp_.mask)); }
  void sync() const { warp_.barrier.arrive_and_wait(); }
  bool any(bool predicate) {
    std::atomic<bool> &vote = warp_.votes[turn_++ % 2];
    if (predicate)
      vote = true;
    sync();
    const bool result = vote;
    sync();
    vote = false;
    sync();
    return result;
  }

private:
  lockstep &warp_;
  unsigned lane_, turn_ = 0;
};

struct free_memory {
  void operator()(void *p) const { std::free(p); }
};

/// A server whose messages are kept, in memory of the host.
struct test_server {
  std::vector<std::unique_ptr<void, free_memory>> memory;
  std::vector<std::string> messages;
  services::server server;

  void *allocate(std::size_t bytes) {
    void *p = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    std::memset(p, 0, bytes);
    memory.emplace_back(p);
    return p;
  }
  test_server()
      : server([this](std::size_t n) { return allocate(n); },
               [this](std::size_t n) { return allocate(n); },
               [this](unsigned opcode, std::string_view m) {
                 EXPECT_EQ(opcode, 7u);
                 messages.emplace_back(m);
               }) {}

  template <class Warp> void send(Warp &warp, unsigned port, const std::string &message) {
    // Three pieces, one of them empty and one that begins at an odd address.
    const unsigned cut = static_cast<unsigned>(message.size() / 3);
    const piece pieces[] = {{message.data(), cut},
                            {nullptr, 0},
                            {message.data() + cut, static_cast<unsigned>(message.size()) - cut}};
    service_area *area = server.area_for_device();
    send_message(warp, area, area->locks, port, 7, pieces, 3);
  }
};

/// "<thread> <number> <size> xyz…": a message that shows whether it is whole.
std::string make_message(unsigned thread, unsigned number, unsigned size) {
  std::string text =
      std::to_string(thread) + " " + std::to_string(number) + " " + std::to_string(size) + " ";
  for (unsigned i = 0; i != size; ++i)
    text += static_cast<char>('a' + (thread + number + i) % 26);
  return text;
}

/// Checks that every message is whole, and that each thread's numbers count up from 0; returns
/// how many messages each thread sent.
std::map<unsigned, unsigned> check(const std::vector<std::string> &messages) {
  std::map<unsigned, unsigned> next;
  for (const std::string &m : messages) {
    unsigned thread = 0, number = 0, size = 0;
    EXPECT_EQ(std::sscanf(m.c_str(), "%u %u %u ", &thread, &number, &size), 3) << m;
    EXPECT_EQ(m, make_message(thread, number, size));
    EXPECT_EQ(number, next[thread]++) << "thread " << thread;
  }
  return next;
}

TEST(Services, ManyThreadsLoseAndTearNothing) {
  constexpr unsigned threads = 24, count = 1000;
  test_server s;
  s.server.kernel_started();
  std::vector<std::thread> device;
  for (unsigned t = 0; t != threads; ++t)
    device.emplace_back([&s, t] {
      std::minstd_rand random(t + 1);
      single_lane warp;
      for (unsigned i = 0; i != count; ++i)
        s.send(warp, t % 5, make_message(t, i, random() % 300)); // five ports: contended
    });
  for (std::thread &t : device)
    t.join();
  s.server.kernel_finished();
  s.server.drain();
  const auto counts = check(s.messages);
  EXPECT_EQ(counts.size(), threads);
  for (const auto &[thread, n] : counts)
    EXPECT_EQ(n, count) << "thread " << thread;
}

TEST(Services, LanesOfOneWarpSendMessagesOfDifferentLengths) {
  test_server s;
  s.server.kernel_started();
  lockstep warp((uint64_t{1} << 3) | (uint64_t{1} << 9) | (uint64_t{1} << 40) |
                (uint64_t{1} << 63));
  std::vector<std::thread> lanes;
  for (const unsigned lane : {3u, 9u, 40u, 63u})
    lanes.emplace_back([&, lane] {
      lane_thread self(warp, lane);
      for (unsigned i = 0; i != 200; ++i)
        s.send(self, 1023, make_message(lane, i, (lane * i) % 257));
    });
  for (std::thread &t : lanes)
    t.join();
  s.server.kernel_finished();
  s.server.drain();
  EXPECT_EQ(check(s.messages).size(), 4u);
  ASSERT_EQ(s.messages.size(), 800u);
  for (unsigned i = 0; i != 800; ++i) // in lane order
    EXPECT_EQ(s.messages[i].substr(0, s.messages[i].find(' ')),
              std::to_string((const unsigned[]){3, 9, 40, 63}[i % 4]));
}

TEST(Services, DrainHandlesAMessageWithoutAnyThread) {
  test_server s;
  single_lane warp;
  s.send(warp, 0, make_message(0, 0, 20));
  EXPECT_TRUE(s.messages.empty());
  s.server.drain();
  EXPECT_EQ(s.messages.size(), 1u);
}

TEST(Services, IdleThreadLooksWithoutBeingWoken) {
  test_server s;
  s.server.kernel_started();
  s.server.kernel_finished();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  single_lane warp;
  for (unsigned i = 0; i != 2; ++i)
    s.send(warp, 0, make_message(0, i, 200)); // several packets: waits for the server
  s.server.drain();
  EXPECT_EQ(check(s.messages)[0], 2u);
}

TEST(Services, EmptyMessageArrives) {
  test_server s;
  single_lane warp;
  s.send(warp, 0, "");
  s.server.drain();
  ASSERT_EQ(s.messages.size(), 1u);
  EXPECT_EQ(s.messages[0], "");
}

std::string printed(auto body) {
  testing::internal::CaptureStdout();
  body();
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(Print, FormatsEveryKindOfArgument) {
  const std::string name = "World";
  const char *text = "zero-terminated";
  EXPECT_EQ(printed([&] { gpu::println("Hello {} from thread #{}!", name, 7u); }),
            "Hello World from thread #7!\n");
  EXPECT_EQ(printed([&] { gpu::print("{} {} {} {} {} {}", true, 'x', -1, ~0ull, 0.1f, 0.1); }),
            "true x -1 18446744073709551615 0.1 0.1");
  EXPECT_EQ(printed([&] { gpu::print("[{}] [{}] {}", text, std::string_view("view"), "lit"); }),
            "[zero-terminated] [view] lit");
  EXPECT_EQ(printed([&] { gpu::print("{} {}", static_cast<const void *>(nullptr), nullptr); }),
            "0x0 0x0");
  EXPECT_EQ(printed([] { gpu::println(); }), "\n");
}

TEST(Print, UnderstandsFormatSpecifications) {
  EXPECT_EQ(
      printed([] { gpu::print("{1:>{0}}|{2:.{0}f}|{3:#x}|{4:*^5}", 4, "ab", 1.5, 255, 'c'); }),
      "  ab|1.5000|0xff|**c**");
  EXPECT_EQ(printed([] { gpu::print("{{}} {:+d} {:05} {:e} {:c} {:d}", 3, -42, 1.0, 65, true); }),
            "{} +3 -0042 1.000000e+00 A 1");
}

TEST(Print, BrokenMessageIsOneLineOnStandardError) {
  struct {
    print_header header;
    print_argument argument;
    char text[2];
  } message = {{0, 1, 2}, {print_signed, 1}, {'{', '}'}};
  const auto complaint = [&](unsigned opcode, std::size_t size) {
    testing::internal::CaptureStderr();
    services::handle_message(opcode, {reinterpret_cast<const char *>(&message), size});
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    return text;
  };
  const std::size_t whole = sizeof message.header + sizeof message.argument + 2;
  EXPECT_NE(complaint(99, whole).find("unknown service 99"), std::string::npos);
  for (std::size_t size = 0; size < whole; ++size)
    EXPECT_NE(complaint(service_print, size).find("shorter"), std::string::npos) << size;
  message.argument.kind = 77;
  EXPECT_NE(complaint(service_print, whole).find("unknown kind"), std::string::npos);
  message.argument.kind = print_signed;
  message.text[0] = 'x'; // a format that {fmt} refuses
  complaint(service_print, whole);
  message.header.argument_count = 0xffffffff;
  complaint(service_print, whole);
}

} // namespace
