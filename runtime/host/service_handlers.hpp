//===- service_handlers.hpp - What handles which message --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handlers of host services, without the ports: the server and the CPU target
// share them. Everything in a message is checked before use: a kernel that writes
// out of bounds may have overwritten it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_SERVICE_HANDLERS_HPP
#define GPUC_RUNTIME_HOST_SERVICE_HANDLERS_HPP

#include <gpu/detail/services.hpp>

#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY 1
#endif
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace gpu::detail::services {

//===----------------------------------------------------------------------===//
// What is allowed
//===----------------------------------------------------------------------===//

/// What `GPUC_HOST_SERVICES` allows. Failures are reported in any case.
enum class permission {
  none,
  print, ///< text for standard output and error
  all,
};

/// Takes the setting's text; null or empty: all. Throws `failure` for one that it does not know.
void set_permission(const char *setting);
permission current_permission();

/// Whether a message or a call may be handled.
bool is_allowed(unsigned opcode);

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// A message from which parts are taken in order. Throws std::runtime_error where it ends early.
class message_reader {
public:
  explicit message_reader(std::string_view message) : rest_(message) {}

  template <class T> T value() {
    T result;
    std::memcpy(&result, text(sizeof result).data(), sizeof result);
    return result;
  }

  std::string_view text(std::uint64_t size) {
    if (size > rest_.size())
      throw std::runtime_error("it is shorter than its parts");
    const std::string_view result = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return result;
  }

  std::string_view rest() const { return rest_; }
  std::size_t size() const { return rest_.size(); }

private:
  std::string_view rest_;
};

using text_buffer = fmt::memory_buffer;

/// A print message's format, taken apart.
struct print_plan {
  std::string key;    ///< the header and the kinds, as in the message
  std::string format; ///< likewise
  struct part {
    std::string literal;    ///< before the argument
    int argument = -1;      ///< its number; none: the format ends here
    std::string field = {}; ///< as a format for it alone, "{:>5}"; empty: "{}"
  };
  std::vector<part> parts;
  bool has_strings = false;
  bool whole = false; ///< no parts: a field's width or precision is an argument
};

/// Formats print messages; keeps the plans of the last formats.
class print_formatter {
public:
  /// Appends the text of a message; returns its flags, of `print_flag`.
  std::uint16_t format(std::string_view message, text_buffer &out);

private:
  const print_plan &plan_for(std::string_view key, std::string_view format, std::uint16_t flags);

  std::array<print_plan, 4> plans_;
  unsigned last_ = 0, oldest_ = 0;
};

/// Appends the text of a printf message.
void format_printf(std::string_view message, text_buffer &out);

/// A warp among those of all launches.
struct warp_id {
  std::uint64_t launch, warp;
  friend bool operator==(const warp_id &, const warp_id &) = default;
};

/// Text of some warps' threads on its way to standard output and error. Keeps a thread's text for
/// standard output until its line is complete. The functions are not thread-safe.
class text_output {
public:
  /// Handles a message of `service_print`, `service_printf` or `service_write`; what is wrong with
  /// it becomes a line on standard error.
  void add(unsigned opcode, warp_id warp, unsigned lane, std::string_view message) noexcept;

  /// Ends the incomplete lines of one thread, or of all.
  void end_line(warp_id warp, unsigned lane);
  void end_lines();

  /// Hands the complete lines to the streams.
  void write_out() noexcept;

private:
  struct incomplete_lines {
    std::uint64_t mask = 0; ///< lanes that have one
    std::array<std::string, port_lanes> text;
  };
  struct warp_hash {
    std::size_t operator()(const warp_id &id) const {
      return static_cast<std::size_t>((id.launch * 31 + id.warp) * 0x9e3779b97f4a7c15u);
    }
  };

  void take_line(warp_id warp, unsigned lane);
  void keep_line(warp_id warp, unsigned lane, std::size_t start);

  print_formatter print_;
  text_buffer out_, error_;
  bool flush_ = false;
  std::unordered_map<warp_id, incomplete_lines, warp_hash> incomplete_;
};

/// Whether `text_output` handles a message.
inline bool is_text(unsigned opcode) {
  return opcode == service_print || opcode == service_printf || opcode == service_write;
}

/// A line on standard error about a message that cannot be handled.
void complain(const char *what) noexcept;

/// Hands what standard output (1) or error (2) has buffered to the system.
void flush_stream(int number) noexcept;

/// The errno with which text for standard output (1) or error (2) was lost since the last call; 0
/// where none was.
int take_stream_error(int number) noexcept;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Handles one call: returns the result and sets the answer's bytes. Never throws; a request that
/// is damaged answers -EINVAL.
std::int64_t handle_call(unsigned opcode, std::string_view request, std::string &reply) noexcept;

/// Whether a call may have to wait for something.
bool may_block(unsigned opcode);

/// For `call_write` and `call_sync` of standard output or error: before such a call is handled,
/// what its thread printed earlier must have been handed to the streams.
bool is_about_standard_streams(unsigned opcode, std::string_view request);

/// What handle_call is made of; null: not theirs.
std::optional<std::int64_t> handle_file_call(unsigned opcode, message_reader &request,
                                             std::string &reply);
std::optional<std::int64_t> handle_system_call(unsigned opcode, message_reader &request,
                                               std::string &reply);

/// Starts a thread that leaves signals to the program's own threads, so that no handler interrupts
/// the writing of text or ends the process from here. Throws std::system_error.
std::thread start_thread(std::function<void()> body);

/// Runs `job` in a thread of its own for as long as it takes; at most `worker_limit` at once.
/// Returns without waiting. Throws where no thread can be had; then the job does not run.
void run_in_worker(std::function<void()> job);
inline constexpr unsigned worker_limit = 256;

/// The status of a `call_exit`, once.
std::optional<int> take_requested_exit();

/// Ends the process if a kernel called exit; to be called without locks once the kernel has ended.
void exit_if_requested();

/// The process ends already; a later `exit_if_requested` does nothing.
void ignore_requested_exit();

/// CPU target: hands out what kernels have printed.
void drain_cpu_output() noexcept;

} // namespace gpu::detail::services

#endif // GPUC_RUNTIME_HOST_SERVICE_HANDLERS_HPP
