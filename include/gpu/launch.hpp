//===- launch.hpp - Launching kernels ---------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch converts each argument to its parameter's type as a function call
// would, and packs the parameters in one block: each at the next offset that its
// alignment allows. Every back end takes that block, and the runtime compares
// its layout with the one that the compiler recorded for the device.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_LAUNCH_HPP
#define GPU_LAUNCH_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/dim3.hpp>
#include <gpu/error.hpp>
#include <gpu/index.hpp>
#include <gpu/per_thread.hpp>

#include <cstddef>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace gpu {

/// How many threads a launch starts. A grid without blocks is no error: the launch does nothing.
struct launch_config {
  dim3 blocks = 1;              ///< blocks of the grid
  dim3 threads = 1;             ///< threads of a block
  std::size_t shared_bytes = 0; ///< dynamic shared memory of a block (`gpu::dynamic_shared`)
  bool cooperative = false;     ///< all blocks run at a time, so that they may wait for each other

  /// The one-dimensional grid of blocks of `block` threads that has at least `n` threads. The last
  /// block may reach beyond `n`, so the kernel compares its index with `n`. A grid larger than the
  /// device allows is refused by the launch.
  static constexpr launch_config cover(std::size_t n, std::size_t block = 256) {
    launch_config config;
    config.blocks = block ? n / block + (n % block != 0) : std::size_t{1};
    config.threads = block;
    return config;
  }
};

/// The types that a kernel's parameters may have: those that are copied as bytes and need no
/// destructor. Numbers, enumerations, pointers, classes without constructors and destructors that do
/// anything when one is copied or moved, `std::span`, `std::string_view`, `gpu::per_thread`. The
/// compiler checks every kernel and every lambda of a launch against it, and also that no member is
/// a reference. See docs/kernel-arguments.md.
template <class T>
concept kernel_arg =
    std::is_object_v<T> && std::is_trivially_destructible_v<T> &&
    (std::is_trivially_copy_constructible_v<T> || !std::is_copy_constructible_v<T>) &&
    (std::is_trivially_move_constructible_v<T> || !std::is_move_constructible_v<T>) &&
    (std::is_copy_constructible_v<T> || std::is_move_constructible_v<T>);

