//===- call_side.hpp - Host services: the ports for calls -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_CALL_SIDE_HPP
#define GPUC_RUNTIME_HOST_CALL_SIDE_HPP

#include "services.hpp"

namespace gpu::detail::services {

/// Calls that wait for a worker tell by this that they are done; it outlives the server.
struct call_mailbox {
  struct answer {
    std::int64_t result = 0;
    std::string bytes;
  };
  struct completion {
    unsigned port;
    unsigned generation;
    std::vector<answer> answers;
  };

  std::mutex mutex;
  std::condition_variable arrived;   ///< wakes the server's thread
  std::atomic<bool> waiting = false; ///< there are completions, or the server is to look
  std::vector<completion> completions;

  void post(completion done);
  void wake();
};

/// The call ports of a server. The server's thread alone takes calls and writes answers.
class call_side {
public:
  /// Hands the text of a thread to the streams, and waits until that is done.
  using write_text = std::function<void(warp_id warp, unsigned lane)>;

  call_side(service_area *area, write_text write)
      : area_(area), ports_(call_ports), write_(std::move(write)) {}

  /// Looks at every port once; returns whether something happened.
  bool serve();

  /// Forgets all calls.
  void reset();

  /// When the next sleeping call is to be answered.
  std::chrono::steady_clock::time_point next_deadline();

  const std::shared_ptr<call_mailbox> &mailbox() const { return mailbox_; }

private:
  using clock = std::chrono::steady_clock;

  struct call_port {
    port_input input;
    bool with_host = false; ///< the request is complete, the answer not yet begun
    unsigned generation = 0;
    std::vector<call_mailbox::answer> answers; ///< of the lanes, in order
    std::uint64_t sent = 0;                    ///< words of each answer's stream
  };
  struct sleeper {
    clock::time_point deadline;
    unsigned port, generation;
    bool operator>(const sleeper &other) const { return deadline > other.deadline; }
  };

  bool serve_completions();
  bool serve_sleepers();
  void take(unsigned number);
  void take_inline(unsigned number, std::uint32_t flag);
  void refuse(unsigned number);
  void begin(unsigned number);
  void sleep(unsigned number);
  void answer_now(unsigned number);
  void answer_in_worker(unsigned number);
  void finish(unsigned number);
  void send_answer_packet(unsigned number);
  void give_back(unsigned number, std::uint64_t inline_answer = 0);

  service_area *area_;
  std::mutex mutex_; ///< of everything here but the mailbox
  alignas(64) std::uint32_t seen_[call_ports] = {};
  std::vector<call_port> ports_;
  std::priority_queue<sleeper, std::vector<sleeper>, std::greater<>> sleepers_;
  write_text write_;
  std::shared_ptr<call_mailbox> mailbox_ = std::make_shared<call_mailbox>();
};

} // namespace gpu::detail::services

#endif // GPUC_RUNTIME_HOST_CALL_SIDE_HPP
