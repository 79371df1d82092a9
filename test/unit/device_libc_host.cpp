//===- device_libc_host.cpp - The device's C library on the host *- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The heap, and the host services by the runtime's handlers.
//
//===----------------------------------------------------------------------===//

#include "device_libc.hpp"

#include "service_handlers.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

using namespace gpu::detail;

namespace {

std::string printed;

std::string message_of(const piece *pieces, unsigned count) {
  std::string message;
  for (unsigned i = 0; i < count; ++i)
    message.append(static_cast<const char *>(pieces[i].data), pieces[i].size);
  return message;
}

} // namespace

std::string take_printed() { return std::exchange(printed, {}); }

extern "C" {

void *device_malloc(size_t size) { return std::malloc(size); }
void *device_calloc(size_t count, size_t size) { return std::calloc(count, size); }
void *device_realloc(void *memory, size_t size) { return std::realloc(memory, size); }
void device_free(void *memory) { std::free(memory); }

void device___gpuc_service_send(unsigned opcode, const piece *pieces, unsigned count) {
  const std::string message = message_of(pieces, count);
  if (opcode == service_write)
    printed += message.substr(sizeof(write_header));
  else if (opcode == service_printf) {
    services::text_buffer text;
    services::format_printf(message, text);
    printed.append(text.data(), text.size());
  }
}

int64_t device___gpuc_service_call(unsigned opcode, const piece *pieces, unsigned count,
                                   void *reply, uint64_t capacity) {
  std::string answer;
  const int64_t result = services::handle_call(opcode, message_of(pieces, count), answer);
  if (!answer.empty() && capacity)
    std::memcpy(reply, answer.data(), std::min<size_t>(answer.size(), capacity));
  return result;
}

[[noreturn]] void device___gpuc_fail(const char *, const char *what, const char *) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// A test asks for a status by exit(3) of the process.
[[noreturn]] void device___gpuc_end_thread() {
  std::fflush(nullptr);
  std::_Exit(services::take_requested_exit().value_or(99));
}

} // extern "C"
