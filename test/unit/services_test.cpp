//===- services_test.cpp - Tests of host services ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol, with host threads as the device's threads: they run the sending
// code of the device library (runtime/services/port.hpp). And the server, with
// messages as device code makes them and with broken ones. The handlers' own tests
// are in service_handlers_test.cpp.
//
//===----------------------------------------------------------------------===//

#include "../../runtime/host/services.hpp"
#include "../../runtime/services/port.hpp"
#include "fake_device.hpp"

#include <gpu/print.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gpu::detail;
using namespace std::chrono_literals;

namespace {

struct host_atomics {
  static void pause() { std::this_thread::yield(); }
  template <class T> static T load_system(T *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
  static void store_system(uint32_t *p, uint32_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
  static uint32_t load_device(uint32_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
  static void store_device(uint32_t *p, uint32_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
  static bool compare_exchange(uint32_t *p, uint32_t *expected, uint32_t v) {
    return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }
  static void fence_acquire_system() {}
  static void fence_release_system() {}
  static void fence_acquire_device() {}
  static void fence_release_device() {}
  static uint64_t launch() { return 1; }
};

/// A warp of one lane.
struct single_lane : host_atomics {
  using lanes = uint64_t;
  explicit single_lane(uint64_t number = 0, unsigned lane = 0) : number_(number), lane_(lane) {}
  uint64_t mask() const { return uint64_t{1} << lane_; }
  unsigned lane() const { return lane_; }
  bool leader() const { return true; }
  bool any(bool predicate) const { return predicate; }
  uint32_t from_leader(uint32_t value) const { return value; }
  void sync() const {}
  uint64_t number() const { return number_; }
  unsigned port() const { return static_cast<unsigned>(number_ % message_ports); }

private:
  uint64_t number_;
  unsigned lane_;
};

/// What the lanes of a `lane_thread` share.
struct lockstep {
  explicit lockstep(uint64_t mask, uint64_t number = 0)
      : mask(mask), number(number), barrier(__builtin_popcountll(mask)) {}
  uint64_t mask, number;
  std::barrier<> barrier;
  std::atomic<bool> votes[2] = {};
  std::atomic<uint32_t> word = 0;
};

/// One lane of a warp whose lanes are host threads.
struct lane_thread : host_atomics {
  using lanes = uint64_t;
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
  uint32_t from_leader(uint32_t value) const {
    if (leader())
      warp_.word = value;
    sync();
    value = warp_.word;
    sync();
    return value;
  }
  uint64_t number() const { return warp_.number; }
  unsigned port() const { return static_cast<unsigned>(warp_.number % message_ports); }

private:
  lockstep &warp_;
  unsigned lane_, turn_ = 0;
};

/// Runs `body(lane)` in one thread for each lane of a warp.
template <class Body> void run_warp(lockstep &warp, Body body) {
  std::vector<std::thread> lanes;
  for (uint64_t mask = warp.mask; mask; mask &= mask - 1)
    lanes.emplace_back([&, lane = static_cast<unsigned>(__builtin_ctzll(mask))] {
      lane_thread self(warp, lane);
      body(self);
    });
  for (std::thread &t : lanes)
    t.join();
}

struct free_memory {
  void operator()(void *p) const { std::free(p); }
};

/// A server whose messages are kept, in memory of the host.
struct test_server {
  std::vector<std::unique_ptr<void, free_memory>> memory;
  std::vector<std::string> messages;
  std::atomic<unsigned> message_count = 0;
  bool any_opcode = false;
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
                 EXPECT_TRUE(opcode == 7 || any_opcode) << opcode;
                 messages.emplace_back(m);
                 ++message_count;
               }) {
    services::set_permission("all");
  }

  template <class Warp>
  void send(Warp &warp, unsigned port, const std::string &message, unsigned opcode = 7) {
    // Three pieces, one of them empty and one that begins at an odd address.
    const unsigned cut = static_cast<unsigned>(message.size() / 3);
    const piece pieces[] = {{message.data(), cut},
                            {nullptr, 0},
                            {message.data() + cut, static_cast<unsigned>(message.size()) - cut}};
    const service_access access = server.access_for_device();
    send_message(warp, access, port, opcode, pieces, 3);
  }

  /// A call with the request as one piece; `reply` has room for what is wanted.
  template <class Warp>
  int64_t call(Warp &warp, unsigned opcode, std::string_view request = {},
               std::string *reply = nullptr) {
    const piece pieces[] = {{request.data(), static_cast<unsigned>(request.size())}};
    const service_access access = server.access_for_device();
    return call_service(warp, access, warp.port(), opcode, pieces,
                        request.empty() ? 0 : 1, reply ? reply->data() : nullptr,
                        reply ? reply->size() : 0);
  }
};

/// Runs while kernels are said to run.
struct kernel_scope {
  explicit kernel_scope(test_server &s) : s(s) { s.server.kernel_started(); }
  ~kernel_scope() {
    s.server.kernel_finished();
    s.server.drain();
  }
  test_server &s;
};

/// The bytes of values, one after the other.
template <class... T> std::string bytes(const T &...values) {
  std::string result;
  const auto add = [&](const auto &value) {
    if constexpr (std::is_convertible_v<decltype(value), std::string_view>)
      result += std::string_view(value);
    else
      result.append(reinterpret_cast<const char *>(&value), sizeof value);
  };
  (add(values), ...);
  return result;
}

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
  {
    kernel_scope kernel(s);
    lockstep warp((uint64_t{1} << 3) | (uint64_t{1} << 9) | (uint64_t{1} << 40) |
                  (uint64_t{1} << 63));
    run_warp(warp, [&](lane_thread &self) {
      for (unsigned i = 0; i != 200; ++i)
        s.send(self, 1023, make_message(self.lane(), i, (self.lane() * i * 7) % 1757));
    });
  }
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
  std::this_thread::sleep_for(5ms);
  single_lane warp;
  for (unsigned i = 0; i != 2; ++i)
    s.send(warp, 0, make_message(0, i, 20000)); // several packets: waits for the server
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

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

TEST(Calls, AnswerInTheFlagOrInPackets) {
  test_server s;
  kernel_scope kernel(s);
  single_lane warp(0, 5);
  for (int i = 0; i != 100; ++i) {
    EXPECT_EQ(s.call(warp, call_nothing), 0);
    EXPECT_EQ(s.call(warp, call_clock, bytes(int32_t{12345})), -EINVAL);
    EXPECT_GT(s.call(warp, call_clock, bytes(int32_t{CLOCK_MONOTONIC})), 0);
    EXPECT_EQ(s.call(warp, call_close, bytes(int32_t{-1})), -EBADF); // does not fit in the flag
    EXPECT_EQ(s.call(warp, 127), -ENOSYS);
  }
  ::setenv("GPUC_SERVICES_TEST", "a value", 1);
  std::string reply(7, ' ');
  EXPECT_EQ(s.call(warp, call_getenv, "GPUC_SERVICES_TEST", &reply), 7);
  EXPECT_EQ(reply, "a value");
  std::string shorter(3, ' ');
  EXPECT_EQ(s.call(warp, call_getenv, "GPUC_SERVICES_TEST", &shorter), 7);
  EXPECT_EQ(shorter, "a v");
  EXPECT_EQ(s.call(warp, call_getenv, "GPUC_SERVICES_NONE"), -ENOENT);
}

/// A file in a new folder, removed at the end.
struct temporary_file {
  std::string folder = testing::TempDir() + "gpuc-XXXXXX", path;
  temporary_file() {
    EXPECT_TRUE(::mkdtemp(folder.data()));
    path = folder + "/file";
  }
  ~temporary_file() {
    ::unlink(path.c_str());
    ::rmdir(folder.c_str());
  }
};

TEST(Calls, EachLaneHasItsOwnLongAnswer) {
  test_server s;
  temporary_file file;
  std::string content;
  for (unsigned i = 0; i != 100000; ++i)
    content += static_cast<char>(i * i >> 5);
  std::ofstream(file.path) << content;
  kernel_scope kernel(s);
  lockstep warp(0x8000000000010203, 77);
  run_warp(warp, [&](lane_thread &self) {
    const int64_t fd = s.call(self, call_open, bytes(int32_t{O_RDONLY}, int32_t{0}, file.path));
    ASSERT_GE(fd, 0);
    const std::size_t size = self.lane() * 1000; // 0, 1000, 9000, 16000, 63000
    std::string reply(size + 1, '#');
    const auto request = bytes(static_cast<int32_t>(fd), int32_t{0}, uint64_t{size});
    EXPECT_EQ(s.call(self, call_read, request, &reply), static_cast<int64_t>(size));
    EXPECT_EQ(reply.substr(0, size), content.substr(0, size));
    EXPECT_EQ(reply[size], '#');
    EXPECT_EQ(s.call(self, call_close, bytes(static_cast<int32_t>(fd))), 0);
  });
}

TEST(Calls, LongRequestsArriveWhole) {
  test_server s;
  temporary_file file;
  kernel_scope kernel(s);
  single_lane warp;
  const auto fd = static_cast<int32_t>(
      s.call(warp, call_open, bytes(int32_t{O_RDWR | O_CREAT}, int32_t{0600}, file.path)));
  ASSERT_GE(fd, 0);
  const std::string text = make_message(1, 2, 123457);
  EXPECT_EQ(s.call(warp, call_write, bytes(fd, int32_t{0}, text)),
            static_cast<int64_t>(text.size()));
  EXPECT_EQ(s.call(warp, call_seek, bytes(fd, int32_t{SEEK_SET}, int64_t{0})), 0);
  std::string back(text.size(), ' ');
  EXPECT_EQ(s.call(warp, call_read, bytes(fd, int32_t{0}, uint64_t{1 << 19}), &back),
            static_cast<int64_t>(text.size()));
  EXPECT_EQ(back, text);
  EXPECT_EQ(s.call(warp, call_close, bytes(fd)), 0);
}

TEST(Calls, ComeAfterTheThreadsMessages) {
  test_server s;
  kernel_scope kernel(s);
  std::vector<std::thread> device;
  for (unsigned t = 0; t != 4; ++t)
    device.emplace_back([&s, t] {
      single_lane warp(t % 2); // two warps at each port
      for (unsigned i = 0; i != 200; ++i) {
        const unsigned before = s.message_count;
        s.send(warp, warp.port(), make_message(t, i, i % 700 * 9));
        EXPECT_EQ(s.call(warp, call_nothing), 0);
        EXPECT_GT(s.message_count, before);
      }
    });
  for (std::thread &t : device)
    t.join();
}

TEST(Calls, ManyThreadsCallAndPrintAtOnce) {
  constexpr unsigned threads = 16, count = 200;
  for (unsigned i = 0; i != 4; ++i)
    ::setenv(("GPUC_SERVICES_TEST_" + std::to_string(i)).c_str(),
             std::string(5000 * i, 'x').c_str(), 1);
  test_server s;
  {
    kernel_scope kernel(s);
    std::vector<std::thread> device;
    for (unsigned t = 0; t != threads; ++t)
      device.emplace_back([&s, t] {
        single_lane warp(t % 5 * 100);
        const std::string name = "GPUC_SERVICES_TEST_" + std::to_string(t % 4);
        for (unsigned i = 0; i != count; ++i) {
          s.send(warp, warp.port(), make_message(t, i, i * 3));
          std::string reply(20000, ' ');
          EXPECT_EQ(s.call(warp, call_getenv, name, &reply), 5000 * (t % 4));
          EXPECT_TRUE(reply.substr(0, 5000 * (t % 4)) == std::string(5000 * (t % 4), 'x'));
        }
      });
    for (std::thread &t : device)
      t.join();
  }
  const auto counts = check(s.messages);
  EXPECT_EQ(counts.size(), threads);
  for (const auto &[thread, n] : counts)
    EXPECT_EQ(n, count) << "thread " << thread;
}

TEST(Calls, ABlockedReadStallsNothing) {
  test_server s;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  kernel_scope kernel(s);
  std::vector<std::thread> blocked;
  for (unsigned t = 0; t != 20; ++t)
    blocked.emplace_back([&s, t, fd = int32_t{ends[0]}] {
      single_lane warp(t); // the port of a warp that goes on, too
      std::string reply(1, ' ');
      EXPECT_EQ(s.call(warp, call_read, bytes(fd, int32_t{0}, uint64_t{1}), &reply), 1);
      EXPECT_EQ(reply, "!");
    });
  single_lane warp(3);
  for (unsigned i = 0; i != 300; ++i) {
    s.send(warp, warp.port(), make_message(3, i, 1000));
    EXPECT_EQ(s.call(warp, call_nothing), 0);
    EXPECT_EQ(s.call(warp, call_stat, "/nonexistent"), -ENOENT);
  }
  EXPECT_EQ(s.message_count, 300u);
  ASSERT_EQ(::write(ends[1], std::string(20, '!').data(), 20), 20);
  for (std::thread &t : blocked)
    t.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Calls, ManySleepAtOnce) {
  test_server s;
  kernel_scope kernel(s);
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> device;
  for (unsigned t = 0; t != 50; ++t)
    device.emplace_back([&s, t] {
      single_lane warp(t);
      EXPECT_EQ(s.call(warp, call_sleep, bytes(int64_t{100'000'000})), 0);
    });
  for (std::thread &t : device)
    t.join();
  const auto time = std::chrono::steady_clock::now() - start;
  EXPECT_GE(time, 100ms);
  EXPECT_LT(time, 2s);
  single_lane warp;
  EXPECT_EQ(s.call(warp, call_sleep, bytes(int64_t{-1})), -EINVAL);
}

TEST(Calls, ABlockedStandardOutputStallsNoCall) {
  std::fflush(stdout);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int old = ::dup(1);
  ::dup2(ends[1], 1);
  std::string written;
  {
    test_server s;
    kernel_scope kernel(s);
    std::atomic<bool> done = false;
    std::thread printing([&] {
      single_lane warp(2);
      for (unsigned i = 0; i != 1000; ++i)
        s.send(warp, warp.port(), bytes(write_header{1, 0}, std::string(999, 'x'), "\n"),
               service_write);
      done = true;
    });
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(done); // the pipe holds 64 KiB
    single_lane warp(1);
    for (unsigned i = 0; i != 100; ++i)
      EXPECT_EQ(s.call(warp, call_nothing), 0);
    single_lane neighbour(2 + message_ports); // of another kernel, with the same message port
    EXPECT_EQ(s.call(neighbour, call_nothing), 0);
    EXPECT_FALSE(done);
    std::thread reader([&] {
      char buffer[4096];
      while (written.size() < 1'000'000)
        written.append(buffer, static_cast<std::size_t>(::read(ends[0], buffer, sizeof buffer)));
    });
    printing.join();
    EXPECT_EQ(s.call(warp, call_sync, bytes(int32_t{1})), 0);
    s.server.drain();
    std::fflush(stdout);
    reader.join();
  }
  ::dup2(old, 1);
  for (const int fd : {old, ends[0], ends[1]})
    ::close(fd);
  EXPECT_EQ(written.size(), 1'000'000u);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Standard output is another file in a scope.
struct output_to {
  explicit output_to(int file) : old(::dup(1)) {
    std::fflush(stdout);
    ::dup2(file, 1);
  }
  ~output_to() {
    std::fflush(stdout);
    ::dup2(old, 1);
    ::close(old);
  }
  int old;
};

TEST(Text, SignalsInterruptNoWriting) {
  static std::atomic<unsigned> handled;
  handled = 0;
  struct sigaction action = {}, before;
  action.sa_handler = [](int) { ++handled; }; // no SA_RESTART
  ::sigaction(SIGUSR1, &action, &before);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::string written;
  {
    test_server s;
    const output_to pipe(ends[1]);
    kernel_scope kernel(s);
    std::thread device([&] {
      sigset_t all;
      ::sigfillset(&all);
      ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
      single_lane warp(2);
      for (unsigned i = 0; i != 1000; ++i)
        s.send(warp, warp.port(), bytes(write_header{1, 0}, std::string(999, 'x'), "\n"),
               service_write);
    });
    // The pipe is full by then, and a printer waits. The signal comes while this thread takes none.
    std::this_thread::sleep_for(20ms);
    sigset_t usr1, mask;
    ::sigemptyset(&usr1);
    ::sigaddset(&usr1, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &usr1, &mask);
    ::kill(::getpid(), SIGUSR1);
    std::this_thread::sleep_for(20ms);
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    std::thread reader([&] {
      char buffer[4096];
      for (pollfd readable{ends[0], POLLIN, 0};
           written.size() < 1'000'000 && ::poll(&readable, 1, 5000) == 1;)
        written.append(buffer, static_cast<std::size_t>(::read(ends[0], buffer, sizeof buffer)));
    });
    device.join();
    s.server.drain();
    std::fflush(stdout);
    reader.join();
  }
  EXPECT_EQ(written.size(), 1'000'000u);
  EXPECT_EQ(handled, 1u);
  ::sigaction(SIGUSR1, &before, nullptr);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Text, LostTextIsToldOnceAndAnswersTheNextSync) {
  const int full = ::open("/dev/full", O_WRONLY);
  if (full < 0)
    GTEST_SKIP() << "[SKIP] no /dev/full";
  testing::internal::CaptureStderr();
  {
    test_server s;
    const output_to file(full);
    kernel_scope kernel(s);
    single_lane warp(1);
    for (unsigned i = 0; i != 3; ++i) {
      s.send(warp, 1, bytes(write_header{1, 1}, "lost\n"), service_write);
      EXPECT_EQ(s.call(warp, call_sync, bytes(int32_t{1})), -ENOSPC);
      EXPECT_EQ(s.call(warp, call_sync, bytes(int32_t{1})), 0);
      EXPECT_EQ(s.call(warp, call_write, bytes(int32_t{1}, int32_t{0}, "lost")), -ENOSPC);
    }
  }
  ::close(full);
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(told,
            "gpu: text of a kernel for standard output was lost: No space left on device\n");
}

std::string printed(auto body) {
  testing::internal::CaptureStdout();
  body();
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(Text, LinesOfManyThreadsStayWhole) {
  constexpr unsigned threads = 8, count = 300;
  const std::string text = printed([&] {
    test_server s;
    kernel_scope kernel(s);
    std::vector<std::thread> device;
    for (unsigned t = 0; t != threads; ++t)
      device.emplace_back([&s, t] {
        single_lane warp(t % 3, t); // lanes of few warps, at few ports
        for (unsigned i = 0; i != count; ++i)
          for (const std::string &part : {std::string("thread "), std::to_string(t),
                                          std::string(": "), std::to_string(i), std::string("\n")})
            s.send(warp, warp.port(), bytes(write_header{1, 0}, part), service_write);
      });
    for (std::thread &t : device)
      t.join();
  });
  std::map<unsigned, unsigned> next;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    unsigned thread = 0, number = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "thread %u: %u", &thread, &number), 2) << line;
    EXPECT_EQ(number, next[thread]++);
  }
  EXPECT_EQ(next.size(), threads);
  EXPECT_EQ(next[0], count);
}

/// The bytes of a `gpu::print` without arguments.
std::string print_message_of(std::string_view text, uint16_t flags = 0) {
  return bytes(print_header{flags, 0, static_cast<uint32_t>(text.size())}, text);
}

TEST(Text, IncompleteLinesGoOutWithAFlushOrTheKernel) {
  EXPECT_EQ(printed([] {
              test_server s;
              kernel_scope kernel(s);
              single_lane first(0, 0), second(0, 1);
              s.send(first, 0, bytes(write_header{1, 0}, "a"), service_write);
              s.send(second, 0, print_message_of("b\nc"), service_print);
              s.send(first, 0, bytes(write_header{1, 0}, "d"), service_write);
              s.send(second, 0, print_message_of("e", print_newline), service_print);
              s.send(first, 0, bytes(write_header{1, 1}, "f"), service_write);
              s.send(second, 0, print_message_of("g"), service_print);
            }),
            "b\nce\nadfg");
}

TEST(Text, StaysWithTheKernelThatMayCompleteIt) {
  std::string between;
  const std::string text = printed([&] {
    test_server s;
    kernel_scope other(s);
    single_lane warp;
    s.send(warp, 0, print_message_of("the other kernel's "), service_print);
    { kernel_scope kernel(s); }
    s.send(warp, 0, print_message_of("line", print_newline), service_print);
  });
  EXPECT_EQ(text, "the other kernel's line\n");
}

TEST(Text, ASyncCallBringsOutTheThreadsLine) {
  test_server s;
  kernel_scope kernel(s);
  single_lane warp(9, 4);
  EXPECT_EQ(printed([&] {
              s.send(warp, 9, bytes(write_header{1, 0}, "prompt: "), service_write);
              EXPECT_EQ(s.call(warp, call_sync, bytes(int32_t{1})), 0);
            }),
            "prompt: ");
}

//===----------------------------------------------------------------------===//
// The end of a process
//===----------------------------------------------------------------------===//

/// A device whose modules ask for services.
struct served_device : gpu::test::fake_device {
  void *find_global(void *, const char *symbol) override {
    return std::string_view(symbol) == "__gpuc_services" ? &access : nullptr;
  }
  static inline service_access access;
};

/// Ends the process with 0 if a child that fork made can end.
[[noreturn]] void fork_after_a_launch() {
  static served_device device;
  static const gpu::test::fake_kernel kernels[] = {
      {"kernel",
       [](const launch_shape &, void *) {
         single_lane warp;
         const std::string text = bytes(write_header{2, 0}, "printed\n");
         const piece pieces[] = {{text.data(), static_cast<unsigned>(text.size())}};
         send_message(warp, served_device::access, 0, service_write, pieces, 1);
       }},
      {}};
  static const image code{image_cubin, "sm_90", kernels, 0};
  static const kernel entry{reinterpret_cast<const void *>(&fork_after_a_launch),
                            "kernel", "kernel", nullptr, 0, 0, 0, 0};
  static const gpu::detail::module m{module_abi_version, "fork.cpp", &code, 1, &entry, 1};
  __gpuc_register_module(&m);
  use_for_tests(&device);
  launch_request request = {};
  request.host_function = entry.host_function;
  for (unsigned axis = 0; axis != 3; ++axis)
    request.blocks[axis] = request.threads[axis] = 1;
  launch(request, current_device_state());
  const pid_t child = ::fork();
  if (child == 0)
    std::exit(7);
  int status = 0;
  pid_t ended = 0;
  for (unsigned i = 0; i != 500 && (ended = ::waitpid(child, &status, WNOHANG)) == 0; ++i)
    std::this_thread::sleep_for(10ms);
  if (ended == 0)
    ::kill(child, SIGKILL);
  std::exit(ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 7 ? 0 : 1);
}

TEST(Exit, AStoppedServerTouchesNothing) {
  // Another thread may be in a launch while the process ends and the driver takes its memory back.
  const std::size_t size = (sizeof(service_area) + 4095) / 4096 * 4096;
  void *area = nullptr;
  std::vector<std::unique_ptr<void, free_memory>> memory;
  services::server server(
      [&](std::size_t) {
        area = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return area;
      },
      [&](std::size_t bytes) {
        memory.emplace_back(std::calloc(bytes, 1));
        return memory.back().get();
      },
      [](unsigned, std::string_view) {});
  server.kernel_started();
  std::atomic<bool> end = false;
  std::thread launching([&] {
    while (!end) {
      server.drain();
      server.kernel_started();
      server.kernel_finished();
    }
  });
  std::this_thread::sleep_for(5ms);
  server.stop();
  ::munmap(area, size);
  std::this_thread::sleep_for(5ms);
  server.drain();
  server.reset([](void *, std::size_t) { ADD_FAILURE() << "the memory is gone"; });
  end = true;
  launching.join();
}

TEST(Exit, AChildOfForkDoesNotWaitForThreadsThatItDoesNotHave) {
  EXPECT_EXIT(fork_after_a_launch(), testing::ExitedWithCode(0), "printed");
}

//===----------------------------------------------------------------------===//
// What is refused, broken or dead
//===----------------------------------------------------------------------===//

struct permission_scope {
  explicit permission_scope(const char *setting) { services::set_permission(setting); }
  ~permission_scope() { services::set_permission(nullptr); }
};

TEST(Permission, LimitsWhatIsDone) {
  for (const char *setting : {"none", "print", "all"}) {
    const std::string name = setting;
    test_server s;
    const permission_scope permission(setting);
    const std::string text = printed([&] {
      kernel_scope kernel(s);
      single_lane warp;
      s.send(warp, 0, print_message_of("text", print_newline), service_print);
      s.send(warp, 0, "a failure, for example"); // in any case
      EXPECT_EQ(s.call(warp, call_nothing), name == "all" ? 0 : -ENOSYS);
      EXPECT_EQ(s.call(warp, call_stat, "/"), name == "all" ? 0 : -ENOSYS);
      lockstep both(3, 5);
      run_warp(both, [&](lane_thread &self) {
        EXPECT_EQ(s.call(self, call_isatty, bytes(int32_t{-1})), name == "all" ? 0 : -ENOSYS);
      });
    });
    EXPECT_EQ(text, name == "none" ? "" : "text\n");
    EXPECT_EQ(s.messages.size(), 1u);
  }
}

TEST(Permission, ClosedFileDescriptorIsNoTerminal) {
  test_server s;
  kernel_scope kernel(s);
  single_lane warp;
  EXPECT_EQ(s.call(warp, call_isatty, bytes(int32_t{1000})), 0);
}

TEST(Reset, MakesPortsIdleAfterAKernelDied) {
  test_server s;
  const auto zero = [](void *memory, std::size_t bytes) { std::memset(memory, 0, bytes); };
  const service_access access = s.server.access_for_device();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  for (unsigned round = 0; round != 3; ++round) {
    s.server.kernel_started();
    single_lane warp(8);
    // Threads that die with a lock, in a message and in a call.
    const auto begin = [&](unsigned port, unsigned opcode, const std::string &message) {
      uint32_t seen = 0;
      while (!try_lock_port(warp, &access.locks[port], seen)) {
      }
      uint32_t flag = (seen & port_flag) != 0;
      const piece pieces[] = {{message.data(), static_cast<unsigned>(message.size())}};
      stream_reader reader(pieces, 1);
      if (!message.empty()) {
        await_host(warp, &access.area->host_flag[port], flag);
        begin_packet(warp, access, port, opcode, reader);
        send_packet(warp, access, port, packet_first, reader, flag);
      }
    };
    begin(5, 7, "");
    begin(8, 7, std::string(10000, 'x'));
    begin(message_ports + 8, call_read, bytes(int32_t{ends[0]}, int32_t{0}, uint64_t{1}));
    std::this_thread::sleep_for(5ms);
    s.server.kernel_finished();
    s.server.drain();
    s.server.reset(zero);
    ASSERT_EQ(::write(ends[1], "!", 1), 1); // the worker's answer comes too late

    kernel_scope kernel(s);
    for (unsigned i = 0; i != 20; ++i) {
      s.send(warp, 8, make_message(8, i, 9000));
      s.send(warp, 5, make_message(5, i, 10));
      EXPECT_EQ(s.call(warp, call_nothing), 0);
      EXPECT_EQ(s.call(warp, call_stat, "/nonexistent"), -ENOENT);
    }
  }
  EXPECT_EQ(s.messages.size(), 120u);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Reset, LeavesPortsAloneWhileAnotherKernelRuns) {
  test_server s;
  kernel_scope kernel(s);
  s.server.reset([](void *, std::size_t) { ADD_FAILURE() << "a kernel runs"; });
}

TEST(Corruption, HangsAndCrashesNothing) {
  test_server s;
  s.any_opcode = true;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  {
    kernel_scope kernel(s);
    std::minstd_rand random(1);
    constexpr unsigned calls[] = {call_nothing, call_stat, call_getenv, 200};
    service_area *area = s.server.access_for_device().area;
    for (unsigned i = 0; i != 3000; ++i) {
      // A packet with random parts, handed over as the device does.
      const unsigned port = i % 2 ? i % message_ports : message_ports + i % call_ports;
      port_packet &packet = area->packets[port];
      packet.mask = random() % 4 ? random() % 1000 : 0;
      packet.flags = random() % 4;
      packet.opcode = i % 2 ? random() % 8 : calls[random() % 4];
      for (uint64_t &word : packet.words)
        word = random() % 3 ? random() % 64 : random() * uint64_t{random()};
      const uint32_t flag = host_atomics::load_system(&area->device_flag[port]) ^ 1;
      host_atomics::store_system(&area->device_flag[port], flag & 1);
      for (unsigned polls = 0;
           (host_atomics::load_system(&area->host_flag[port]) & 1) != (flag & 1); ++polls) {
        ASSERT_LT(polls, 1000000u);
        std::this_thread::yield();
      }
    }
  }
  std::fflush(stdout);
  testing::internal::GetCapturedStdout();
  testing::internal::GetCapturedStderr();
}

} // namespace
