//===- services.cpp - Host services: the server -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The receiving side of runtime/services/port.hpp. The server's thread polls while
// kernels run, more slowly the longer nothing comes, and sleeps otherwise; it looks
// at the ports on a time limit even then, so that a lost wake-up cannot hang a
// kernel.
//
//===----------------------------------------------------------------------===//

#include "services.hpp"

#include "call_side.hpp"
#include "port_flags.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

namespace gpu::detail::services {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

/// How long the server's thread sleeps at most while it knows of no kernel.
constexpr auto idle_limit = 50ms;

/// How long a thread looks without a break after something has come, and then with breaks for
/// others. After that it sleeps between looks, for an eighth of the time that nothing has come.
constexpr auto eager_time = 200us;
constexpr auto yielding_time = 500us;
constexpr auto longest_nap = 200us;

/// How long a printer looks for messages before it goes to sleep.
constexpr auto printer_time = 200us;

/// Packets of one pass that are worth a further printer.
constexpr unsigned packets_for_printer = 64;
constexpr unsigned most_printers = 8;

/// Longest message that is believed; a longer one is a size that was overwritten.
constexpr std::uint64_t size_limit = std::uint64_t{1} << 30;

void pause_processor() {
#if defined(__SSE2__)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

unsigned printer_limit() {
  static const unsigned limit =
      std::clamp(std::thread::hardware_concurrency(), 2u, most_printers + 1) - 1;
  return limit;
}

/// Copies what is there of a lane's stream in a packet.
void take_lane(lane_input &lane, const port_packet &packet, bool first, unsigned rank,
               unsigned lanes) {
  const unsigned words = port_words / lanes;
  unsigned word = 0;
  if (first) {
    lane.rest = packet.words[rank];
    lane.bytes.clear();
    lane.broken = lane.rest > size_limit;
    word = 1;
  }
  if (lane.broken)
    return;
  const std::size_t old = lane.bytes.size();
  const std::uint64_t bytes = std::min<std::uint64_t>(lane.rest, (words - word) * 8);
  lane.bytes.resize(old + bytes);
  char *to = lane.bytes.data() + old;
  lane.rest -= bytes;
  if (lanes == 1) {
    std::memcpy(to, &packet.words[word], bytes);
    return;
  }
  for (std::uint64_t done = 0; done != bytes; ++word) {
    const std::uint64_t part = std::min<std::uint64_t>(bytes - done, 8);
    std::memcpy(to + done, &packet.words[word * lanes + rank], part);
    done += part;
  }
}

} // namespace

bool port_input::take(const port_packet &packet) {
  const std::uint64_t sent = packet.mask;
  const std::uint32_t flags = packet.flags;
  const bool first = flags & packet_first;
  if (first) {
    mask = sent;
    warp = {packet.launch, packet.warp};
    opcode = packet.opcode;
    lanes.resize(static_cast<std::size_t>(std::popcount(mask)));
    open = mask != 0;
  } else if (sent != mask) {
    open = false;
  }
  if (!open)
    return false;
  for (unsigned rank = 0; rank != lanes.size(); ++rank)
    take_lane(lanes[rank], packet, first, rank, static_cast<unsigned>(lanes.size()));
  if (!(flags & packet_last))
    return false;
  for (lane_input &lane : lanes)
    lane.broken |= lane.rest != 0;
  return true;
}

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

server::server(const allocate &allocate_shared, const allocate &allocate_device, handler handle)
    : area_(static_cast<service_area *>(allocate_shared(sizeof(service_area)))),
      locks_(static_cast<std::uint32_t *>(allocate_device(service_ports * sizeof(std::uint32_t)))),
      handle_(std::move(handle)), groups_(new port_group[group_count]) {
  calls_ = std::make_shared<call_side>(area_, [groups = groups_](warp_id warp, unsigned lane) {
    port_group &group = groups[warp.warp % message_ports / group_ports];
    std::lock_guard lock(group.mutex);
    group.text.end_line(warp, lane);
    group.text.write_out();
  });
}

void server::stop() {
  {
    std::lock_guard lock(run_mutex_);
    if (stop_.exchange(true))
      return;
  }
  calls_->mailbox()->wake();
  if (thread_.joinable())
    thread_.join();
  { std::lock_guard lock(printer_mutex_); }
  printer_wake_.notify_all();
  for (std::thread &printer : printers_)
    printer.join();
  running_ = 0;
  drain();
  closed_ = true;
  for (unsigned i = 0; i != group_count; ++i) // whoever else drains has finished then
    std::lock_guard lock(groups_[i].mutex);
}

void server::kernel_started() {
  std::lock_guard lock(run_mutex_);
  if (stop_)
    return;
  if (!thread_.joinable())
    thread_ = start_thread([this] { run(); });
  if (running_++ == 0)
    calls_->mailbox()->wake();
}

void server::kernel_finished() {
  std::lock_guard lock(run_mutex_);
  if (running_ != 0)
    --running_;
}

void server::drain() {
  // One pass is enough: after a kernel has completed a port holds at most one packet of it, the
  // last of its message.
  for (unsigned i = 0; i != group_count; ++i) {
    port_group &group = groups_[i];
    std::lock_guard lock(group.mutex);
    if (closed_)
      return;
    serve_group(i);
    if (running_ == 0)
      group.text.end_lines();
    group.text.write_out();
  }
}

void server::reset(const std::function<void(void *memory, std::size_t bytes)> &zero) {
  std::lock_guard run_lock(run_mutex_); // nobody starts a kernel meanwhile
  if (running_ != 0 || stop_)
    return;
  zero(locks_, service_ports * sizeof(std::uint32_t));
  for (unsigned i = 0; i != group_count; ++i) {
    port_group &group = groups_[i];
    std::lock_guard lock(group.mutex);
    for (unsigned p = 0; p != group_ports; ++p) {
      const unsigned port = i * group_ports + p;
      area_->device_flag[port] = seen_[port] = 0;
      area_->host_flag[port] = 0;
      group.ports[p].open = false;
    }
    group.text.end_lines();
    group.text.write_out();
  }
  calls_->reset();
}

//===----------------------------------------------------------------------===//
// The server's thread
//===----------------------------------------------------------------------===//

void server::run() {
  auto last = clock::now();
  while (!stop_) {
    bool found = calls_->serve();
    if (printers_awake_.load(std::memory_order_relaxed) == 0 && messages_wait()) {
      wake_printer();
      found = true;
    }
    const auto now = clock::now();
    if (found)
      last = now;
    const auto idle = now - last;
    if (idle < eager_time) {
      pause_processor();
    } else if (running_.load(std::memory_order_relaxed) == 0) {
      wait_for_work(idle_limit);
    } else if (idle < yielding_time) {
      std::this_thread::yield();
    } else {
      wait_for_work(std::min<std::chrono::microseconds>(
          longest_nap, std::chrono::duration_cast<std::chrono::microseconds>(idle / 8)));
    }
  }
}

/// Sleeps until the time is over, a call is to be answered or somebody wakes the thread.
void server::wait_for_work(std::chrono::microseconds limit) {
  call_mailbox &mailbox = *calls_->mailbox();
  const auto until = std::min(clock::now() + limit, calls_->next_deadline());
  std::unique_lock lock(mailbox.mutex);
  mailbox.arrived.wait_until(lock, until, [&] { return mailbox.waiting.load() || stop_; });
}

/// Whether a message port holds something.
bool server::messages_wait() const {
  for (unsigned i = 0; i != message_ports; i += 64)
    if (changed_flags(area_->device_flag + i, seen_ + i))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Printers
//===----------------------------------------------------------------------===//

void server::wake_printer() {
  std::lock_guard lock(printer_mutex_);
  if (stop_)
    return;
  if (printers_asleep_ > printers_wanted_) {
    ++printers_wanted_;
    ++printers_awake_;
    printer_wake_.notify_one();
  } else if (printers_.size() < printer_limit()) {
    try {
      const auto number = static_cast<unsigned>(printers_.size());
      printers_.push_back(start_thread([this, number] { print(number); }));
      ++printers_awake_;
    } catch (const std::system_error &) {
      // Those there are have to do; without any, `drain` does the work.
    }
  }
}

/// What a printer's thread runs.
void server::print(unsigned number) {
  auto last = clock::now();
  while (!stop_) {
    const unsigned packets = serve_groups(number * 2);
    const auto now = clock::now();
    if (packets != 0)
      last = now;
    if (packets >= packets_for_printer &&
        printers_awake_.load(std::memory_order_relaxed) < printer_limit())
      wake_printer();
    if (now - last < printer_time / 2) {
      pause_processor();
    } else if (now - last < printer_time) {
      std::this_thread::yield();
    } else {
      std::unique_lock lock(printer_mutex_);
      --printers_awake_;
      ++printers_asleep_;
      printer_wake_.wait(lock, [this] { return stop_ || printers_wanted_ != 0; });
      --printers_asleep_;
      if (printers_wanted_ != 0)
        --printers_wanted_;
      last = clock::now();
    }
  }
}

/// Serves the groups that nobody else serves at the moment, `first` before the others; returns how
/// many packets there were.
unsigned server::serve_groups(unsigned first) {
  unsigned packets = 0;
  for (unsigned i = 0; i != group_count; ++i) {
    const unsigned number = (first + i) % group_count;
    port_group &group = groups_[number];
    std::unique_lock lock(group.mutex, std::try_to_lock);
    if (!lock)
      continue;
    if (const unsigned found = serve_group(number)) {
      packets += found;
      group.text.write_out();
    }
  }
  return packets;
}

/// Handles what is in the ports of a group, whose mutex the caller holds; returns how many packets
/// there were.
unsigned server::serve_group(unsigned number) {
  const unsigned first = number * group_ports;
  const std::uint64_t changed = changed_flags(area_->device_flag + first, seen_ + first);
  for (std::uint64_t ports = changed; ports; ports &= ports - 1)
    take_packet(groups_[number], first + static_cast<unsigned>(std::countr_zero(ports)));
  return static_cast<unsigned>(std::popcount(changed));
}

void server::take_packet(port_group &group, unsigned number) {
  const std::uint32_t flag = load_flag(area_->device_flag[number]);
  seen_[number] = flag;
  const port_packet &packet = area_->packets[number];
  port_input &port = group.ports[number % group_ports];
  const std::uint64_t mask = packet.mask;
  constexpr std::uint32_t whole = packet_first | packet_last;
  if ((packet.flags & whole) == whole && mask != 0) {
    if (port.open)
      complain("another one began before its end");
    port.open = false;
    take_small_packet(group, packet, mask);
  } else {
    const bool was_open = port.open;
    if (port.take(packet)) {
      port.open = false;
      std::uint64_t rest = port.mask;
      for (const lane_input &lane : port.lanes) {
        if (lane.broken)
          complain(lane.rest > size_limit ? "its size is out of range" : "its end is missing");
        else
          handle(group, port.opcode, port.warp, static_cast<unsigned>(std::countr_zero(rest)),
                 lane.bytes);
        rest &= rest - 1;
      }
    } else if (!port.open) {
      complain(was_open ? "it is not what its beginning promised" : "its beginning is missing");
    }
  }
  // Only now: who waits for this may rely on what it has said before being on its way.
  std::atomic_ref(area_->host_flag[number])
      .store(static_cast<std::uint64_t>(flag & 1), std::memory_order_release);
}

/// Handles messages that are whole in one packet where they are.
void server::take_small_packet(port_group &group, const port_packet &packet, std::uint64_t mask) {
  const unsigned lanes = static_cast<unsigned>(std::popcount(mask)), words = port_words / lanes;
  const warp_id warp{packet.launch, packet.warp};
  const unsigned opcode = packet.opcode;
  // Row by row, as the packet is in memory that the device has just written.
  std::uint64_t sizes[port_lanes], longest = 0;
  for (unsigned rank = 0; rank != lanes; ++rank) {
    sizes[rank] = packet.words[rank];
    longest = std::max(longest, sizes[rank]);
  }
  const unsigned rows =
      static_cast<unsigned>(std::min<std::uint64_t>((longest + 7) / 8, words - 1));
  std::uint64_t messages[port_words];
  const std::uint64_t *from = &packet.words[lanes];
  for (unsigned w = 0; w != rows; ++w)
    for (unsigned rank = 0; rank != lanes; ++rank)
      messages[rank * words + w] = *from++;
  for (unsigned rank = 0; rank != lanes; ++rank, mask &= mask - 1)
    if (sizes[rank] > (words - 1) * sizeof *messages)
      complain(sizes[rank] > size_limit ? "its size is out of range" : "its end is missing");
    else
      handle(group, opcode, warp, static_cast<unsigned>(std::countr_zero(mask)),
             {reinterpret_cast<const char *>(messages + rank * words), sizes[rank]});
}

void server::handle(port_group &group, unsigned opcode, warp_id warp, unsigned lane,
                    std::string_view message) {
  if (!is_allowed(opcode))
    return;
  if (is_text(opcode))
    return group.text.add(opcode, warp, lane, message);
  group.text.end_line(warp, lane);
  group.text.write_out();
  std::lock_guard lock(handle_mutex_);
  handle_(opcode, message);
}

} // namespace gpu::detail::services
