//===- posix.cpp - Files and the system by POSIX's names --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the host. What the protocol has no call for fails with ENOSYS.
//
//===----------------------------------------------------------------------===//

#include "stream.hpp"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace gpuc::libc;
using namespace gpu::detail;

namespace {

int int_of(int64_t answer) { return static_cast<int>(result_of(answer)); }

int open_file(const char *path, int flags, mode_t mode) {
  const int32_t header[] = {flags, static_cast<int32_t>(mode)};
  return int_of(call(call_open, header, sizeof header, path, strlen(path)));
}

int64_t seek(int descriptor, int64_t offset, int whence) {
  const struct {
    int32_t descriptor, whence;
    int64_t offset;
  } request = {descriptor, whence, offset};
  return call(call_seek, &request, sizeof request);
}

timespec time_of(int64_t nanoseconds) {
  return {nanoseconds / 1000000000, nanoseconds % 1000000000};
}

int stat_file(const char *path, struct stat *to) {
  stat_reply reply;
  const int64_t answer = call(call_stat, path, strlen(path), nullptr, 0, &reply, sizeof reply);
  if (answer < 0)
    return int_of(answer);
  *to = {};
  to->st_mode = reply.mode;
  to->st_nlink = reply.links;
  to->st_size = static_cast<off_t>(reply.size);
  to->st_blksize = 4096;
  to->st_blocks = static_cast<blkcnt_t>((reply.size + 511) / 512);
  to->st_mtim = time_of(reply.modified_ns);
  to->st_atim = time_of(reply.accessed_ns);
  to->st_ctim = time_of(reply.changed_ns);
  return 0;
}

/// Replaces the six last letters X; false where there are none.
bool fill_template(char *name) {
  const size_t size = strlen(name);
  if (size < 6 || memcmp(name + size - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return false;
  }
  uint64_t bits = 0;
  const uint64_t wanted = sizeof bits;
  if (call(call_random, &wanted, sizeof wanted, nullptr, 0, &bits, sizeof bits) < 0) {
    errno = ENOSYS;
    return false;
  }
  for (char *p = name + size - 6; *p; ++p, bits /= 36)
    *p = "0123456789abcdefghijklmnopqrstuvwxyz"[bits % 36];
  return true;
}

/// Calls `make` with names until one is new; leaves the X's where none was.
template <class Make> int make_unique(char *name, Make make) {
  for (int tries = 0; tries != 100; ++tries) {
    if (!fill_template(name))
      return -1;
    const int result = make();
    if (result >= 0 || errno != EEXIST)
      return result;
    memset(name + strlen(name) - 6, 'X', 6);
  }
  return -1;
}

} // namespace

extern "C" {

WEAK_COLD int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_file(path, flags, mode);
}
WEAK_COLD int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_file(path, flags, mode);
}
WEAK_COLD int creat(const char *path, mode_t mode) {
  return open_file(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

WEAK_COLD int close(int descriptor) {
  return int_of(call(call_close, &descriptor, sizeof descriptor));
}

WEAK_COLD ssize_t read(int descriptor, void *to, size_t size) {
  const struct {
    int32_t descriptor, zero;
    uint64_t size;
  } request = {descriptor, 0, size};
  return result_of(call(call_read, &request, sizeof request, nullptr, 0, to, size));
}

/// Text for the standard streams goes the way that printed text does, after what is there.
WEAK_COLD ssize_t write(int descriptor, const void *from, size_t size) {
  if (descriptor == 1 || descriptor == 2) {
    send_text(descriptor, from, size, true);
    return static_cast<ssize_t>(size);
  }
  const int32_t header[] = {descriptor, 0};
  return result_of(call(call_write, header, sizeof header, from, size));
}

WEAK_COLD off_t lseek(int descriptor, off_t offset, int whence) noexcept {
  return result_of(seek(descriptor, offset, whence));
}
WEAK_COLD off64_t lseek64(int descriptor, off64_t offset, int whence) noexcept {
  return result_of(seek(descriptor, offset, whence));
}

WEAK_COLD int fsync(int descriptor) {
  return int_of(call(call_sync, &descriptor, sizeof descriptor));
}
WEAK_COLD int fdatasync(int descriptor) { return fsync(descriptor); }

WEAK_COLD int ftruncate(int descriptor, off_t size) noexcept {
  const struct {
    int32_t descriptor, zero;
    int64_t size;
  } request = {descriptor, 0, size};
  return int_of(call(call_truncate, &request, sizeof request));
}
WEAK_COLD int ftruncate64(int descriptor, off64_t size) noexcept {
  return ftruncate(descriptor, size);
}
WEAK_COLD int truncate(const char *path, off_t size) noexcept {
  const int descriptor = open_file(path, O_WRONLY, 0);
  if (descriptor < 0)
    return -1;
  const int result = ftruncate(descriptor, size);
  const int error = errno;
  close(descriptor);
  errno = error;
  return result;
}
WEAK_COLD int truncate64(const char *path, off64_t size) noexcept { return truncate(path, size); }

WEAK_COLD int isatty(int descriptor) noexcept {
  const int result = int_of(call(call_isatty, &descriptor, sizeof descriptor));
  if (result == 0)
    errno = ENOTTY;
  return result > 0;
}

WEAK_COLD int unlink(const char *path) noexcept {
  return int_of(call(call_unlink, path, strlen(path)));
}
WEAK_COLD int rmdir(const char *path) noexcept { return unlink(path); }

WEAK_COLD int mkdir(const char *path, mode_t mode) noexcept {
  const int32_t header[] = {static_cast<int32_t>(mode), 0};
  return int_of(call(call_mkdir, header, sizeof header, path, strlen(path)));
}

WEAK_COLD int stat(const char *path, struct stat *to) noexcept { return stat_file(path, to); }
WEAK_COLD int stat64(const char *path, struct stat64 *to) noexcept {
  return stat_file(path, reinterpret_cast<struct stat *>(to)); // the same on 64-bit hosts
}
/// Of a standard stream or an open file only the kind and the size are told.
WEAK_COLD int fstat(int descriptor, struct stat *to) noexcept {
  const int64_t here = seek(descriptor, 0, SEEK_CUR);
  if (here < 0 && here != -ESPIPE)
    return int_of(here);
  *to = {};
  to->st_nlink = 1;
  to->st_blksize = 4096;
  if (here < 0) {
    to->st_mode = (isatty(descriptor) ? S_IFCHR : S_IFIFO) | 0600;
    return 0;
  }
  const int64_t size = seek(descriptor, 0, SEEK_END);
  seek(descriptor, here, SEEK_SET);
  to->st_mode = S_IFREG | 0600;
  to->st_size = size < 0 ? 0 : size;
  to->st_blocks = (to->st_size + 511) / 512;
  return 0;
}
WEAK_COLD int fstat64(int descriptor, struct stat64 *to) noexcept {
  return fstat(descriptor, reinterpret_cast<struct stat *>(to));
}

/// Whether the file is there; rights are not looked at but for the owner's bits of the mode.
WEAK_COLD int access(const char *path, int wanted) noexcept {
  struct stat status;
  if (stat_file(path, &status) < 0)
    return -1;
  const int rights =
      static_cast<int>((status.st_mode | status.st_mode >> 3 | status.st_mode >> 6) & 7);
  if ((wanted & ~rights) == 0)
    return 0;
  errno = EACCES;
  return -1;
}

WEAK_COLD char *getcwd(char *to, size_t size) noexcept {
  char *const made = to ? nullptr : static_cast<char *>(malloc(size ? size : (size = PATH_MAX)));
  if (!to && !made) {
    errno = ENOMEM;
    return nullptr;
  }
  char *const path = to ? to : made;
  const int64_t answer = call(call_getcwd, nullptr, 0, nullptr, 0, path, size);
  if (answer >= 0 && static_cast<uint64_t>(answer) < size) {
    path[answer] = 0;
    return path;
  }
  errno = answer < 0 ? static_cast<int>(-answer) : ERANGE;
  free(made);
  return nullptr;
}

WEAK_COLD int mkstemp(char *name) {
  return make_unique(name, [&] { return open_file(name, O_RDWR | O_CREAT | O_EXCL, 0600); });
}
WEAK_COLD int mkstemp64(char *name) { return mkstemp(name); }
WEAK_COLD char *mkdtemp(char *name) noexcept {
  return make_unique(name, [&] { return mkdir(name, 0700); }) < 0 ? nullptr : name;
}
/// A name that no file has; "" where there is none.
WEAK_COLD char *mktemp(char *name) noexcept {
  struct stat status;
  const int made = make_unique(name, [&] {
    if (stat_file(name, &status) < 0)
      return errno == ENOENT ? 0 : -1;
    errno = EEXIST;
    return -1;
  });
  if (made < 0)
    *name = 0;
  return name;
}

// The process: there is no call for these.

WEAK int getpid() noexcept { return 1; }
WEAK int getppid() noexcept { return 0; }
WEAK unsigned getuid() noexcept { return 0; }
WEAK int getpagesize() noexcept { return 4096; }

/// A thread that waits for others lets them run where the device can.
WEAK int sched_yield() noexcept {
#if defined(__GPUC_TARGET_NVPTX__)
  if (__nvvm_reflect("__CUDA_ARCH") >= 700)
    asm volatile("nanosleep.u32 100;" ::: "memory"); // its builtin wants sm_70
#elif defined(__GPUC_TARGET_AMDGPU__)
  __builtin_amdgcn_s_sleep(2);
#endif
  return 0;
}

WEAK_COLD long sysconf(int name) noexcept {
  switch (name) {
  case _SC_PAGESIZE:
    return 4096;
  case _SC_NPROCESSORS_ONLN:
  case _SC_NPROCESSORS_CONF:
    return 1; // threads are made by launches
  case _SC_CLK_TCK:
    return 100;
  case _SC_OPEN_MAX:
    return 1024;
  case _SC_NGROUPS_MAX:
  case _SC_ARG_MAX:
    return -1; // no limit is known
  default:
    errno = EINVAL;
    return -1;
  }
}

} // extern "C"
