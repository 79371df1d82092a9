//===- fake_device.hpp - A device without hardware --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_FAKE_DEVICE_HPP
#define GPUC_TEST_FAKE_DEVICE_HPP

#include "backend.hpp"
#include "device_state.hpp"

#include <gpu/launch.hpp>

#include <map>
#include <string>
#include <vector>

namespace gpu::test {

/// A function that stands for a kernel in a fake image.
struct fake_kernel {
  const char *symbol;
  void (*run)(const detail::launch_shape &shape, void *args);
};

/// A device with memory of its own, as a GPU has: it does not see the host's, and counts what is
/// copied. Its images are arrays of `fake_kernel` that a null symbol ends, of kind `image_cubin`.
class fake_device : public detail::device_backend {
public:
  explicit fake_device(std::string backend = "cuda", unsigned index = 0,
                       std::string arch = "sm_90");
  ~fake_device() override;

  const detail::device_properties &properties() const override { return properties_; }
  unsigned fitness(const detail::image &image) const override {
    return image.arch == properties_.arch;
  }
  void *load(const detail::image &image) override;
  void unload(void *) noexcept override { ++unloads; }
  detail::device_function find_function(void *loaded, const char *symbol) override;
  void *find_global(void *, const char *) override { return nullptr; }
  void launch(const detail::device_function &function, const detail::launch_shape &shape,
              const detail::packed_args &args, void *stream) override;
  unsigned resident_blocks(const detail::device_function &, unsigned, unsigned) override {
    return 4;
  }
  void synchronize(void *) override;
  bool ready(void *) override { return is_ready; }
  void synchronize_all() override;
  void *allocate(detail::memory_kind kind, std::size_t bytes) override;
  void free(detail::memory_kind kind, void *memory) noexcept override;
  void *allocate_in_order(std::size_t bytes, void *) override {
    return allocate(detail::memory_device, bytes);
  }
  void free_in_order(void *memory, void *) noexcept override {
    free(detail::memory_device, memory);
  }
  std::size_t free_memory() override { return properties_.memory_bytes / 2; }
  detail::memory_sight device_sees(const void *memory) const override;
  void copy(void *to, const void *from, std::size_t bytes, void *stream) override;
  void fill_zero(void *memory, std::size_t bytes, void *stream) override;
  bool enable_peer(device_backend &) override { return has_peers; }
  void *create_stream(int) override { return this; }
  void destroy_stream(void *) noexcept override {}
  void call(void *, void (*function)(void *), void *data) override { function(data); }
  void begin_capture(void *) override {}
  void *end_capture(void *) override { return this; }
  bool capturing(void *) override { return false; }
  void launch_graph(void *, void *) override {}
  void destroy_graph(void *) noexcept override {}
  void *create_event() override { return this; }
  void destroy_event(void *) noexcept override {}
  void record(void *, void *) override {}
  void wait(void *, void *) override {}
  void synchronize_event(void *) override {}
  bool event_ready(void *) override { return true; }
  float elapsed_ms(void *, void *) override { return 0; }

  detail::device_properties properties_;
  std::vector<std::size_t> copied_in, copied_out; ///< bytes of each copy
  mutable unsigned questions = 0; ///< `device_sees` was called
  unsigned launches = 0, loads = 0, unloads = 0, allocations = 0;
  bool refuse_load = false, has_peers = false;
  detail::memory_sight sight = detail::sight_device; ///< of its memory
  bool is_ready = true;
  std::string failing; ///< not empty: what the next `synchronize` fails with
  errc failing_code = errc::driver;
  std::string failing_all; ///< not empty: what `synchronize_all` fails with, as the device is lost

private:
  std::map<const unsigned char *, std::size_t> memory_;
};

/// Makes `device` the one in use, until the end of the scope.
struct device_in_use {
  explicit device_in_use(detail::device_backend &device) { detail::use_for_tests(&device); }
  ~device_in_use() { detail::use_for_tests(nullptr); }
};

/// The layout that a kernel's parameters have, for module tables.
template <class... Params> struct param_table {
  detail::kernel_param params[sizeof...(Params) + 1];
  unsigned bytes;

  explicit param_table(void (*)(Params...)) {
    const detail::arg_layout<Params...> layout;
    const unsigned sizes[] = {sizeof(Params)..., 0};
    for (unsigned i = 0; i < sizeof...(Params); ++i)
      params[i] = {layout.offset[i], sizes[i]};
    bytes = layout.bytes;
  }
};

/// Registers a module in a scope.
struct registration {
  explicit registration(const detail::module &m) : m(m) { __gpuc_register_module(&m); }
  registration(const registration &) = delete;
  ~registration() { __gpuc_unregister_module(&m); }
  const detail::module &m;
};

/// What `gpu::error` the body throws; fails the test where it throws none.
template <class Body> gpu::error expect_error(Body body);

} // namespace gpu::test

#include <gtest/gtest.h>

template <class Body> gpu::error gpu::test::expect_error(Body body) {
  try {
    body();
  } catch (const gpu::error &e) {
    return e;
  }
  ADD_FAILURE() << "no gpu::error was thrown";
  return gpu::error(detail::error_info{0, "", "", ""});
}

/// Checks that a text holds another.
#define EXPECT_CONTAINS(text, part)                                                                \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << "in: " << text

#endif // GPUC_TEST_FAKE_DEVICE_HPP