namespace detail {

/// Never defined: the compiler turns a call into an error at the launch. `FirstBad` is the index of
/// the first argument that does not convert to its parameter, or -1 for a wrong number of them.
template <auto Kernel, int FirstBad, class... Args> void bad_launch();

template <class F> [[gpu::kernel]] void invoke_kernel(F f) { f(); }

template <class F> [[gpu::kernel]] void parallel_for_kernel(std::size_t n, F f) {
  const std::size_t i = global_idx().x;
  if (i < n)
    f(i);
}

template <class... Params> struct arg_layout {
  static constexpr unsigned count = sizeof...(Params);
  unsigned offset[count + 1] = {}; // one more, so that it is never empty
  unsigned bytes = 0;

  constexpr arg_layout() {
    [[maybe_unused]] unsigned i = 0;
    ((bytes = (bytes + alignof(Params) - 1) / alignof(Params) * alignof(Params),
      offset[i++] = bytes, bytes += sizeof(Params)),
     ...);
  }
};

/// Bytes from the start of a `Range` to its data pointer, which standard libraries order as they
/// like.
template <class Range> unsigned data_pointer_offset() {
  if constexpr (sizeof(Range) == sizeof(void *)) {
    return 0;
  } else {
    alignas(typename Range::value_type) static const unsigned char here = 0;
    auto *first = reinterpret_cast<typename Range::const_pointer>(&here);
    const Range probe(const_cast<typename Range::pointer>(first), 0);
    const void *word;
    __builtin_memcpy(&word, &probe, sizeof(word));
    return word == &here ? 0 : sizeof(void *);
  }
}

template <class T> void describe_range(launch_arg &arg, T *data, std::size_t size) {
  arg.kind = !std::is_trivially_copyable_v<T> ? arg_opaque
             : std::is_const_v<T>             ? arg_in
                                              : arg_in_out;
  arg.data = const_cast<const std::remove_cv_t<T> *>(data);
  arg.bytes = size * sizeof(T);
}

template <class T> void describe(launch_arg &, const T &) {}
template <class T, std::size_t N> void describe(launch_arg &arg, const std::span<T, N> &range) {
  describe_range(arg, range.data(), range.size());
  arg.pointer_offset = data_pointer_offset<std::span<T, N>>();
}
template <class Char, class Traits>
void describe(launch_arg &arg, const std::basic_string_view<Char, Traits> &text) {
  describe_range(arg, text.data(), text.size());
  arg.pointer_offset = data_pointer_offset<std::basic_string_view<Char, Traits>>();
}
template <class T> void describe(launch_arg &arg, const per_thread<T> &elements) {
  describe_range(arg, elements.data(), elements.size());
  arg.pointer_offset = 0;
  arg.per_thread = 1 + elements.size();
}

/// Constructs a parameter in the packed block. Parameters need no destructor (`kernel_arg`).
template <class Param, class Arg>
void pack(unsigned char *block, unsigned offset, launch_arg &arg, Arg &&value) {
  using stored = std::remove_cv_t<std::remove_reference_t<Param>>;
  const stored *param = ::new (block + offset) stored(static_cast<Param>(std::forward<Arg>(value)));
  arg.offset = offset;
  arg.size = sizeof(stored);
  describe(arg, *param);
}

template <class... Params, class... Args>
void pack_and_launch(const void *host_function, stream_state *stream, const launch_config &config,
                     void (*)(Params...), Args &&...values) {
  static constexpr arg_layout<std::remove_reference_t<Params>...> layout;
  alignas(16) alignas(
      std::remove_reference_t<Params>...) unsigned char block[(layout.bytes + 16) / 16 * 16];
  launch_arg args[layout.count + 1] = {};
  [[maybe_unused]] unsigned i = 0;
  ((pack<Params>(block, layout.offset[i], args[i], std::forward<Args>(values)), ++i), ...);
  const launch_request request = {.host_function = host_function,
                                  .blocks = {config.blocks.x, config.blocks.y, config.blocks.z},
                                  .threads = {config.threads.x, config.threads.y, config.threads.z},
                                  .shared_bytes = config.shared_bytes,
                                  .args = block,
                                  .args_size = layout.bytes,
                                  .params = args,
                                  .param_count = layout.count,
                                  .stream = stream,
                                  .cooperative = config.cooperative};
  check(__gpuc_launch(&request));
}

template <class... Params, class... Args>
constexpr int first_bad_argument(void (*)(Params...), void (*)(Args...)) {
  if constexpr (sizeof...(Params) == sizeof...(Args)) {
    const bool good[] = {std::is_convertible_v<Args, Params>..., false};
    int i = 0;
    while (good[i])
      ++i;
    return i == static_cast<int>(sizeof...(Params)) ? -2 : i; // -2: all are good
  } else {
    return -1;
  }
}

/// What every launch comes down to; `stream` null for a blocking one.
template <auto Kernel, class Function, class... Args>
void launch_kernel(stream_state *stream, const launch_config &config, Function *kernel,
                   Args &&...args) {
  constexpr int first_bad = first_bad_argument(static_cast<Function *>(nullptr),
                                               static_cast<void (*)(Args && ...)>(nullptr));
  if constexpr (first_bad == -2)
    pack_and_launch(reinterpret_cast<const void *>(kernel), stream, config, kernel,
                    std::forward<Args>(args)...);
  else
    bad_launch<Kernel, first_bad, Args...>();
}

} // namespace detail

/// Runs `Kernel`, a `[[gpu::kernel]]` function, and returns when it is done and all that it printed
/// is out. Arguments convert as in a call of it. A parameter that is a `std::span`,
/// `std::string_view` or `gpu::per_thread` may refer to ordinary host memory: its elements are
/// copied to the device before, and back after where they are not const.
/// Throws `gpu::error` for a configuration that the kernel or the device does not allow, where no
/// embedded image runs on the device, and where the kernel fails.
template <auto Kernel, class... Args> void launch(launch_config config, Args &&...args) {
  detail::launch_kernel<Kernel>(nullptr, config, Kernel, std::forward<Args>(args)...);
}

/// Calls `f()` in each thread of the grid, with a copy of `f` of its own, and returns when all have
/// done. What `f` captures by value must be `kernel_arg`. Throws as `launch<Kernel>`.
template <class F> void launch(launch_config config, F f) {
  launch<&detail::invoke_kernel<F>>(config, f);
}

/// Calls `f(i)` for each i below `n`, each in a thread of its own, in no order, and returns when
/// all have done. Throws as `launch<Kernel>`.
template <class F> void parallel_for(std::size_t n, F f) {
  launch<&detail::parallel_for_kernel<F>>(launch_config::cover(n), n, f);
}

} // namespace gpu

#endif // GPU_LAUNCH_HPP
