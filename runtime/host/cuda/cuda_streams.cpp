//===- cuda_streams.cpp - Streams, graphs and events of NVIDIA devices ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cuda_backend.hpp"

namespace gpu::detail::cuda {

void cuda_backend::synchronize(void *stream) {
  // The null stream is the current context's; another knows its own, and the driver says so where it
  // wants that to be current all the same.
  if (!stream)
    enter();
  result r = driver_.StreamSynchronize(stream);
  if (r == error_invalid_context || r == error_invalid_handle) {
    enter();
    r = driver_.StreamSynchronize(stream);
  }
  check(r, "work on the device");
}

void cuda_backend::synchronize_all() {
  enter();
  check(driver_.CtxSynchronize(), "work on the device");
}

void *cuda_backend::create_stream(int priority) {
  enter();
  int least = 0, greatest = 0; // greater priorities are smaller numbers; 0 is the usual one
  check(driver_.CtxGetStreamPriorityRange(&least, &greatest), "cuCtxGetStreamPriorityRange");
  stream_handle made = nullptr;
  check(driver_.StreamCreateWithPriority(&made, stream_default,
                                         priority < 0 ? least : priority ? greatest : 0),
        "cuStreamCreateWithPriority");
  return made;
}

void *cuda_backend::setup_stream() {
  enter();
  std::call_once(setup_stream_made_, [this] {
    check(driver_.StreamCreateWithPriority(&setup_stream_, stream_non_blocking, 0),
          "cuStreamCreateWithPriority");
  });
  return setup_stream_;
}

void cuda_backend::destroy_stream(void *stream) noexcept {
  if (driver_.CtxSetCurrent(context_) == success)
    driver_.StreamDestroy(stream);
}

bool cuda_backend::ready(void *stream) {
  enter();
  const result r = driver_.StreamQuery(stream);
  if (r == error_not_ready)
    return false;
  check(r, "work on the device");
  return true;
}

void cuda_backend::call(void *stream, void (*function)(void *), void *data) {
  enter();
  check(driver_.LaunchHostFunc(stream, function, data), "cuLaunchHostFunc");
}

void *cuda_backend::native_context() {
  enter();
  return context_;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

void cuda_backend::begin_capture(void *stream) {
  enter();
  check(driver_.StreamBeginCapture(stream, capture_mode_relaxed), "cuStreamBeginCapture");
}

void *cuda_backend::end_capture(void *stream) {
  enter();
  graph_handle graph = nullptr;
  graph_exec_handle made = nullptr;
  check(driver_.StreamEndCapture(stream, &graph), "cuStreamEndCapture");
  const result r = driver_.GraphInstantiateWithFlags(&made, graph, 0);
  driver_.GraphDestroy(graph);
  check(r, "cuGraphInstantiate");
  return made;
}

bool cuda_backend::capturing(void *stream) {
  enter();
  int state = 0; // 0: it is not
  check(driver_.StreamIsCapturing(stream, &state), "cuStreamIsCapturing");
  return state != 0;
}

void cuda_backend::launch_graph(void *graph, void *stream) {
  enter();
  check(driver_.GraphLaunch(graph, stream), "cuGraphLaunch");
}

void cuda_backend::destroy_graph(void *graph) noexcept {
  if (driver_.CtxSetCurrent(context_) == success)
    driver_.GraphExecDestroy(graph);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void *cuda_backend::create_event() {
  enter();
  event_handle made = nullptr;
  check(driver_.EventCreate(&made, event_default), "cuEventCreate");
  return made;
}

void cuda_backend::destroy_event(void *event) noexcept {
  if (driver_.CtxSetCurrent(context_) == success)
    driver_.EventDestroy(event);
}

void cuda_backend::record(void *event, void *stream) {
  enter();
  check(driver_.EventRecord(event, stream), "cuEventRecord");
}

void cuda_backend::wait(void *stream, void *event) {
  enter();
  check(driver_.StreamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
}

void cuda_backend::synchronize_event(void *event) {
  enter();
  check(driver_.EventSynchronize(event), "work on the device");
}

bool cuda_backend::event_ready(void *event) {
  enter();
  const result r = driver_.EventQuery(event);
  if (r == error_not_ready)
    return false;
  check(r, "work on the device");
  return true;
}

float cuda_backend::elapsed_ms(void *from, void *to) {
  enter();
  float ms = 0;
  check(driver_.EventElapsedTime(&ms, from, to), "cuEventElapsedTime");
  return ms;
}

} // namespace gpu::detail::cuda
