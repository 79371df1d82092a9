//===- call_service.cpp - Host services: the ports for calls ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "call_side.hpp"

#include "port_flags.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>

namespace gpu::detail::services {

void call_mailbox::post(completion done) {
  {
    std::lock_guard lock(mutex);
    completions.push_back(std::move(done));
    waiting = true;
  }
  arrived.notify_one();
}

void call_mailbox::wake() {
  {
    std::lock_guard lock(mutex);
    waiting = true;
  }
  arrived.notify_one();
}

bool call_side::serve() {
  std::lock_guard lock(mutex_);
  bool found = false;
  const std::uint32_t *const flags = area_->device_flag + message_ports;
  for (unsigned i = 0; i != call_ports; i += 64)
    for (std::uint64_t changed = changed_flags(flags + i, seen_ + i); changed;
         changed &= changed - 1) {
      take(i + static_cast<unsigned>(std::countr_zero(changed)));
      found = true;
    }
  if (mailbox_->waiting.load(std::memory_order_relaxed))
    found |= serve_completions();
  if (!sleepers_.empty())
    found |= serve_sleepers();
  return found;
}

void call_side::reset() {
  std::lock_guard lock(mutex_);
  for (unsigned i = 0; i != call_ports; ++i) {
    ports_[i].input.open = false;
    ports_[i].with_host = false;
    ++ports_[i].generation;
    ports_[i].answers.clear();
    area_->device_flag[message_ports + i] = seen_[i] = 0;
    area_->host_flag[message_ports + i] = 0;
  }
  sleepers_ = {};
}

call_side::clock::time_point call_side::next_deadline() {
  std::lock_guard lock(mutex_);
  return sleepers_.empty() ? clock::time_point::max() : sleepers_.top().deadline;
}

bool call_side::serve_completions() {
  std::vector<call_mailbox::completion> completions;
  {
    std::lock_guard lock(mailbox_->mutex);
    completions.swap(mailbox_->completions);
    mailbox_->waiting = false;
  }
  for (call_mailbox::completion &done : completions) {
    call_port &port = ports_[done.port];
    if (!port.with_host || port.generation != done.generation)
      continue;
    port.answers = std::move(done.answers);
    finish(done.port);
  }
  return true; // also where a kernel has started
}

bool call_side::serve_sleepers() {
  bool found = false;
  for (const auto now = clock::now(); !sleepers_.empty() && sleepers_.top().deadline <= now;) {
    const sleeper woken = sleepers_.top();
    sleepers_.pop();
    if (ports_[woken.port].with_host && ports_[woken.port].generation == woken.generation)
      finish(woken.port);
    found = true;
  }
  return found;
}

/// Something has arrived at a port: a packet of a request, or the demand for more of the answer.
void call_side::take(unsigned number) {
  const std::uint32_t flag = load_flag(area_->device_flag[message_ports + number]);
  call_port &port = ports_[number];
  seen_[number] = flag;
  if (port.with_host || (flag & 1) == (area_->host_flag[message_ports + number] & 1))
    return; // written while the port was the host's
  if (!port.answers.empty())
    return send_answer_packet(number);
  if (flag & device_flag_inline)
    return take_inline(number, flag);
  const bool was_open = port.input.open;
  const bool complete = port.input.take(area_->packets[message_ports + number]);
  if (complete)
    return begin(number);
  if (!port.input.open) {
    complain(was_open ? "it is not what its beginning promised" : "its beginning is missing");
    return refuse(number);
  }
  give_back(number);
}

/// What is in the port cannot be handled; the device is not to wait for it all the same.
void call_side::refuse(unsigned number) {
  const port_packet &packet = area_->packets[message_ports + number];
  const std::uint64_t mask = packet.mask;
  if (!(packet.flags & packet_last) || mask == 0)
    return give_back(number);
  ports_[number].answers.assign(static_cast<std::size_t>(std::popcount(mask)), {-EINVAL, {}});
  finish(number);
}

void call_side::take_inline(unsigned number, std::uint32_t flag) {
  const unsigned opcode = service_calls + (flag >> device_flag_opcode_shift & 0xff);
  const auto value = static_cast<std::int32_t>(flag >> device_flag_value_shift);
  const std::string_view request(reinterpret_cast<const char *>(&value),
                                 flag & device_flag_value ? sizeof value : 0);
  call_port &port = ports_[number];
  if (opcode == call_nothing && is_allowed(opcode))
    return give_back(number, host_flag_inline);
  port.input.mask = 1;
  port.input.warp = {};
  port.input.opcode = opcode;
  port.input.lanes.resize(1);
  port.input.lanes[0].bytes = request;
  port.input.lanes[0].broken = false;
  begin(number);
}

/// The requests of a port are complete.
void call_side::begin(unsigned number) {
  call_port &port = ports_[number];
  const unsigned opcode = port.input.opcode;
  port.input.open = false;
  port.with_host = true;
  port.answers.assign(port.input.lanes.size(), {});
  if (!is_allowed(opcode)) {
    for (call_mailbox::answer &answer : port.answers)
      answer.result = -ENOSYS;
    finish(number);
  } else if (opcode == call_sleep) {
    sleep(number);
  } else if (may_block(opcode)) {
    answer_in_worker(number);
  } else {
    answer_now(number);
  }
}

/// No thread sleeps for a call that does: it is answered when the longest sleep of its lanes ends.
void call_side::sleep(unsigned number) {
  call_port &port = ports_[number];
  std::int64_t longest = 0;
  for (std::size_t i = 0; i != port.answers.size(); ++i) {
    std::int64_t time = -1;
    if (const lane_input &lane = port.input.lanes[i]; lane.bytes.size() == sizeof time)
      std::memcpy(&time, lane.bytes.data(), sizeof time);
    if (time < 0)
      port.answers[i].result = -EINVAL;
    longest = std::max(longest, time);
  }
  // A bound that keeps the sum below in range; nobody waits for three hundred years.
  const auto limit = std::chrono::nanoseconds(clock::time_point::max() - clock::now()) / 2;
  sleepers_.push(
      {clock::now() + std::min(std::chrono::nanoseconds(longest), limit), number, port.generation});
}

void call_side::answer_now(unsigned number) {
  call_port &port = ports_[number];
  for (std::size_t i = 0; i != port.answers.size(); ++i)
    port.answers[i].result =
        handle_call(port.input.opcode, port.input.lanes[i].bytes, port.answers[i].bytes);
  finish(number);
}

void call_side::answer_in_worker(unsigned number) {
  call_port &port = ports_[number];
  struct job {
    std::shared_ptr<call_mailbox> mailbox;
    write_text write;
    port_input input;
    call_mailbox::completion done;

    void operator()() {
      std::uint64_t mask = input.mask;
      for (std::size_t i = 0; i != input.lanes.size(); ++i, mask &= mask - 1) {
        const std::string &request = input.lanes[i].bytes;
        if (is_about_standard_streams(input.opcode, request))
          write(input.warp, static_cast<unsigned>(std::countr_zero(mask)));
        done.answers[i].result = handle_call(input.opcode, request, done.answers[i].bytes);
      }
      mailbox->post(std::move(done));
    }
  };
  try {
    auto work = std::make_shared<job>(
        job{mailbox_, write_, std::move(port.input), {number, port.generation, port.answers}});
    port.input = {};
    run_in_worker([work] { (*work)(); });
  } catch (const std::exception &) {
    for (call_mailbox::answer &answer : port.answers)
      answer.result = -EAGAIN;
    finish(number);
  }
}

/// The answers of a port are there.
void call_side::finish(unsigned number) {
  call_port &port = ports_[number];
  port.with_host = false;
  if (port.answers.size() == 1 && port.answers[0].bytes.empty()) {
    const auto result = static_cast<std::uint64_t>(port.answers[0].result);
    const std::uint64_t shifted = result << host_flag_result_shift;
    if (static_cast<std::int64_t>(shifted) >> host_flag_result_shift == port.answers[0].result) {
      port.answers.clear();
      return give_back(number, shifted | host_flag_inline);
    }
  }
  port.sent = 0;
  send_answer_packet(number);
}

void call_side::send_answer_packet(unsigned number) {
  call_port &port = ports_[number];
  port_packet &packet = area_->packets[message_ports + number];
  const std::size_t lanes = port.answers.size(), words = port_words / lanes;
  bool last = true;
  for (std::size_t lane = 0; lane != lanes; ++lane) {
    const call_mailbox::answer &answer = port.answers[lane];
    const std::uint64_t total = 2 + (answer.bytes.size() + 7) / 8;
    for (std::uint64_t w = port.sent; w != port.sent + words && w < total; ++w) {
      std::uint64_t word = 0;
      if (w == 0)
        word = static_cast<std::uint64_t>(answer.result);
      else if (w == 1)
        word = answer.bytes.size();
      else
        std::memcpy(&word, answer.bytes.data() + (w - 2) * 8,
                    std::min<std::size_t>(8, answer.bytes.size() - (w - 2) * 8));
      packet.words[(w - port.sent) * lanes + lane] = word;
    }
    last &= total <= port.sent + words;
  }
  port.sent += words;
  packet.flags = last ? packet_last : 0;
  if (last)
    port.answers.clear();
  give_back(number);
}

void call_side::give_back(unsigned number, std::uint64_t inline_answer) {
  std::uint64_t &flag = area_->host_flag[message_ports + number];
  std::atomic_ref(flag).store(inline_answer | (seen_[number] & 1), std::memory_order_release);
}

} // namespace gpu::detail::services
