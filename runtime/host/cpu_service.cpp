//===- cpu_service.cpp - Host services of host code -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels of the CPU target call in place of a port, and `gpu::print` in host
// code.
//
//===----------------------------------------------------------------------===//

#include "fork.hpp"
#include "service_handlers.hpp"
#include "services.hpp"

#include <gpu/detail/cpu_abi.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace gpu::detail::services {
namespace {

/// The message that pieces are.
class joined {
public:
  joined(const piece *pieces, unsigned count) {
    std::size_t size = 0;
    for (const piece *p = pieces; p != pieces + count; ++p)
      size += p->size;
    if (size > sizeof small_)
      large_.resize(size);
    char *const begin = size > sizeof small_ ? large_.data() : small_, *to = begin;
    for (const piece *p = pieces; p != pieces + count; ++p)
      if (p->size != 0)
        to = static_cast<char *>(std::memcpy(to, p->data, p->size)) + p->size;
    text_ = {begin, size};
  }
  std::string_view text() const { return text_; }

private:
  char small_[256];
  std::string large_;
  std::string_view text_;
};

/// The text of some blocks. A block's threads always use the same one, so that they stay in order,
/// and those of one worker thread, whose block is in the same memory, as a rule no other uses.
struct cpu_output {
  fork_safe_mutex mutex;
  text_output text;
};

constexpr unsigned output_count = 16;

/// Whether there was text since the last `drain_cpu_output`.
std::atomic<bool> printed = false;

/// Never destroyed: kernels may run while static objects are destroyed.
cpu_output *outputs() {
  static cpu_output *const all = new cpu_output[output_count];
  return all;
}

/// A thread of the block that runs in this worker thread.
class cpu_thread {
public:
  explicit cpu_thread(std::uint64_t number) : number_(number) {}
  warp_id warp() const { return {block_, number_ / port_lanes}; }
  unsigned lane() const { return static_cast<unsigned>(number_ % port_lanes); }
  cpu_output &output() const {
    static_assert(output_count == 16);
    return outputs()[block_ * 0x9e3779b97f4a7c15u >> 60];
  }

private:
  std::uint64_t number_, block_ = reinterpret_cast<std::uint64_t>(__gpuc_cpu_current);
};

} // namespace

void drain_cpu_output() noexcept {
  if (!printed.exchange(false))
    return;
  for (cpu_output *output = outputs(); output != outputs() + output_count; ++output) {
    std::lock_guard lock(output->mutex);
    output->text.end_lines();
    output->text.write_out();
  }
}

} // namespace gpu::detail::services

void gpu::detail::forget_output_after_fork() noexcept {
  using namespace services;
  // What other threads had begun to print is printed by the parent, where they are.
  for (cpu_output *output = outputs(); output != outputs() + output_count; ++output)
    output->text = {};
}

using namespace gpu::detail::services;

void __gpuc_host_print(const gpu::detail::piece *pieces, unsigned count) {
  thread_local print_formatter formatter;
  text_buffer out;
  try {
    const auto flags = formatter.format(joined(pieces, count).text(), out);
    std::fwrite(out.data(), 1, out.size(), flags & gpu::detail::print_to_stderr ? stderr : stdout);
  } catch (const std::exception &error) {
    complain(error.what());
  }
}

void __gpuc_cpu_service_of(std::uint64_t thread, unsigned opcode, const gpu::detail::piece *pieces,
                           unsigned count) {
  if (!is_allowed(opcode))
    return;
  const joined message(pieces, count);
  const cpu_thread self(thread);
  cpu_output &output = self.output();
  std::lock_guard lock(output.mutex);
  if (is_text(opcode)) {
    if (!printed.load(std::memory_order_relaxed))
      printed = true;
    output.text.add(opcode, self.warp(), self.lane(), message.text());
    output.text.write_out();
  } else {
    output.text.end_line(self.warp(), self.lane());
    output.text.write_out();
    handle_message(gpu::detail::cpu_failures(), opcode, message.text());
  }
}

void __gpuc_cpu_service(unsigned opcode, const gpu::detail::piece *pieces, unsigned count) {
  __gpuc_cpu_service_of(0, opcode, pieces, count);
}

std::int64_t __gpuc_cpu_service_call(std::uint64_t thread, unsigned opcode,
                                     const gpu::detail::piece *pieces, unsigned count, void *reply,
                                     std::uint64_t capacity) {
  if (!is_allowed(opcode))
    return -ENOSYS;
  const joined request(pieces, count);
  if (is_about_standard_streams(opcode, request.text())) {
    const cpu_thread self(thread);
    cpu_output &output = self.output();
    std::lock_guard lock(output.mutex);
    output.text.end_line(self.warp(), self.lane());
    output.text.write_out();
  }
  std::string bytes;
  const std::int64_t result = handle_call(opcode, request.text(), bytes);
  if (const std::size_t size = std::min<std::uint64_t>(bytes.size(), capacity))
    std::memcpy(reply, bytes.data(), size);
  return result;
}

extern "C" [[noreturn]] void __gpuc_device_only(const char *function) {
  std::fprintf(stderr,
               "gpu: %s was called in host code; only kernels and the functions that they call "
               "may use it\n",
               function);
  std::abort();
}
