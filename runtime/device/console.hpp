//===- console.hpp - Text for standard output and error ---------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C library and the streams of both C++ libraries send to the host, which
// puts a thread's lines together.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CONSOLE_HPP
#define GPUC_DEVICE_CONSOLE_HPP

#include <gpu/detail/services.hpp>

#include <stddef.h>

namespace gpuc_console {

/// Sends text to standard output (1) or error (2), and the short text `more` behind it: one
/// message, unless the text is larger than one may be. `flush`: what is no whole line goes out too.
inline void send_text(unsigned stream, const void *text, size_t size, bool flush = false,
                      const char *more = nullptr, unsigned more_size = 0) {
  constexpr size_t largest = 1 << 29; // half of what the host takes
  auto *from = static_cast<const char *>(text);
  do {
    const bool last = size <= largest;
    const size_t part = last ? size : largest;
    const gpu::detail::write_header header = {stream, last && flush};
    const gpu::detail::piece pieces[] = {{&header, sizeof header},
                                         {from, static_cast<unsigned>(part)},
                                         {more, last ? more_size : 0}};
    __gpuc_service_send(gpu::detail::service_write, pieces, 3);
    from += part;
    size -= part;
  } while (size != 0);
}

} // namespace gpuc_console

#endif // GPUC_DEVICE_CONSOLE_HPP
