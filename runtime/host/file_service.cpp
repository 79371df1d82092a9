//===- file_service.cpp - Host services: files ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file system for device code: each call is the system's function of that
// name, and what the function leaves in errno is the answer.
//
//===----------------------------------------------------------------------===//

#include "service_handlers.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gpu::detail::services {
namespace {

/// Bytes that one read gives at most.
constexpr std::uint64_t read_limit = 1 << 20;

/// The function's value, or minus its errno; begun again where a signal interrupted it.
template <class Function> std::int64_t repeated(Function function) {
  for (;;) {
    const std::int64_t result = function();
    if (result >= 0)
      return result;
    if (errno != EINTR)
      return -errno;
  }
}

/// A path for the system. Throws std::runtime_error for what is none.
std::string path_of(std::string_view text) {
  if (text.find('\0') != text.npos)
    throw std::runtime_error("a path has a zero byte");
  return std::string(text);
}

std::int64_t read_file(message_reader &request, std::string &reply) {
  const int file = request.value<std::int32_t>();
  request.value<std::int32_t>();
  reply.resize(std::min(request.value<std::uint64_t>(), read_limit));
  const std::int64_t result = repeated([&] { return ::read(file, reply.data(), reply.size()); });
  reply.resize(result < 0 ? 0 : static_cast<std::size_t>(result));
  return result;
}

std::int64_t write_file(message_reader &request) {
  const int file = request.value<std::int32_t>();
  request.value<std::int32_t>();
  const std::string_view bytes = request.rest();
  if (file == 1)
    flush_stream(1); // what was printed earlier comes first
  return repeated([&] { return ::write(file, bytes.data(), bytes.size()); });
}

std::int64_t seek_file(message_reader &request) {
  const int file = request.value<std::int32_t>();
  const int whence = request.value<std::int32_t>();
  const off_t offset = request.value<std::int64_t>();
  return repeated([&] { return ::lseek(file, offset, whence); });
}

std::int64_t sync_file(message_reader &request) {
  const int file = request.value<std::int32_t>();
  if (file == 1 || file == 2) {
    flush_stream(file);
    return -take_stream_error(file);
  }
  return repeated([&] { return ::fsync(file); });
}

std::int64_t truncate_file(message_reader &request) {
  const int file = request.value<std::int32_t>();
  request.value<std::int32_t>();
  const off_t size = request.value<std::int64_t>();
  return repeated([&] { return ::ftruncate(file, size); });
}

std::int64_t open_file(message_reader &request) {
  const int flags = request.value<std::int32_t>();
  const auto mode = static_cast<mode_t>(request.value<std::int32_t>());
  const std::string path = path_of(request.rest());
  return repeated([&] { return ::open(path.c_str(), flags, mode); });
}

std::int64_t close_file(message_reader &request) {
  // Not again after an interruption: Linux has closed it then.
  return ::close(request.value<std::int32_t>()) == 0 || errno == EINTR ? 0 : -errno;
}

std::int64_t rename_file(message_reader &request) {
  const auto size = request.value<std::uint64_t>();
  const std::string from = path_of(request.text(size)), to = path_of(request.rest());
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : -errno;
}

std::int64_t make_directory(message_reader &request) {
  const auto mode = static_cast<mode_t>(request.value<std::int32_t>());
  request.value<std::int32_t>();
  const std::string path = path_of(request.rest());
  return ::mkdir(path.c_str(), mode) == 0 ? 0 : -errno;
}

std::int64_t nanoseconds(const timespec &time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t file_status(message_reader &request, std::string &reply) {
  const std::string path = path_of(request.rest());
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    return -errno;
  stat_reply answer = {};
  answer.size = static_cast<std::uint64_t>(status.st_size);
  answer.mode = status.st_mode;
  answer.links = static_cast<std::uint32_t>(status.st_nlink);
  answer.modified_ns = nanoseconds(status.st_mtim);
  answer.accessed_ns = nanoseconds(status.st_atim);
  answer.changed_ns = nanoseconds(status.st_ctim);
  reply.assign(reinterpret_cast<const char *>(&answer), sizeof answer);
  return 0;
}

std::int64_t working_directory(std::string &reply) {
  for (reply.resize(256);; reply.resize(reply.size() * 2)) {
    if (::getcwd(reply.data(), reply.size()))
      break;
    if (errno != ERANGE) {
      reply.clear();
      return -errno;
    }
  }
  reply.resize(std::strlen(reply.data()));
  return static_cast<std::int64_t>(reply.size());
}

} // namespace

std::optional<std::int64_t> handle_file_call(unsigned opcode, message_reader &request,
                                             std::string &reply) {
  switch (opcode) {
  case call_open:
    return open_file(request);
  case call_close:
    return close_file(request);
  case call_read:
    return read_file(request, reply);
  case call_write:
    return write_file(request);
  case call_seek:
    return seek_file(request);
  case call_sync:
    return sync_file(request);
  case call_truncate:
    return truncate_file(request);
  case call_isatty:
    return ::isatty(request.value<std::int32_t>()) ? 1 : 0;
  case call_unlink:
    return std::remove(path_of(request.rest()).c_str()) == 0 ? 0 : -errno;
  case call_rename:
    return rename_file(request);
  case call_mkdir:
    return make_directory(request);
  case call_stat:
    return file_status(request, reply);
  case call_getcwd:
    return working_directory(reply);
  }
  return std::nullopt;
}

bool is_about_standard_streams(unsigned opcode, std::string_view request) {
  if ((opcode != call_write && opcode != call_sync) || request.size() < sizeof(std::int32_t))
    return false;
  const int file = message_reader(request).value<std::int32_t>();
  return file == 1 || file == 2;
}

} // namespace gpu::detail::services
