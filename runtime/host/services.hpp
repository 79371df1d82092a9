//===- services.hpp - Host services: the server -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the messages and calls that device code sends (gpu/detail/services.hpp)
// and handles them. One server for a device; a back end makes it with memory that
// the device sees, and tells it when kernels start and finish.
//
// Threads. The server's own thread watches all ports, answers calls that need not
// wait, and gives the others to workers (service_handlers.hpp). It never writes to
// a stream, which may block: printers, threads that it wakes when messages come,
// do that. Message ports are in groups; whoever holds a group's mutex handles its
// messages, so that a thread's text stays in order whichever printer takes it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_SERVICES_HPP
#define GPUC_RUNTIME_HOST_SERVICES_HPP

#include "failure_report.hpp"
#include "service_handlers.hpp"

#include <gpu/detail/services.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gpu::detail::services {

/// Handles one thread's message that is no text: adds a failure to `failures`. Never throws: what is
/// wrong with a message becomes a line on standard error.
void handle_message(failure_reports &failures, unsigned opcode, std::string_view message) noexcept;

/// What has arrived of one lane's message.
struct lane_input {
  std::uint64_t rest = 0; ///< bytes that are still to come
  bool broken = false;
  std::string bytes;
};

/// What has arrived of the messages of one port.
struct port_input {
  bool open = false;
  std::uint64_t mask = 0;
  warp_id warp = {};
  unsigned opcode = 0;
  std::vector<lane_input> lanes; ///< of the mask, in order

  /// Copies what a packet holds; returns whether the messages are complete. False also, and closed,
  /// for a packet that does not belong here.
  bool take(const port_packet &packet);
};

class call_side;

/// The server of one device. Its functions may be called from any thread.
class server {
public:
  using allocate = std::function<void *(std::size_t bytes)>;
  using handler = std::function<void(unsigned opcode, std::string_view message)>;

  /// Both functions return zeroed memory, which stays the caller's and must outlive the server:
  /// `allocate_shared` pinned host memory that the device writes too, at the same address;
  /// `allocate_device` memory of the device, on which its atomics work. `handle` gets the messages
  /// that are no text, one at a time.
  server(const allocate &allocate_shared, const allocate &allocate_device,
         handler handle);

  ~server() { stop(); }

  server(const server &) = delete;
  server &operator=(const server &) = delete;

  /// What the runtime writes to the device variable `__gpuc_services` of every module that has one,
  /// once after loading.
  service_access access_for_device() const { return {area_, locks_}; }

  /// Call before a kernel that may send is enqueued. The thread that serves starts at the first.
  void kernel_started();

  /// Call once for each `kernel_started`, when the kernel has completed.
  void kernel_finished();

  /// Returns when every message sent before the call has been handled and given to the streams. To
  /// be called when the kernel has completed; it does the work itself instead of waking a thread.
  /// Incomplete lines go out too, unless other kernels run, which may be about to complete theirs.
  void drain();

  /// Handles what is there and ends the threads; afterwards the memory is not touched again, and the
  /// other functions do nothing. No kernel may run any more.
  void stop();

  /// After a kernel died, perhaps in the middle of a message: makes all ports idle, if no other
  /// kernel runs. `zero` zeroes device memory; where it throws, nothing is changed.
  void reset(const std::function<void(void *memory, std::size_t bytes)> &zero);

private:
  static constexpr unsigned group_ports = 64;
  static constexpr unsigned group_count = message_ports / group_ports;

  /// Neighbouring message ports.
  struct port_group {
    std::mutex mutex;
    text_output text;
    port_input ports[group_ports];
  };

  void run();
  void wait_for_work(std::chrono::microseconds limit);
  bool messages_wait() const;

  void wake_printer();
  void print(unsigned number);
  unsigned serve_groups(unsigned first);
  unsigned serve_group(unsigned number);
  void take_packet(port_group &group, unsigned port);
  void take_small_packet(port_group &group, const port_packet &packet, std::uint64_t mask);
  void handle(port_group &group, unsigned opcode, warp_id warp, unsigned lane,
              std::string_view message);

  service_area *area_;
  std::uint32_t *locks_;
  handler handle_;
  std::mutex handle_mutex_;
  alignas(64) std::uint32_t seen_[message_ports] = {}; ///< device flags of what was handled; of the
                                                       ///< group's mutex
  std::shared_ptr<port_group[]> groups_;
  std::shared_ptr<call_side> calls_;

  std::atomic<unsigned> running_ = 0;
  std::atomic<bool> stop_ = false; ///< the threads are to end
  std::atomic<bool> closed_ = false; ///< set before each group's mutex is taken once more
  std::mutex run_mutex_; ///< of what follows
  std::thread thread_;

  std::atomic<unsigned> printers_awake_ = 0;
  std::mutex printer_mutex_; ///< of what follows
  std::condition_variable printer_wake_;
  unsigned printers_wanted_ = 0; ///< to be woken
  unsigned printers_asleep_ = 0;
  std::vector<std::thread> printers_;
};

} // namespace gpu::detail::services

#endif // GPUC_RUNTIME_HOST_SERVICES_HPP
