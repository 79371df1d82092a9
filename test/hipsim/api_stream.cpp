//===- api_stream.cpp - HIP's functions for streams, events and graphs --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "api.hpp"

using namespace hipsim;

namespace {

constexpr unsigned stream_non_blocking = 1;

bool captures(const stream &s) { return s.capture && !s.capture->ended; }

} // namespace

HIPSIM_API int hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = 1;
  *greatest = -1;
  return hip_success;
}

HIPSIM_API int hipStreamCreateWithPriority(void **made, unsigned flags, int) {
  auto *const s = new stream;
  s->on = &current_device();
  s->blocking = !(flags & stream_non_blocking);
  const std::lock_guard lock(state_mutex());
  s->on->streams.insert(s);
  *made = s;
  return hip_success;
}

HIPSIM_API int hipStreamDestroy(void *handle) {
  wait(*static_cast<stream *>(handle));
  destroy(static_cast<stream *>(handle));
  return hip_success;
}

HIPSIM_API int hipStreamSynchronize(void *handle) { return wait(stream_of(handle)); }

HIPSIM_API int hipStreamQuery(void *handle) {
  stream &s = stream_of(handle);
  std::shared_ptr<operation> last;
  {
    const std::lock_guard lock(state_mutex());
    last = s.last;
  }
  if (!is_done(last))
    return hip_not_ready;
  return device_error(*s.on);
}

HIPSIM_API int hipLaunchHostFunc(void *handle, void (*function)(void *), void *data) {
  enqueue(stream_of(handle), [=] { function(data); });
  return hip_success;
}

HIPSIM_API int hipEventCreateWithFlags(void **made, unsigned) {
  *made = new event;
  return hip_success;
}
HIPSIM_API int hipEventDestroy(void *handle) {
  delete static_cast<event *>(handle);
  return hip_success;
}

HIPSIM_API int hipEventRecord(void *handle, void *stream_handle) {
  auto &e = *static_cast<event *>(handle);
  stream &s = stream_of(stream_handle);
  {
    const std::lock_guard lock(state_mutex());
    if (captures(s)) {
      e.captured = s.capture;
      return hip_success;
    }
    e.captured.reset();
  }
  enqueue(s, nullptr);
  const std::lock_guard lock(state_mutex());
  e.recorded = s.last;
  return hip_success;
}

HIPSIM_API int hipStreamWaitEvent(void *stream_handle, void *handle, unsigned) {
  auto &e = *static_cast<event *>(handle);
  stream &s = stream_of(stream_handle);
  {
    const std::lock_guard lock(state_mutex());
    if (e.captured && !e.captured->ended) { // the stream joins the capture
      s.capture = e.captured;
      return hip_success;
    }
  }
  enqueue(s, nullptr, e.recorded);
  return hip_success;
}

HIPSIM_API int hipEventQuery(void *handle) {
  auto &e = *static_cast<event *>(handle);
  return is_done(e.recorded) ? device_error(current_device()) : hip_not_ready;
}
HIPSIM_API int hipEventSynchronize(void *handle) {
  return wait(static_cast<event *>(handle)->recorded, current_device());
}

HIPSIM_API int hipEventElapsedTime(float *ms, void *from, void *to) {
  const auto &first = static_cast<event *>(from)->recorded;
  const auto &second = static_cast<event *>(to)->recorded;
  if (!first || !second)
    return hip_invalid_handle;
  if (!is_done(first) || !is_done(second))
    return hip_not_ready;
  *ms = std::chrono::duration<float, std::milli>(second->finished - first->finished).count();
  return hip_success;
}

HIPSIM_API int hipStreamBeginCapture(void *handle, int) {
  stream &s = stream_of(handle);
  const std::lock_guard lock(state_mutex());
  if (captures(s))
    return hip_invalid_value;
  s.capture = std::make_shared<graph>();
  return hip_success;
}

HIPSIM_API int hipStreamEndCapture(void *handle, void **made) {
  stream &s = stream_of(handle);
  const std::lock_guard lock(state_mutex());
  *made = nullptr;
  if (!captures(s))
    return hip_stream_capture_unmatched;
  s.capture->ended = true;
  *made = new std::shared_ptr<graph>(std::move(s.capture));
  s.capture.reset();
  return hip_success;
}

HIPSIM_API int hipStreamIsCapturing(void *handle, int *state) {
  stream &s = stream_of(handle);
  const std::lock_guard lock(state_mutex());
  *state = captures(s);
  return hip_success;
}

HIPSIM_API int hipGraphInstantiate(void **made, void *from, void *, char *, std::size_t) {
  *made = new std::shared_ptr<graph>(*static_cast<std::shared_ptr<graph> *>(from));
  return hip_success;
}
HIPSIM_API int hipGraphDestroy(void *handle) {
  delete static_cast<std::shared_ptr<graph> *>(handle);
  return hip_success;
}
HIPSIM_API int hipGraphExecDestroy(void *handle) { return hipGraphDestroy(handle); }

HIPSIM_API int hipGraphLaunch(void *handle, void *stream_handle) {
  stream &s = stream_of(stream_handle);
  if (const int error = device_error(*s.on))
    return error;
  enqueue(s, [g = *static_cast<std::shared_ptr<graph> *>(handle)] {
    for (const auto &step : g->steps)
      step();
  });
  return hip_success;
}
