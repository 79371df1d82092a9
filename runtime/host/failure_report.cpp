//===- failure_report.cpp - What failing threads say ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "failure_report.hpp"

#include "failure.hpp"
#include "fork.hpp"
#include "service_handlers.hpp"

#include <gpu/detail/services.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <map>
#include <mutex>
#include <string>

namespace gpu::detail {
namespace {

/// Reports that go to standard error before the rest is only counted.
constexpr unsigned printed_limit = 16;

/// Threads whose place is kept until their report comes.
constexpr std::size_t location_limit = 65536;

struct report {
  std::string kernel, location, what, detail;
  std::array<std::uint32_t, 6> thread; ///< block x, y, z, thread x, y, z
};

using thread_id = std::pair<std::string, std::array<std::uint32_t, 6>>;

/// What device code gives of an exception's type is its mangled name.
std::string readable(std::string what) {
  if (!what.starts_with("_ZTS"))
    return what;
  int status = 0;
  char *name = abi::__cxa_demangle(what.c_str() + 4, nullptr, nullptr, &status);
  if (name)
    what = name;
  std::free(name);
  return what;
}

report decode(std::string_view message) {
  services::message_reader reader(message);
  const auto header = reader.value<failure_header>();
  report result;
  std::memcpy(result.thread.data(), header.block, sizeof header.block);
  std::memcpy(result.thread.data() + 3, header.thread, sizeof header.thread);
  result.kernel = reader.text(header.kernel_size);
  result.location = reader.text(header.location_size);
  result.what = readable(std::string(reader.text(header.what_size)));
  result.detail = reader.text(header.detail_size);
  return result;
}

/// "main.cpp:12: assertion failed: i < n"
std::string summary(const report &r) {
  return fmt::format("{}{}{}{}{}", r.location, r.location.empty() ? "" : ": ", r.what,
                     r.detail.empty() ? "" : ": ", r.detail);
}

std::string place(const report &r) {
  const auto &t = r.thread;
  return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", t[0], t[1], t[2], t[3], t[4], t[5]);
}

} // namespace

struct failure_reports::contents {
  explicit contents(std::string device) : device(std::move(device)) {}

  const std::string device;
  fork_safe_mutex mutex; ///< of what follows
  std::map<thread_id, std::string> locations;
  unsigned count = 0;
  report first;
};

failure_reports::failure_reports(std::string device)
    : contents_(new contents(std::move(device))) {}
failure_reports::~failure_reports() = default;

void failure_reports::take(unsigned opcode, std::string_view message) {
  report r = decode(message);
  contents &s = *contents_;
  std::lock_guard lock(s.mutex);
  thread_id thread{r.kernel, r.thread};
  if (opcode == service_failure_location) {
    if (s.locations.size() == location_limit)
      return;
    // A '?' marks a place in a library's header, for want of a better one.
    const bool fallback = r.location.starts_with('?');
    if (fallback)
      s.locations.try_emplace(std::move(thread), r.location.substr(1));
    else
      s.locations.insert_or_assign(std::move(thread), std::move(r.location));
    return;
  }
  if (const auto known = s.locations.find(thread); known != s.locations.end()) {
    if (r.location.empty())
      r.location = std::move(known->second);
    s.locations.erase(known);
  }
  if (s.count++ == 0)
    s.first = r;
  if (s.count > printed_limit)
    return;
  std::fflush(stdout); // what the thread printed before
  const std::string line = fmt::format("{} [kernel {}, {}, {}]\n", summary(r),
                                       r.kernel.empty() ? "?" : r.kernel, place(r), s.device);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void failure_reports::throw_if_any() {
  contents &s = *contents_;
  std::unique_lock lock(s.mutex);
  if (s.count == 0)
    return;
  const report r = std::move(s.first);
  const unsigned others = s.count - 1;
  if (s.count > printed_limit)
    fmt::print(stderr, "gpu: {} more threads failed\n", s.count - printed_limit);
  s.count = 0;
  s.locations.clear();
  lock.unlock();
  failure error(errc::kernel_failed, summary(r) + " in " + place(r));
  if (others)
    error.message += fmt::format(", and {} other threads failed", others);
  error.kernel = r.kernel;
  error.device = s.device;
  throw error;
}

} // namespace gpu::detail
