//===- streams.hpp - std::cout of kernels on the CPU ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As on GPUs, each thread of a kernel has standard output streams of its own, so
// that threads set their own formats and their lines stay whole. The classes are
// those of the host's library.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CPU_STREAMS_HPP
#define GPUC_DEVICE_CPU_STREAMS_HPP

#include "console_buffer.hpp"
#include "support.hpp"

#include <new>
#include <ostream>

namespace gpuc_streams {

/// Where a stream is built. Its first bytes are what the headers declare.
struct storage {
  alignas(std::ostream) char stream[sizeof(std::ostream)];
  alignas(gpuc_console::output_buffer) char buffer[sizeof(gpuc_console::output_buffer)];
  bool built;
};

[[gnu::noinline, gnu::cold]] inline void build(storage &s, unsigned stream, bool unbuffered) {
  s.built = true;
  auto *buffer = new (s.buffer) gpuc_console::output_buffer(stream);
  auto *made = new (s.stream) std::ostream(buffer);
  if (unbuffered)
    made->setf(std::ios_base::unitbuf);
}

} // namespace gpuc_streams

/// Defines the object `symbol`, and what the compiler calls before each use of it.
#define GPUC_CPU_STREAM(name, symbol, number, unbuffered)                                          \
  extern "C" GPUC_THREAD_LOCAL gpuc_streams::storage name __asm__(#symbol);                        \
  GPUC_THREAD_LOCAL gpuc_streams::storage name = {};                                               \
  extern "C" __attribute__((noinline)) void __gpuc_thread_init_##symbol() noexcept {               \
    if (!name.built)                                                                               \
      gpuc_streams::build(name, number, unbuffered);                                               \
  }

#endif // GPUC_DEVICE_CPU_STREAMS_HPP
