//===- filesystem.cpp - libc++: operations on files -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host services offer: no links are made or followed apart, and nothing
// lists a directory.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <gpu/detail/services.hpp>

#include <filesystem>
#include <string>

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

namespace {

using namespace std::filesystem;
using gpu::detail::piece;

/// How an operation fails: `error`, or an exception where the caller wants none.
void report(int code, const char *operation, const path &p, std::error_code *error) {
  const std::error_code result(code, std::generic_category());
  if (error)
    *error = result;
  else if (code)
    __throw_filesystem_error(std::string("in ") + operation, p, result);
}

/// Asks for a service of a path; answers its result or minus an errno.
int64_t call(unsigned opcode, const path &p, void *reply = nullptr, uint64_t size = 0) {
  const piece pieces[] = {{p.c_str(), static_cast<unsigned>(p.native().size())}};
  return __gpuc_service_call(opcode, pieces, 1, reply, size);
}

int read_status(const path &p, gpu::detail::stat_reply &reply) {
  const int64_t result = call(gpu::detail::call_stat, p, &reply, sizeof reply);
  return result < 0 ? static_cast<int>(-result) : 0;
}

file_type type_of(unsigned mode) {
  switch (mode & S_IFMT) {
  case S_IFREG:
    return file_type::regular;
  case S_IFDIR:
    return file_type::directory;
  case S_IFLNK:
    return file_type::symlink;
  case S_IFBLK:
    return file_type::block;
  case S_IFCHR:
    return file_type::character;
  case S_IFIFO:
    return file_type::fifo;
  case S_IFSOCK:
    return file_type::socket;
  default:
    return file_type::unknown;
  }
}

} // namespace

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

file_status __status(const path &p, error_code *error) {
  gpu::detail::stat_reply reply;
  const int code = read_status(p, reply);
  if (code == ENOENT || code == ENOTDIR) {
    if (error)
      *error = error_code(code, generic_category());
    return file_status(file_type::not_found);
  }
  report(code, "status", p, error);
  if (code)
    return file_status(file_type::none);
  return file_status(type_of(reply.mode), static_cast<perms>(reply.mode & 07777));
}

file_status __symlink_status(const path &p, error_code *error) { return __status(p, error); }

uintmax_t __file_size(const path &p, error_code *error) {
  gpu::detail::stat_reply reply;
  int code = read_status(p, reply);
  if (!code && !S_ISREG(reply.mode))
    code = S_ISDIR(reply.mode) ? EISDIR : ENOTSUP;
  report(code, "file_size", p, error);
  return code ? static_cast<uintmax_t>(-1) : reply.size;
}

uintmax_t __hard_link_count(const path &p, error_code *error) {
  gpu::detail::stat_reply reply;
  const int code = read_status(p, reply);
  report(code, "hard_link_count", p, error);
  return code ? static_cast<uintmax_t>(-1) : reply.links;
}

file_time_type __last_write_time(const path &p, error_code *error) {
  gpu::detail::stat_reply reply;
  const int code = read_status(p, reply);
  report(code, "last_write_time", p, error);
  return code ? file_time_type::min() : file_time_type(file_time_type::duration(reply.modified_ns));
}

bool __remove(const path &p, error_code *error) {
  const int64_t result = call(gpu::detail::call_unlink, p);
  report(result == -ENOENT ? 0 : static_cast<int>(-result), "remove", p, error);
  return result == 0;
}

void __rename(const path &from, const path &to, error_code *error) {
  const uint64_t size = from.native().size();
  const piece pieces[] = {{&size, sizeof size},
                          {from.c_str(), static_cast<unsigned>(size)},
                          {to.c_str(), static_cast<unsigned>(to.native().size())}};
  const int64_t result = __gpuc_service_call(gpu::detail::call_rename, pieces, 3, nullptr, 0);
  report(result < 0 ? static_cast<int>(-result) : 0, "rename", from, error);
}

bool __create_directory(const path &p, error_code *error) {
  const int32_t head[] = {0777, 0};
  const piece pieces[] = {{head, sizeof head},
                          {p.c_str(), static_cast<unsigned>(p.native().size())}};
  const int64_t result = __gpuc_service_call(gpu::detail::call_mkdir, pieces, 2, nullptr, 0);
  int code = result < 0 ? static_cast<int>(-result) : 0;
  if (code == EEXIST) {
    error_code ignored;
    if (__status(p, &ignored).type() == file_type::directory)
      code = 0;
  }
  report(code, "create_directory", p, error);
  return result == 0;
}

bool __create_directory(const path &p, const path &, error_code *error) {
  return __create_directory(p, error);
}

bool __create_directories(const path &p, error_code *error) {
  path part;
  bool made = false;
  for (const path &name : p) {
    part /= name;
    if (name.empty() || name == "/" || name == "." || name == "..")
      continue;
    error_code failed;
    made = __create_directory(part, &failed);
    if (failed) {
      report(failed.value(), "create_directories", p, error);
      return false;
    }
  }
  report(0, "create_directories", p, error);
  return made;
}

path __current_path(error_code *error) {
  char text[4096];
  const int64_t size = __gpuc_service_call(gpu::detail::call_getcwd, nullptr, 0, text, sizeof text);
  report(size < 0 ? static_cast<int>(-size) : 0, "current_path", path(), error);
  return size < 0 ? path() : path(string(text, static_cast<size_t>(size)));
}

path __absolute(const path &p, error_code *error) {
  if (p.is_absolute()) {
    report(0, "absolute", p, error);
    return p;
  }
  return __current_path(error) / p;
}

path __temp_directory_path(error_code *error) {
  const char *text = nullptr;
  for (const char *name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (!text)
      text = ::getenv(name);
  const path p(text ? text : "/tmp");
  error_code failed;
  const bool good = __status(p, &failed).type() == file_type::directory;
  report(good ? 0 : failed ? failed.value() : ENOTDIR, "temp_directory_path", p, error);
  return good ? p : path();
}

bool __equivalent(const path &a, const path &b, error_code *error) {
  // Without the numbers of device and file, by the text.
  return __absolute(a, error).lexically_normal() == __absolute(b, error).lexically_normal();
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
