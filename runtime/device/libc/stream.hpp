//===- stream.hpp - What is behind a FILE -----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream begins with glibc's `struct _IO_FILE`, parts of which glibc's headers
// read: what is buffered for reading, and the flags for end of file and error.
//
// Standard output and error, unless reopened, are consoles: text goes to the host
// at once, which keeps it until its line is complete. Other streams have a buffer
// in device memory.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_STREAM_HPP
#define GPUC_DEVICE_LIBC_STREAM_HPP

#include "internal.hpp"

#include "../console.hpp"

#include <bits/types/struct_FILE.h>
#include <stdio.h>

namespace gpuc::libc {

using gpuc_console::send_text;

enum stream_flag : int {
  stream_unbuffered = 2,
  stream_at_end = 0x10, ///< as in glibc's headers
  stream_failed = 0x20, ///< likewise
  stream_reads = 0x100,
  stream_writes = 0x200,
  stream_console = 0x400,
  stream_by_line = 0x800,
  stream_static = 0x1000,
};

/// Members without "locked" in their comment want the lock held, but for a console's `write`.
struct stream : _IO_FILE {
  warp_lock lock;
  stream *next; ///< in the list of all open files

  bool is(stream_flag flag) const { return (_flags & flag) != 0; }
  void set(stream_flag flag, bool value = true) { _flags = value ? _flags | flag : _flags & ~flag; }

  /// The next character, or EOF.
  int get() { return _IO_read_ptr != _IO_read_end || fill() ? byte_at(_IO_read_ptr++) : EOF; }
  bool unget(int c);
  size_t read(void *to, size_t size);
  size_t write(const void *from, size_t size);
  bool flush(); ///< writes out the buffer
  bool seek(int64_t offset, int whence);
  int64_t tell();
  bool reads(); ///< makes it ready for reading, if that is allowed

  /// Calls `body` with the lock held.
  template <class Body> void locked(Body body) { lock.with(body); }

private:
  static int byte_at(const char *p) { return static_cast<unsigned char>(*p); }
  bool fill();
  bool has_buffer();
  bool fail(int64_t answer);
  bool write_out(const char *from, size_t size);
  int64_t read_in(void *to, size_t size);
};

/// Bytes before a buffer for `ungetc`.
inline constexpr size_t pushback = 8;

inline stream &stream_of(FILE *file) { return *static_cast<stream *>(file); }

/// Flags of open(2) for a mode such as "r+"; -1 and `errno` where it is none.
int open_flags(const char *mode);

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_STREAM_HPP
