//===- system_service.cpp - Host services: calls ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls in general, those about time, the environment and the process, and the
// threads that calls wait in.
//
//===----------------------------------------------------------------------===//

#include "service_handlers.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <sys/random.h>

namespace gpu::detail::services {
namespace {

/// Random bytes that one call gives at most: the thread that answers it serves all others too.
constexpr std::uint64_t random_limit = 4096;

std::atomic<bool> exit_requested = false, exit_ignored = false;
std::atomic<int> exit_status = 0;

std::int64_t read_clock(message_reader &request) {
  timespec now;
  if (::clock_gettime(request.value<std::int32_t>(), &now) != 0)
    return -errno;
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::int64_t sleep_for(message_reader &request) {
  const auto time = request.value<std::int64_t>();
  if (time < 0)
    return -EINVAL;
  timespec rest{time / 1'000'000'000, time % 1'000'000'000};
  while (::nanosleep(&rest, &rest) != 0)
    if (errno != EINTR)
      return -errno;
  return 0;
}

std::int64_t read_environment(message_reader &request, std::string &reply) {
  const char *value = std::getenv(std::string(request.rest()).c_str());
  if (!value)
    return -ENOENT;
  reply = value;
  return static_cast<std::int64_t>(reply.size());
}

std::int64_t random_bytes(message_reader &request, std::string &reply) {
  reply.resize(std::min(request.value<std::uint64_t>(), random_limit));
  for (std::size_t done = 0; done != reply.size();) {
    const ssize_t got = ::getrandom(reply.data() + done, reply.size() - done, 0);
    if (got < 0 && errno != EINTR) {
      reply.clear();
      return -errno;
    }
    done += got < 0 ? 0 : static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(reply.size());
}

std::int64_t local_time(message_reader &request, std::string &reply) {
  const auto seconds = static_cast<std::time_t>(request.value<std::int64_t>());
  std::tm time;
  if (!::localtime_r(&seconds, &time))
    return -errno;
  time.tm_zone = nullptr; // text of the host
  reply.assign(reinterpret_cast<const char *>(&time), sizeof time);
  return 0;
}

std::int64_t request_exit(message_reader &request) {
  const int status = request.value<std::int32_t>();
  if (!exit_requested.load())
    exit_status = status;
  exit_requested = true;
  return 0;
}

/// The worker threads. Never destroyed: they may wait for ever, so they outlive `main`.
struct worker_pool {
  std::mutex mutex;
  std::condition_variable added;
  std::deque<std::function<void()>> jobs;
  unsigned threads = 0, idle = 0;

  static worker_pool &instance() {
    static worker_pool &only = *new worker_pool;
    return only;
  }

  void work() {
    for (std::unique_lock lock(mutex);;) {
      ++idle;
      added.wait(lock, [this] { return !jobs.empty(); });
      --idle;
      const auto job = std::move(jobs.front());
      jobs.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }
};

} // namespace

std::thread start_thread(std::function<void()> body) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  // What the thread's own doing brings about has the effect that it has elsewhere.
  for (const int own : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGSEGV, SIGSYS, SIGTRAP, SIGTTIN,
                        SIGTTOU, SIGXFSZ})
    sigdelset(&blocked, own);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before); // threads begin with their maker's
  struct restore {
    const sigset_t &before;
    ~restore() { ::pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  } const at_end{before};
  return std::thread(std::move(body));
}

void run_in_worker(std::function<void()> job) {
  worker_pool &pool = worker_pool::instance();
  std::lock_guard lock(pool.mutex);
  pool.jobs.push_back(std::move(job));
  if (pool.jobs.size() > pool.idle && pool.threads < worker_limit)
    try {
      start_thread([&pool] { pool.work(); }).detach();
      ++pool.threads;
    } catch (const std::system_error &) {
      if (pool.threads == 0) {
        pool.jobs.pop_back();
        throw;
      }
      // The threads there are do it later.
    }
  pool.added.notify_one();
}

bool may_block(unsigned opcode) {
  switch (opcode) {
  case call_nothing:
  case call_isatty:
  case call_getcwd:
  case call_getenv:
  case call_clock:
  case call_random:
  case call_local_time:
  case call_exit:
    return false;
  }
  return opcode >= call_nothing && opcode <= call_exit;
}

std::optional<std::int64_t> handle_system_call(unsigned opcode, message_reader &request,
                                               std::string &reply) {
  switch (opcode) {
  case call_nothing:
    return 0;
  case call_clock:
    return read_clock(request);
  case call_sleep:
    return sleep_for(request);
  case call_getenv:
    return read_environment(request, reply);
  case call_random:
    return random_bytes(request, reply);
  case call_local_time:
    return local_time(request, reply);
  case call_exit:
    return request_exit(request);
  }
  return std::nullopt;
}

std::int64_t handle_call(unsigned opcode, std::string_view request, std::string &reply) noexcept {
  reply.clear();
  try {
    message_reader reader(request);
    if (const auto result = handle_system_call(opcode, reader, reply))
      return *result;
    return handle_file_call(opcode, reader, reply).value_or(-ENOSYS);
  } catch (const std::runtime_error &) { // the request is damaged
    reply.clear();
    return -EINVAL;
  } catch (const std::exception &) {
    reply.clear();
    return -ENOMEM;
  }
}

std::optional<int> take_requested_exit() {
  if (!exit_requested.exchange(false))
    return std::nullopt;
  return exit_status.load();
}

void ignore_requested_exit() { exit_ignored = true; }

void exit_if_requested() {
  if (!exit_ignored.load())
    if (const auto status = take_requested_exit())
      std::exit(*status);
}

} // namespace gpu::detail::services
