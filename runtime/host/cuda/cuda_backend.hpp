//===- cuda_backend.hpp - NVIDIA devices ------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through the driver API, in the device's primary context, so that a program may
// use the CUDA runtime beside gpuc. The blocking lane is the legacy null stream,
// whose order with other streams is the one that backend.hpp asks for.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_CUDA_BACKEND_HPP
#define GPUC_RUNTIME_CUDA_BACKEND_HPP

#include "../backend.hpp"
#include "../failure.hpp"
#include "../image_match.hpp"
#include "cuda_api.hpp"

#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace gpu::detail::cuda {

inline device_pointer to_device(const void *memory) {
  return reinterpret_cast<device_pointer>(memory);
}
inline void *to_pointer(device_pointer memory) { return reinterpret_cast<void *>(memory); }

/// "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered", and what follows from
/// it.
std::string describe_error(const api &driver, result r);
/// Whether the context, and with it the device, cannot be used any more in this process.
bool is_lasting(result r);

class cuda_backend final : public device_backend {
public:
  /// Throws `failure`.
  cuda_backend(const api &driver, int index);

  const device_properties &properties() const override { return properties_; }
  unsigned fitness(const image &image) const override {
    return nvidia_fitness(static_cast<image_kind>(image.kind), image.arch, major_, minor_);
  }

  void *load(const image &image) override;
  void unload(void *loaded) noexcept override;
  device_function find_function(void *loaded, const char *symbol) override;
  void *find_global(void *loaded, const char *symbol) override;
  void launch(const device_function &function, const launch_shape &shape, const packed_args &args,
              void *stream) override;
  unsigned resident_blocks(const device_function &function, unsigned threads,
                           unsigned dynamic_shared_bytes) override;
  void synchronize(void *stream) override;
  bool ready(void *stream) override;
  void synchronize_all() override;

  void *allocate(memory_kind kind, std::size_t bytes) override;
  void free(memory_kind kind, void *memory) noexcept override;
  void *allocate_in_order(std::size_t bytes, void *stream) override;
  void free_in_order(void *memory, void *stream) noexcept override;
  std::size_t free_memory() override;
  memory_sight device_sees(const void *memory) const override;
  void copy(void *to, const void *from, std::size_t bytes, void *stream) override;
  void fill_zero(void *memory, std::size_t bytes, void *stream) override;
  bool enable_peer(device_backend &peer) override;
  bool can_commit(std::size_t &granularity) const override;
  void *reserve(std::size_t bytes) override;
  void commit(void *at, std::size_t bytes) override;

  void *create_stream(int priority) override;
  void destroy_stream(void *stream) noexcept override;
  void call(void *stream, void (*function)(void *), void *data) override;
  void begin_capture(void *stream) override;
  void *end_capture(void *stream) override;
  bool capturing(void *stream) override;
  void launch_graph(void *graph, void *stream) override;
  void destroy_graph(void *graph) noexcept override;
  void *native_context() override;
  void *create_event() override;
  void destroy_event(void *event) noexcept override;
  void record(void *event, void *stream) override;
  void wait(void *stream, void *event) override;
  void synchronize_event(void *event) override;
  bool event_ready(void *event) override;
  float elapsed_ms(void *from, void *to) override;
  void *setup_stream() override;

private:
  void check(result r, std::string_view what) const {
    if (r != success) [[unlikely]]
      fail(is_lasting(r) ? errc::device_lost : errc::driver, "{} failed with {}", what,
           describe_error(driver_, r));
  }
  int attribute(int which) const {
    int value = 0;
    check(driver_.DeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
    return value;
  }
  allocation_properties committed_memory() const {
    return {1, 0, {1, device_}, nullptr, {}}; // on this device, not to be shared
  }
  /// Where stream-ordered memory comes from; null where the driver has no pools.
  pool_handle pool();
  [[noreturn]] void fail_out_of_memory(memory_kind kind, std::size_t bytes) const;
  void fill_in_properties(int index);
  /// Makes the primary context, at first use since that takes a tenth of a second and some hundred
  /// megabytes, and makes it current in the calling thread.
  void enter() const;
  void allow_dynamic_shared(const device_function &function, unsigned bytes);
  void allow_deep_stacks();

  const api &driver_;
  device_id device_ = 0;
  unsigned major_ = 0, minor_ = 0;
  device_properties properties_;
  mutable std::once_flag context_made_;
  mutable context_handle context_ = nullptr;
  std::once_flag setup_stream_made_;
  stream_handle setup_stream_ = nullptr;
  std::mutex mutex_;                                   ///< of what follows
  std::map<function_handle, unsigned> allowed_shared_; ///< dynamic bytes, where over 48 KiB
  bool pool_made_ = false;
  pool_handle pool_ = nullptr;
};

} // namespace gpu::detail::cuda

#endif // GPUC_RUNTIME_CUDA_BACKEND_HPP
