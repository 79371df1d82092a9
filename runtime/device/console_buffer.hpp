//===- console_buffer.hpp - Stream buffer of std::cout ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CONSOLE_BUFFER_HPP
#define GPUC_DEVICE_CONSOLE_BUFFER_HPP

#include "console.hpp"

#include <streambuf>

namespace gpuc_console {

/// Sends text to standard output (1) or error (2) as it comes; the host keeps incomplete lines.
class output_buffer final : public std::streambuf {
public:
  explicit output_buffer(unsigned stream) : stream_(stream) {}

protected:
  std::streamsize xsputn(const char *text, std::streamsize size) override {
    if (size > 0)
      send_text(stream_, text, static_cast<size_t>(size));
    return size;
  }
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      const char text = traits_type::to_char_type(c);
      send_text(stream_, &text, 1);
    }
    return traits_type::not_eof(c);
  }
  int sync() override {
    if (stream_ == 1) // standard error is written line by line all the same
      send_text(stream_, nullptr, 0, true);
    return 0;
  }

private:
  unsigned stream_;
};

} // namespace gpuc_console

#endif // GPUC_DEVICE_CONSOLE_BUFFER_HPP
