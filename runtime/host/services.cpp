//===- services.cpp - Host services: the server -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The receiving side of runtime/services/port.hpp: finds ports whose flags
// differ, copies what they hold, gives them back and hands complete messages on.
// The thread polls while kernels run, more slowly the longer nothing comes, and
// sleeps otherwise; it looks at the ports on a time limit even then, so that a
// lost wake-up cannot hang a kernel.
//
//===----------------------------------------------------------------------===//

#include "services.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>

namespace gpu::detail::services {
namespace {

using namespace std::chrono_literals;

/// How long the thread sleeps at most while it knows of no kernel.
constexpr auto idle_limit = 50ms;

/// How often an idle thread looks before it begins to sleep between looks, and those sleeps' bound.
constexpr unsigned eager_polls = 64;
constexpr auto longest_nap = 200us;

/// Longest message that is believed; a longer one is a size that was overwritten.
constexpr std::uint64_t size_limit = std::uint64_t{1} << 30;

std::uint32_t load_flag(const std::uint32_t &flag) {
  return std::atomic_ref(const_cast<std::uint32_t &>(flag)).load(std::memory_order_acquire);
}

void complain(const char *what) {
  std::fprintf(stderr, "gpu: a message from the device was dropped: %s\n", what);
}

} // namespace

server::server(const allocate &allocate_shared, const allocate &allocate_device, handler handle)
    : area_(static_cast<service_area *>(allocate_shared(sizeof(service_area)))),
      handle_(std::move(handle)), ports_(service_ports) {
  area_->locks =
      static_cast<std::uint32_t *>(allocate_device(service_ports * sizeof(std::uint32_t)));
}

server::~server() {
  {
    std::lock_guard lock(run_mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable())
    thread_.join();
  drain();
}

void server::kernel_started() {
  std::lock_guard lock(run_mutex_);
  if (!thread_.joinable())
    thread_ = std::thread(&server::run, this);
  if (running_++ == 0)
    wake_.notify_one();
}

void server::kernel_finished() {
  std::lock_guard lock(run_mutex_);
  if (running_ != 0)
    --running_;
}

void server::drain() {
  // One pass is enough: after a kernel has completed a port holds at most one packet of it, the
  // last of its message.
  poll();
}

void server::run() {
  unsigned idle = 0;
  for (std::unique_lock lock(run_mutex_); !stop_;) {
    if (running_ == 0) {
      wake_.wait_for(lock, idle_limit, [this] { return stop_ || running_ != 0; });
      idle = 0;
    }
    lock.unlock();
    if (poll())
      idle = 0;
    else if (++idle < eager_polls)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::min<std::chrono::microseconds>(
          longest_nap, std::chrono::microseconds(idle - eager_polls)));
    lock.lock();
  }
}

/// Looks at every port once; returns whether one held something.
bool server::poll() {
  std::lock_guard lock(poll_mutex_);
  bool found = false;
  for (unsigned port = 0; port != service_ports; ++port)
    if (load_flag(area_->device_flag[port]) != area_->host_flag[port]) {
      take_packet(port);
      found = true;
    }
  return found;
}

void server::take_packet(unsigned number) {
  const port_packet &packet = area_->packets[number];
  port_state &port = ports_[number];
  if (packet.flags & packet_first) {
    if (port.open)
      complain("another one began before its end");
    if (port.lanes.empty())
      port.lanes.resize(port_lanes);
    port.open = true;
    port.mask = packet.mask;
    port.opcode = packet.opcode;
  } else if (!port.open || port.mask != packet.mask) {
    complain("its beginning is missing");
    port.open = false;
  }
  if (port.open)
    for (std::uint64_t mask = port.mask; mask; mask &= mask - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(mask));
      take_lane(port.lanes[lane], packet, lane);
    }
  const bool last = packet.flags & packet_last;

  // The packet has been copied: the port is the device's again while the messages are handled.
  std::uint32_t &flag = area_->host_flag[number];
  std::atomic_ref(flag).store(flag ^ 1, std::memory_order_release);
  if (port.open && last)
    finish_messages(port);
}

void server::take_lane(port_state::lane &lane, const port_packet &packet, unsigned number) {
  unsigned word = 0;
  if (packet.flags & packet_first) {
    lane.rest = packet.words[word++][number];
    lane.bytes.clear();
    lane.broken = lane.rest > size_limit;
  }
  if (lane.broken)
    return;
  for (; word != port_words && lane.rest != 0; ++word) {
    const auto bytes = std::min<std::uint64_t>(lane.rest, sizeof(std::uint64_t));
    lane.bytes.append(reinterpret_cast<const char *>(&packet.words[word][number]), bytes);
    lane.rest -= bytes;
  }
}

void server::finish_messages(port_state &port) {
  port.open = false;
  for (std::uint64_t mask = port.mask; mask; mask &= mask - 1) {
    const port_state::lane &lane = port.lanes[static_cast<unsigned>(std::countr_zero(mask))];
    if (lane.broken)
      complain("its size is out of range");
    else if (lane.rest != 0)
      complain("its end is missing");
    else
      handle_(port.opcode, lane.bytes);
  }
}

} // namespace gpu::detail::services
