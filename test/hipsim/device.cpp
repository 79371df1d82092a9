//===- device.cpp - Devices, streams and events -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device.hpp"
#include "address_space.hpp"
#include "dispatch.hpp"

#include <cstdio>
#include <cstdlib>

namespace hipsim {
namespace {

constexpr int error_launch_failure = 719;

std::condition_variable &changed() {
  static std::condition_variable &made = *new std::condition_variable;
  return made;
}

void finish(const std::shared_ptr<operation> &o) {
  const std::lock_guard lock(state_mutex());
  o->run = nullptr;
  o->after.clear();
  o->finished = std::chrono::steady_clock::now();
  o->done = true;
  changed().notify_all();
}

/// Works a stream's queue off; a stream has its own thread, so that streams overlap.
void work(stream *s) {
  while (true) {
    std::shared_ptr<operation> o;
    bool lost;
    {
      std::unique_lock lock(state_mutex());
      changed().wait(lock, [&] { return s->closed || !s->queue.empty(); });
      if (s->queue.empty())
        break;
      o = s->queue.front();
      s->queue.pop_front();
      changed().wait(lock, [&] {
        for (const auto &before : o->after)
          if (!before->done)
            return false;
        return true;
      });
      lost = s->on->error != 0;
    }
    try {
      if (!lost && o->run)
        o->run();
    } catch (const kernel_fault &f) {
      std::fprintf(stderr, "hipsim: %s\n", f.what());
      const std::lock_guard lock(state_mutex());
      s->on->error = error_launch_failure;
    }
    finish(o);
  }
  delete s;
}

std::vector<std::unique_ptr<device>> make_devices() {
  const char *const variable = std::getenv("HIPSIM_ARCH");
  std::string list = variable ? variable : "gfx1100";
  std::vector<std::unique_ptr<device>> made;
  for (std::size_t at = 0; at < list.size();) {
    const auto comma = std::min(list.find(',', at), list.size());
    auto d = std::make_unique<device>();
    d->index = static_cast<int>(made.size());
    d->processor = list.substr(at, comma - at);
    d->lanes = d->processor == "gfx942" ? 64 : 32;
    d->full_name = d->processor + (d->processor == "gfx942" ? ":sramecc+:xnack-" : "");
    d->null_stream.on = d.get();
    made.push_back(std::move(d));
    at = comma + 1;
  }
  return made;
}

} // namespace

graph::~graph() {
  for (void *memory : owned)
    memory_of_devices().free(memory, memory_use::device, memory_use::device);
}

std::vector<std::unique_ptr<device>> &devices() {
  static auto &made = *new std::vector<std::unique_ptr<device>>(make_devices());
  return made;
}

std::mutex &state_mutex() {
  static std::mutex &made = *new std::mutex;
  return made;
}

void enqueue(stream &s, std::function<void()> run, std::shared_ptr<operation> after) {
  const std::lock_guard lock(state_mutex());
  if (s.capture && !s.capture->ended) {
    if (run)
      s.capture->steps.push_back(std::move(run));
    return;
  }
  s.capture.reset();
  auto o = std::make_shared<operation>();
  o->run = std::move(run);
  const auto follow = [&](const std::shared_ptr<operation> &before) {
    if (before && !before->done)
      o->after.push_back(before);
  };
  follow(after);
  // The null stream and the blocking ones wait for each other.
  if (&s == &s.on->null_stream)
    for (stream *other : s.on->streams) {
      if (other->blocking)
        follow(other->last);
    }
  else if (s.blocking)
    follow(s.on->null_stream.last);
  s.last = o;
  s.queue.push_back(std::move(o));
  if (!s.started) {
    s.started = true;
    std::thread(work, &s).detach();
  }
  changed().notify_all();
}

int wait(const std::shared_ptr<operation> &o, device &on) {
  std::unique_lock lock(state_mutex());
  if (o)
    changed().wait(lock, [&] { return o->done; });
  return on.error;
}

int wait(stream &s) {
  std::shared_ptr<operation> last;
  std::vector<std::shared_ptr<operation>> others;
  {
    const std::lock_guard lock(state_mutex());
    last = s.last;
    if (&s == &s.on->null_stream)
      for (stream *other : s.on->streams)
        if (other->blocking)
          others.push_back(other->last);
  }
  for (const auto &o : others)
    wait(o, *s.on);
  return wait(last, *s.on);
}

int wait_all(device &d) {
  std::vector<std::shared_ptr<operation>> all;
  {
    const std::lock_guard lock(state_mutex());
    all.push_back(d.null_stream.last);
    for (stream *s : d.streams)
      all.push_back(s->last);
  }
  int error = 0;
  for (const auto &o : all)
    error = wait(o, d);
  return error;
}

void destroy(stream *s) {
  const std::lock_guard lock(state_mutex());
  s->on->streams.erase(s);
  s->closed = true;
  if (s->started)
    changed().notify_all(); // its thread deletes it
  else
    delete s;
}

bool is_done(const std::shared_ptr<operation> &o) {
  const std::lock_guard lock(state_mutex());
  return !o || o->done;
}

} // namespace hipsim
