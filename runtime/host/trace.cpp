//===- trace.cpp - What GPUC_TRACE prints and writes ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is valid JSON after each write, so that it does not matter how the
// process ends: an event is written over the bracket that ends the array, with a
// new one behind it.
//
//===----------------------------------------------------------------------===//
#include "trace.hpp"

#include "fork.hpp"
#include "traced_backend.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace gpu::detail::trace {
namespace {

double microseconds(duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

/// Bytes of the UTF-8 sequence that `text` begins with; 0 where it is none.
std::size_t sequence_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length > text.size())
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
      return 0;
  return length;
}

std::string quote(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const char c = text[0];
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (length == 0)
      quoted += "\\ufffd";
    else if (static_cast<unsigned char>(c) < 0x20)
      quoted += fmt::format("\\u{:04x}", c);
    else
      quoted += text.substr(0, length);
    text.remove_prefix(length ? length : 1);
  }
  return quoted + '"';
}

class output {
public:
  /// Never destroyed: destructors of static objects may still use devices.
  static output &instance() {
    static output &only = *new output;
    return only;
  }

  bool wanted() const { return prints_ || file_ >= 0; }
  unsigned add_track(const std::string &name);
  void write_host(const span &s);
  void write_device(unsigned track, const span &s);

private:
  output();
  void open(std::string name);
  void print(const span &s);
  void append(std::string event);
  void append_name(const char *what, unsigned track, const std::string &name);
  void append_span(unsigned track, const span &s, const char *flow_end);

  const time start_ = clock::now();
  const int process_ = ::getpid();
  bool prints_ = false;
  int file_ = -1;
  fork_safe_mutex mutex_; ///< of what follows
  off_t end_ = 0;         ///< of the file without the bracket
  std::set<unsigned> named_threads_;
  unsigned tracks_ = 100'000'000; ///< above all threads' numbers
};

output::output() {
  const char *const setting = std::getenv("GPUC_TRACE");
  if (!setting || !*setting || !std::strcmp(setting, "0"))
    return;
  if (!std::strcmp(setting, "1"))
    prints_ = true;
  else
    open(setting);
}

void output::open(std::string name) {
  if (const auto at = name.find("%p"); at != name.npos) // for programs of several processes
    name.replace(at, 2, std::to_string(process_));
  file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const char *problem = nullptr;
  if (file_ < 0)
    problem = std::strerror(errno);
  else if (::lseek(file_, 0, SEEK_SET) != 0)
    problem = "it is not a regular file";
  if (problem) {
    fmt::print(stderr,
               "gpu: GPUC_TRACE is '{}', which cannot be written: {}; nothing is traced; set it to "
               "1 for text on standard error, or to a file for a trace in JSON\n",
               name, problem);
    if (file_ >= 0)
      ::close(file_);
    file_ = -1;
    return;
  }
  append_name("process_name", static_cast<unsigned>(process_), program_invocation_short_name);
}

/// The mutex is held, or nobody else has the object yet.
void output::append(std::string event) {
  if (::getpid() != process_) // a child of fork: the file is its parent's
    return;
  event.insert(0, end_ ? ",\n" : "[\n");
  const std::size_t length = event.size();
  event += "\n]\n";
  if (::pwrite(file_, event.data(), event.size(), end_) == static_cast<ssize_t>(event.size()))
    end_ += static_cast<off_t>(length);
}

void output::append_name(const char *what, unsigned track, const std::string &name) {
  append(fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what,
                     process_, track, quote(name)));
}

unsigned output::add_track(const std::string &name) {
  std::lock_guard lock(mutex_);
  ++tracks_;
  if (file_ >= 0)
    append_name("thread_name", tracks_, name);
  return tracks_;
}

void output::append_span(unsigned track, const span &s, const char *flow_end) {
  const double begin = microseconds(s.begin - start_);
  append(fmt::format(
      R"({{"ph":"X","cat":"{}","name":{},"pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
      s.category, quote(s.name), process_, track, begin, microseconds(s.length), s.args.text()));
  if (s.flow)
    append(
        fmt::format(R"({{"ph":{},"cat":"{}","name":"runs","id":{},"pid":{},"tid":{},"ts":{:.3f}}})",
                    flow_end, s.category, s.flow, process_, track, begin));
}

void output::print(const span &s) {
  if (s.line.empty())
    return;
  const std::string line = fmt::format("gpu: {:12.3f} ms  {:<8} {}\n",
                                       microseconds(s.begin - start_) / 1000, s.category, s.line);
  std::fputs(line.c_str(), stderr);
}

void output::write_host(const span &s) {
  if (prints_)
    return print(s);
  const auto thread = static_cast<unsigned>(::syscall(SYS_gettid));
  std::lock_guard lock(mutex_);
  if (named_threads_.insert(thread).second)
    append_name("thread_name", thread,
                thread == static_cast<unsigned>(process_)
                    ? "main thread"
                    : fmt::format("host thread {}", named_threads_.size()));
  append_span(thread, s, R"("s")");
}

void output::write_device(unsigned track, const span &s) {
  if (prints_)
    return print(s);
  std::lock_guard lock(mutex_);
  append_span(track, s, R"("f","bp":"e")");
}

} // namespace

device_backend &traced(device_backend &device) {
  return output::instance().wanted() ? make_traced_backend(device) : device;
}

unsigned add_track(const std::string &name) { return output::instance().add_track(name); }

void write_host(const span &s) noexcept {
  try {
    output::instance().write_host(s);
  } catch (const std::exception &) {
    // No memory for the text: the program goes on without it.
  }
}

void write_device(unsigned track, const span &s) noexcept {
  try {
    output::instance().write_device(track, s);
  } catch (const std::exception &) {
    // As above.
  }
}

fields &fields::add_raw(std::string_view key, std::string_view json) {
  text_ += fmt::format("{}\"{}\":{}", text_.empty() ? "" : ",", key, json);
  return *this;
}

fields &fields::add(std::string_view key, std::string_view text) {
  return add_raw(key, quote(text));
}

fields &fields::add(std::string_view key, const unsigned (&extent)[3]) {
  return add_raw(key, fmt::format("[{},{},{}]", extent[0], extent[1], extent[2]));
}

std::string describe_time(duration length) {
  const double us = microseconds(length);
  if (us < 1000)
    return fmt::format("{:.1f} us", us);
  return us < 1'000'000 ? fmt::format("{:.2f} ms", us / 1000)
                        : fmt::format("{:.3f} s", us / 1'000'000);
}

std::string describe_bytes(std::size_t bytes) {
  constexpr const char *units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024)
    return fmt::format("{} bytes", bytes);
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; amount >= 1024 && unit < 3; ++unit)
    amount /= 1024;
  return fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string describe_rate(std::size_t bytes, duration length) {
  return fmt::format("{:.2f} GB/s", static_cast<double>(bytes) /
                                        std::max<double>(1, static_cast<double>(length.count())));
}

} // namespace gpu::detail::trace
