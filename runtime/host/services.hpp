//===- services.hpp - Host services: the server -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the messages that device code sends (gpu/detail/services.hpp) and handles
// them. One server for a device; a back end makes it with memory that the device
// sees, and tells it when kernels start and finish.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_SERVICES_HPP
#define GPUC_RUNTIME_HOST_SERVICES_HPP

#include <gpu/detail/services.hpp>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gpu::detail::services {

/// Handles one thread's message. Never throws: what is wrong with a message becomes a line on
/// standard error.
void handle_message(unsigned opcode, std::string_view message) noexcept;

/// The server of one device. Its functions may be called from any thread.
class server {
public:
  using allocate = std::function<void *(std::size_t bytes)>;
  using handler = std::function<void(unsigned opcode, std::string_view message)>;

  /// Both functions return zeroed memory, which stays the caller's and must outlive the server:
  /// `allocate_shared` pinned host memory that the device writes too, at the same address;
  /// `allocate_device` memory of the device, on which its atomics work. `handle` gets the messages,
  /// one at a time.
  server(const allocate &allocate_shared, const allocate &allocate_device,
         handler handle = handle_message);

  /// Handles what is there and stops. No kernel may run any more.
  ~server();

  server(const server &) = delete;
  server &operator=(const server &) = delete;

  /// What the runtime writes to the device variable `__gpuc_services` of every module that has one,
  /// once after loading.
  service_area *area_for_device() const { return area_; }

  /// Call before a kernel that may send is enqueued. The thread that serves starts at the first.
  void kernel_started();

  /// Call once for each `kernel_started`, when the kernel has completed.
  void kernel_finished();

  /// Returns when every message sent before the call has been handled. To be called when the
  /// kernel has completed; it does the work itself instead of waking a thread.
  void drain();

private:
  /// What has arrived of the messages of one port.
  struct port_state {
    bool open = false;
    std::uint64_t mask = 0;
    unsigned opcode = 0;
    struct lane {
      bool broken = false;
      std::uint64_t rest = 0; ///< bytes that are still to come
      std::string bytes;
    };
    std::vector<lane> lanes; ///< [port_lanes] once the port was used
  };

  void run();
  bool poll();
  void take_packet(unsigned port);
  void take_lane(port_state::lane &lane, const port_packet &packet, unsigned number);
  void finish_messages(port_state &port);

  service_area *area_;
  handler handle_;

  std::mutex poll_mutex_; ///< held by the one who reads ports
  std::vector<port_state> ports_;

  std::mutex run_mutex_; ///< of what follows
  std::condition_variable wake_;
  unsigned running_ = 0;
  bool stop_ = false;
  std::thread thread_;
};

} // namespace gpu::detail::services

#endif // GPUC_RUNTIME_HOST_SERVICES_HPP
