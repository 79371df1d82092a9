//===- device.hpp - Devices, streams and events -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_DEVICE_HPP
#define GPUC_TEST_HIPSIM_DEVICE_HPP

#include "code_object.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace hipsim {

struct device;

/// Work in a stream.
struct operation {
  std::function<void()> run;
  std::vector<std::shared_ptr<operation>> after; ///< that must be done before
  bool done = false;
  std::chrono::steady_clock::time_point finished;
};

/// A captured sequence, in an order that its streams and events allow.
struct graph {
  std::vector<std::function<void()>> steps;
  std::vector<void *> owned; ///< memory that captured frees give back
  bool ended = false;
  ~graph();
};

struct stream {
  device *on = nullptr;
  bool blocking = true;
  std::deque<std::shared_ptr<operation>> queue;
  std::shared_ptr<operation> last;
  std::shared_ptr<graph> capture;
  bool started = false, closed = false;
};

struct event {
  std::shared_ptr<operation> recorded;
  std::shared_ptr<graph> captured; ///< the graph that is captured where it was recorded
};

/// Few, so that what fills the device is quickly done.
inline constexpr u32 multiprocessors = 16;

struct device {
  int index = 0;
  std::string processor, full_name; ///< with features, as in `gcnArchName`
  unsigned lanes = 32;
  stream null_stream;
  std::set<stream *> streams;
  int error = 0; ///< of a kernel; lasts
  u32 stack_limit = 1024;
};

/// Those that the variable `HIPSIM_ARCH` lists, `gfx1100` alone where it is not set.
std::vector<std::unique_ptr<device>> &devices();

/// Guards streams, events and the devices' errors.
std::mutex &state_mutex();

/// Puts work into the stream or, where it is captured, into the graph.
void enqueue(stream &s, std::function<void()> run, std::shared_ptr<operation> after = nullptr);
/// Waits for what is in the stream now; returns the device's error.
int wait(stream &s);
int wait(const std::shared_ptr<operation> &o, device &on);
/// Waits for all streams of the device.
int wait_all(device &d);
/// Lets the stream's thread end once its work is done.
void destroy(stream *s);
bool is_done(const std::shared_ptr<operation> &o);

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_DEVICE_HPP
