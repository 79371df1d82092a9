//===- stream.cpp - What is behind a FILE -----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stream.hpp"

#include <stdlib.h>
#include <string.h>

using namespace gpuc::libc;
using namespace gpu::detail;

bool stream::fail(int64_t answer) {
  set(stream_failed);
  errno = static_cast<int>(-answer);
  return false;
}

/// The buffer is made when it is first needed.
[[gnu::noinline]] bool stream::has_buffer() {
  if (_IO_buf_base)
    return true;
  char *const memory = static_cast<char *>(malloc(pushback + BUFSIZ));
  if (!memory)
    return fail(-ENOMEM);
  _IO_buf_base = memory + pushback;
  _IO_buf_end = _IO_buf_base + BUFSIZ;
  _IO_read_base = _IO_read_ptr = _IO_read_end = _IO_buf_base;
  _IO_write_base = _IO_write_ptr = _IO_write_end = _IO_buf_base;
  return true;
}

[[gnu::noinline]] bool stream::write_out(const char *from, size_t size) {
  while (size) {
    const int32_t header[] = {_fileno, 0};
    const int64_t answer = call(call_write, header, sizeof header, from, size);
    if (answer <= 0)
      return fail(answer ? answer : -EIO);
    from += answer;
    size -= static_cast<size_t>(answer);
  }
  return true;
}

[[gnu::noinline]] int64_t stream::read_in(void *to, size_t size) {
  if (_fileno == 0)
    send_text(1, nullptr, 0, true); // what asks for the input is seen before
  const struct {
    int32_t descriptor, zero;
    uint64_t size;
  } request = {_fileno, 0, size};
  const int64_t answer = call(call_read, &request, sizeof request, nullptr, 0, to, size);
  if (answer < 0)
    fail(answer);
  else if (answer == 0 && size)
    set(stream_at_end);
  return answer;
}

[[gnu::noinline]] bool stream::flush() {
  if (is(stream_console)) {
    send_text(_fileno, nullptr, 0, true);
    return true;
  }
  const size_t size = static_cast<size_t>(_IO_write_ptr - _IO_write_base);
  _IO_write_ptr = _IO_write_base;
  return size == 0 || write_out(_IO_write_base, size);
}

bool stream::reads() {
  if (!is(stream_reads))
    return fail(-EBADF);
  return is(stream_console) || _IO_write_ptr == _IO_write_base || flush();
}

[[gnu::noinline]] bool stream::fill() {
  if (!reads() || !has_buffer())
    return false;
  const int64_t size = read_in(_IO_buf_base, static_cast<size_t>(_IO_buf_end - _IO_buf_base));
  _IO_read_ptr = _IO_read_base = _IO_buf_base;
  _IO_read_end = _IO_buf_base + (size > 0 ? size : 0);
  return size > 0;
}

bool stream::unget(int c) {
  if (c == EOF || !reads() || !has_buffer() || _IO_read_ptr == _IO_buf_base - pushback)
    return false;
  *--_IO_read_ptr = static_cast<char>(c);
  set(stream_at_end, false);
  return true;
}

size_t stream::read(void *to, size_t size) {
  if (size == 0 || !reads())
    return 0;
  char *const bytes = static_cast<char *>(to);
  size_t done = 0;
  while (done != size) {
    const size_t there = static_cast<size_t>(_IO_read_end - _IO_read_ptr);
    if (there) {
      const size_t taken = there < size - done ? there : size - done;
      memcpy(bytes + done, _IO_read_ptr, taken);
      _IO_read_ptr += taken;
      done += taken;
    } else if (size - done >= BUFSIZ) {
      const int64_t answer = read_in(bytes + done, size - done);
      if (answer <= 0)
        break;
      done += static_cast<size_t>(answer);
    } else if (!fill())
      break;
  }
  return done;
}

size_t stream::write(const void *from, size_t size) {
  if (is(stream_console)) {
    if (size)
      send_text(_fileno, from, size, is(stream_unbuffered));
    return size;
  }
  if (!is(stream_writes)) {
    fail(-EBADF);
    return 0;
  }
  if (_IO_read_ptr != _IO_read_end && !seek(0, SEEK_CUR)) // the host is ahead of the reader
    return 0;
  const char *const bytes = static_cast<const char *>(from);
  if (is(stream_unbuffered))
    return write_out(bytes, size) ? size : 0;
  if (!has_buffer())
    return 0;
  const auto room = [&] { return static_cast<size_t>(_IO_buf_end - _IO_write_ptr); };
  if (size > room() && !flush())
    return 0;
  if (size >= BUFSIZ)
    return write_out(bytes, size) ? size : 0;
  // The end of the writing area stays at its beginning: glibc's inline functions find it full.
  memcpy(_IO_write_ptr, bytes, size);
  _IO_write_ptr += size;
  if (room() == 0 || (is(stream_by_line) && memrchr(bytes, '\n', size)))
    return flush() ? size : 0;
  return size;
}

bool stream::seek(int64_t offset, int whence) {
  if (is(stream_console)) {
    errno = ESPIPE;
    return false;
  }
  if (!flush())
    return false;
  if (whence == SEEK_CUR)
    offset -= _IO_read_end - _IO_read_ptr;
  const struct {
    int32_t descriptor, whence;
    int64_t offset;
  } request = {_fileno, whence, offset};
  const int64_t answer = call(call_seek, &request, sizeof request);
  if (answer < 0) {
    errno = static_cast<int>(-answer);
    return false;
  }
  _IO_read_ptr = _IO_read_end = _IO_read_base;
  set(stream_at_end, false);
  return true;
}

int64_t stream::tell() {
  if (!is(stream_console) && !flush()) // where it is appended is the host's to know
    return -1;
  const struct {
    int32_t descriptor, whence;
    int64_t offset;
  } request = {_fileno, SEEK_CUR, 0};
  if (is(stream_console))
    return result_of(-ESPIPE);
  const int64_t answer = result_of(call(call_seek, &request, sizeof request));
  return answer < 0 ? answer : answer - (_IO_read_end - _IO_read_ptr);
}
