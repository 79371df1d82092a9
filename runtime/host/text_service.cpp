//===- text_service.cpp - Host services: text and its lines -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What threads print, put together to whole lines; messages that are not text; and
// what is allowed.
//
//===----------------------------------------------------------------------===//

#include "failure.hpp"
#include "failure_report.hpp"
#include "service_handlers.hpp"
#include "services.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

namespace gpu::detail::services {
namespace {

std::atomic<permission> allowed = permission::all;

/// An incomplete line that is longer goes out as it is.
constexpr std::size_t kept_limit = 1 << 16;

/// Text that waits to be written before that is done early.
constexpr std::size_t buffer_limit = 1 << 20;

/// The errno of the last write that failed, for each standard stream.
std::atomic<int> stream_errors[3];

/// Text for a standard stream is lost: the next call that asks is told, and the user once.
void note_stream_error(int number, int error) {
  stream_errors[number] = error;
  static std::atomic<bool> told = false;
  if (number == 1 && !told.exchange(true))
    std::fprintf(stderr, "gpu: text of a kernel for standard output was lost: %s\n",
                 std::strerror(error));
}

std::FILE *stream_of(int number) { return number == 2 ? stderr : stdout; }

void write_to(int number, text_buffer &text) {
  if (text.size() != 0 &&
      std::fwrite(text.data(), 1, text.size(), stream_of(number)) != text.size())
    note_stream_error(number, errno);
  text.clear();
}

} // namespace

void set_permission(const char *setting) {
  const std::string_view text = setting ? setting : "";
  if (text.empty() || text == "all")
    allowed = permission::all;
  else if (text == "print")
    allowed = permission::print;
  else if (text == "none")
    allowed = permission::none;
  else
    fail(errc::bad_setting, "GPUC_HOST_SERVICES={} is none of none, print, all", text);
}

permission current_permission() { return allowed.load(std::memory_order_relaxed); }

bool is_allowed(unsigned opcode) {
  if (is_text(opcode))
    return current_permission() != permission::none;
  return opcode < service_calls || current_permission() == permission::all;
}

void complain(const char *what) noexcept {
  std::fprintf(stderr, "gpu: a message from the device was dropped: %s\n", what);
}

void flush_stream(int number) noexcept {
  if (std::fflush(stream_of(number)) != 0)
    note_stream_error(number, errno);
}

int take_stream_error(int number) noexcept { return stream_errors[number].exchange(0); }

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

void text_output::add(unsigned opcode, warp_id warp, unsigned lane,
                      std::string_view message) noexcept {
  bool to_error = false, flush = false;
  const std::size_t start = out_.size(), error_start = error_.size();
  std::size_t kept_end = start;
  try {
    message_reader reader(message);
    if (opcode == service_print) {
      to_error = reader.value<print_header>().flags & print_to_stderr;
    } else if (opcode == service_write) {
      const auto header = reader.value<write_header>();
      to_error = header.stream == 2;
      flush = header.flush != 0;
    } else {
      to_error = reader.value<printf_header>().stream == 2;
    }
    text_buffer &out = to_error ? error_ : out_;
    if (!to_error && !incomplete_.empty()) {
      take_line(warp, lane);
      kept_end = out_.size();
    }
    if (opcode == service_print)
      print_.format(message, out);
    else if (opcode == service_write)
      out.append(reader.rest().data(), reader.rest().data() + reader.rest().size());
    else
      format_printf(message, out);
  } catch (const std::exception &error) {
    complain(error.what());
    out_.resize(kept_end);
    error_.resize(error_start);
  }
  if (to_error)
    return;
  try {
    if (flush)
      flush_ = true;
    else
      keep_line(warp, lane, start);
  } catch (const std::exception &) {
    // No memory to keep the line: it goes out as it is.
  }
  if (out_.size() > buffer_limit)
    write_out();
}

/// Moves what is kept of a thread's line to the end of the text.
void text_output::take_line(warp_id warp, unsigned lane) {
  const auto found = incomplete_.find(warp);
  if (found == incomplete_.end() || !(found->second.mask >> lane & 1))
    return;
  std::string &kept = found->second.text[lane];
  out_.append(kept.data(), kept.data() + kept.size());
  kept.clear();
  found->second.mask &= ~(std::uint64_t{1} << lane);
  if (found->second.mask == 0)
    incomplete_.erase(found);
}

/// Moves an incomplete line at the end of the text, which is one thread's from `start` on, away.
void text_output::keep_line(warp_id warp, unsigned lane, std::size_t start) {
  const std::string_view text(out_.data() + start, out_.size() - start);
  if (text.empty() || text.back() == '\n')
    return;
  const std::size_t newline = text.rfind('\n');
  const std::string_view rest = newline == text.npos ? text : text.substr(newline + 1);
  if (rest.size() > kept_limit)
    return;
  incomplete_lines &lines = incomplete_[warp];
  lines.text[lane] = rest;
  lines.mask |= std::uint64_t{1} << lane;
  out_.resize(out_.size() - rest.size());
}

void text_output::end_line(warp_id warp, unsigned lane) {
  if (!incomplete_.empty())
    take_line(warp, lane);
}

void text_output::end_lines() {
  for (auto &[warp, lines] : incomplete_)
    for (std::uint64_t mask = lines.mask; mask; mask &= mask - 1) {
      const std::string &kept = lines.text[static_cast<unsigned>(__builtin_ctzll(mask))];
      out_.append(kept.data(), kept.data() + kept.size());
    }
  incomplete_.clear();
}

void text_output::write_out() noexcept {
  write_to(1, out_);
  if (flush_)
    flush_stream(1);
  flush_ = false;
  write_to(2, error_);
}

//===----------------------------------------------------------------------===//
// Other messages
//===----------------------------------------------------------------------===//

void handle_message(failure_reports &failures, unsigned opcode, std::string_view message) noexcept {
  try {
    if (opcode == service_failure || opcode == service_failure_location)
      return failures.take(opcode, message);
    throw std::runtime_error("it asks for the unknown service " + std::to_string(opcode));
  } catch (const std::exception &error) {
    complain(error.what());
  }
}

} // namespace gpu::detail::services
