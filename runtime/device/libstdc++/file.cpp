//===- file.cpp - What file streams read and write --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::__basic_file`, on which std::filebuf is built, over the C library's
// descriptors: files of the host. The class has a place for a FILE, in which
// the descriptor plus one is kept.
//
//===----------------------------------------------------------------------===//

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

namespace std {

namespace {

__c_file *as_file(int descriptor) {
  return reinterpret_cast<__c_file *>(static_cast<intptr_t>(descriptor) + 1);
}
int as_descriptor(const __c_file *file) {
  return static_cast<int>(reinterpret_cast<intptr_t>(file) - 1);
}

/// The flags of open(2), or -1 for a mode that is none.
int open_flags(ios_base::openmode mode) {
  constexpr auto in = ios_base::in, out = ios_base::out, trunc = ios_base::trunc,
                 app = ios_base::app;
  const auto kind = mode & (in | out | trunc | app);
  if (kind == in)
    return O_RDONLY;
  if (kind == out || kind == (out | trunc))
    return O_WRONLY | O_CREAT | O_TRUNC;
  if (kind == app || kind == (out | app))
    return O_WRONLY | O_CREAT | O_APPEND;
  if (kind == (in | out))
    return O_RDWR;
  if (kind == (in | out | trunc))
    return O_RDWR | O_CREAT | O_TRUNC;
  if (kind == (in | app) || kind == (in | out | app))
    return O_RDWR | O_CREAT | O_APPEND;
  return -1;
}

/// Writes all, or as much as there is room for.
streamsize write_all(int descriptor, const char *text, streamsize size) {
  streamsize written = 0;
  while (written < size) {
    const ssize_t now = ::write(descriptor, text + written, static_cast<size_t>(size - written));
    if (now < 0 && errno == EINTR)
      continue;
    if (now <= 0)
      break;
    written += now;
  }
  return written;
}

} // namespace

__basic_file<char>::__basic_file(__c_lock *) noexcept
    : _M_cfile(nullptr), _M_cfile_created(false) {}

__basic_file<char>::~__basic_file() { close(); }

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
  const int flags = open_flags(mode);
  if (flags < 0 || is_open())
    return nullptr;
  const int descriptor = ::open(name, flags, 0666);
  if (descriptor < 0)
    return nullptr;
  _M_cfile = as_file(descriptor);
  _M_cfile_created = true;
  return this;
}

__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode) {
  const int descriptor = is_open() ? -1 : fileno(file);
  if (descriptor < 0)
    return nullptr;
  _M_cfile = as_file(descriptor);
  _M_cfile_created = false;
  return this;
}

__basic_file<char> *__basic_file<char>::sys_open(int descriptor, ios_base::openmode mode) noexcept {
  if (open_flags(mode) < 0 || is_open() || descriptor < 0)
    return nullptr;
  _M_cfile = as_file(descriptor);
  _M_cfile_created = true;
  return this;
}

__basic_file<char> *__basic_file<char>::close() {
  if (!is_open())
    return nullptr;
  const bool closed = !_M_cfile_created || ::close(as_descriptor(_M_cfile)) == 0;
  _M_cfile = nullptr;
  return closed ? this : nullptr;
}

bool __basic_file<char>::is_open() const noexcept { return _M_cfile; }
int __basic_file<char>::fd() noexcept { return as_descriptor(_M_cfile); }
/// There is none.
__c_file *__basic_file<char>::file() noexcept { return nullptr; }

streamsize __basic_file<char>::xsputn(const char *text, streamsize size) {
  return write_all(fd(), text, size);
}
streamsize __basic_file<char>::xsputn_2(const char *first, streamsize first_size,
                                        const char *second, streamsize second_size) {
  const streamsize written = write_all(fd(), first, first_size);
  return written < first_size ? written : written + write_all(fd(), second, second_size);
}
streamsize __basic_file<char>::xsgetn(char *text, streamsize size) {
  ssize_t got;
  do
    got = ::read(fd(), text, static_cast<size_t>(size));
  while (got < 0 && errno == EINTR);
  return got;
}
streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir from) noexcept {
  const int whence = from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END;
  return ::lseek(fd(), offset, whence);
}
/// Nothing is kept back here.
int __basic_file<char>::sync() { return 0; }

streamsize __basic_file<char>::showmanyc() {
  const streamoff here = seekoff(0, ios_base::cur);
  if (here < 0)
    return 0; // a pipe or terminal
  const streamoff end = seekoff(0, ios_base::end);
  seekoff(here, ios_base::beg);
  return end > here ? end - here : 0;
}

} // namespace std
