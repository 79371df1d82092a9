//===- failures.cpp - How device code fails ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that fails tells the host what happened and ends. It must not trap:
// that would take the whole context with it. The functions that C and C++ code
// calls when it fails are here and in libstdc++/throw.cpp and libc++/throw.cpp.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <gpu/detail/services.hpp>
#include <gpu/index.hpp>

namespace {

unsigned length(const char *text) {
  unsigned size = 0;
  while (text && text[size])
    ++size;
  return size;
}

[[gnu::noinline, gnu::cold]] void send(unsigned opcode, const char *location, const char *what,
                                       const char *detail) {
  using namespace gpu::detail;
  const auto block = gpu::block_idx(), thread = gpu::thread_idx();
  const char *kernel = __gpuc_kernel_name();
  const failure_header header = {{block.x, block.y, block.z}, {thread.x, thread.y, thread.z},
                                 length(kernel),              length(location),
                                 length(what),                length(detail)};
  const piece pieces[] = {{&header, sizeof header},
                          {kernel, header.kernel_size},
                          {location, header.location_size},
                          {what, header.what_size},
                          {detail, header.detail_size}};
  __gpuc_service_send(opcode, pieces, 5);
}

} // namespace

/// Other threads of the block go on; a barrier no longer waits for this one.
void __gpuc_end_thread() {
#if defined(__GPUC_TARGET_CPU__)
  __gpuc_cpu_end_block();
#else
  __gpuc_break_grid();
#if defined(__GPUC_TARGET_NVPTX__)
  asm volatile("exit;");
#else
  __builtin_amdgcn_endpgm(); // the whole wave: a lane cannot end alone
#endif
#endif
  __builtin_unreachable();
}

extern "C" {

void __gpuc_failure_location(const char *location) {
  send(gpu::detail::service_failure_location, location, nullptr, nullptr);
}

void __gpuc_fail(const char *location, const char *what, const char *detail) {
  send(gpu::detail::service_failure, location, what, detail);
  __gpuc_end_thread();
}

GPUC_FAILURE void abort() { __gpuc_fail(nullptr, "abort was called", nullptr); }

/// `assert` gives its own location.
[[gnu::noreturn, gnu::noinline, gnu::cold]] void __assert_fail(const char *condition, const char *file,
                                                          unsigned line, const char *function) {
  char text[256], *end = text;
  char *const limit = text + sizeof text - 12; // room for the line
  for (const char *p = file; p && *p && end != limit; ++p)
    *end++ = *p;
  *end++ = ':';
  unsigned divisor = 1;
  while (line / divisor >= 10)
    divisor *= 10;
  for (; divisor; divisor /= 10)
    *end++ = static_cast<char>('0' + line / divisor % 10);
  *end = 0;
  (void)function;
  __gpuc_fail(text, "assertion failed", condition);
}

/// What a call through a null pointer to a function becomes.
GPUC_FAILURE void __gpuc_null_call() {
  __gpuc_fail(nullptr, "a function was called through a null pointer", nullptr);
}

GPUC_FAILURE void __cxa_pure_virtual() {
  __gpuc_fail(nullptr, "a pure virtual function was called", nullptr);
}
GPUC_FAILURE void __cxa_deleted_virtual() {
  __gpuc_fail(nullptr, "a deleted virtual function was called", nullptr);
}

} // extern "C"

namespace std {
GPUC_FAILURE void terminate() noexcept {
  __gpuc_fail(nullptr, "std::terminate was called", nullptr);
}
} // namespace std
