//===- trace.hpp - What GPUC_TRACE prints and writes ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `GPUC_TRACE=1`: a line on standard error for each thing that the runtime asks
// of a device. `GPUC_TRACE=file.json`: a trace in the JSON array format of the
// Trace Event Format, which Perfetto and chrome://tracing show. What is traced
// goes through traced_backend.cpp; here it becomes text.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_TRACE_HPP
#define GPUC_RUNTIME_TRACE_HPP

#include "backend.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace gpu::detail::trace {

using clock = std::chrono::steady_clock;
using time = clock::time_point;
using duration = std::chrono::nanoseconds;

/// `device`, or one that does the same and traces it where `GPUC_TRACE` asks for that. Both live
/// as long as the process. The first call reads the setting, and reports a file that cannot be
/// written; then nothing is traced.
device_backend &traced(device_backend &device);

/// Members of a JSON object.
class fields {
public:
  fields &add(std::string_view key, std::string_view text);
  fields &add(std::string_view key, const unsigned (&extent)[3]);
  /// A number or a bool.
  template <class T> fields &add_number(std::string_view key, T value) {
    return add_raw(key, fmt::format("{}", value));
  }
  const std::string &text() const { return text_; }

private:
  fields &add_raw(std::string_view key, std::string_view json);
  std::string text_;
};

/// Something that took time.
struct span {
  const char *category; ///< "launch", "copy", ...; what its line begins with
  std::string name;     ///< what a viewer of the file calls it
  std::string line;     ///< the rest of its line; empty: it has none
  fields args;
  time begin;
  duration length;
  std::size_t flow = 0; ///< not 0: the same number links a span of the host to one of a device
};

/// A track of its own in the file, for a stream; returns its number.
unsigned add_track(const std::string &name);

/// On the calling thread's track, or on one of `add_track`. Neither throws.
void write_host(const span &s) noexcept;
void write_device(unsigned track, const span &s) noexcept;

/// "12.3 us", "1.5 KiB", and "0.41 GB/s" for bytes in a time.
std::string describe_time(duration length);
std::string describe_bytes(std::size_t bytes);
std::string describe_rate(std::size_t bytes, duration length);

} // namespace gpu::detail::trace

#endif // GPUC_RUNTIME_TRACE_HPP
