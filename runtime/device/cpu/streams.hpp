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

#include "support.hpp"

#include <gpu/detail/services.hpp>

#include <new>
#include <ostream>
#include <streambuf>

namespace gpuc_streams {

/// Sends text to standard output (1) or error (2) as it comes; the host keeps incomplete lines.
class output_buffer final : public std::streambuf {
public:
  explicit output_buffer(unsigned stream) : stream_(stream) {}

protected:
  std::streamsize xsputn(const char *text, std::streamsize size) override {
    if (size > 0)
      send(text, static_cast<unsigned>(size), false);
    return size;
  }
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      const char text = traits_type::to_char_type(c);
      send(&text, 1, false);
    }
    return traits_type::not_eof(c);
  }
  int sync() override {
    if (stream_ == 1) // standard error is written line by line all the same
      send(nullptr, 0, true);
    return 0;
  }

private:
  void send(const char *text, unsigned size, bool flush) {
    const gpu::detail::write_header header = {stream_, flush};
    const gpu::detail::piece pieces[] = {{&header, sizeof header}, {text, size}};
    __gpuc_service_send(gpu::detail::service_write, pieces, 2);
  }

  unsigned stream_;
};

/// Where a stream is built. Its first bytes are what the headers declare.
struct storage {
  alignas(std::ostream) char stream[sizeof(std::ostream)];
  alignas(output_buffer) char buffer[sizeof(output_buffer)];
  bool built;
};

[[gnu::noinline, gnu::cold]] inline void build(storage &s, unsigned stream, bool unbuffered) {
  s.built = true;
  auto *buffer = new (s.buffer) output_buffer(stream);
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
