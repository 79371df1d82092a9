//===- kernel.hpp - A kernel as an object -----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a device needs for a kernel, and how much of it runs at a time.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_KERNEL_HPP
#define GPU_KERNEL_HPP

#include <gpu/detail/runtime.hpp>
#include <gpu/device.hpp>
#include <gpu/dim3.hpp>
#include <gpu/error.hpp>
#include <gpu/launch.hpp>
#include <gpu/stream.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpu {

/// Blocks that run at a time.
struct occupancy {
  unsigned per_multiprocessor = 0; ///< 0: not even one block can run
  std::size_t on_device = 0;       ///< of all multiprocessors; a cooperative grid's most blocks
};

namespace detail {

/// The block size, a multiple of the warp's, of which most threads run at a time; the largest of
/// several. `shared_bytes` gives the dynamic shared memory of a block of so many threads.
template <class SharedBytes>
unsigned suggest_block_size(const void *host_function, const kernel_facts &facts, const device &on,
                            SharedBytes shared_bytes) {
  const unsigned warp = on.warp_size, most = facts.max_threads;
  unsigned best = 0, best_threads = 0;
  // From above; the first may end with a partial warp.
  for (unsigned size = most; size; size = size % warp   ? size - size % warp
                                          : size > warp ? size - warp
                                                        : 0) {
    unsigned blocks = 0;
    check(__gpuc_kernel_occupancy(on.state(), host_function, size,
                                  static_cast<std::size_t>(shared_bytes(size)), &blocks));
    if (blocks * size > best_threads)
      best = size, best_threads = blocks * size;
  }
  if (!best)
    raise(errc::invalid_argument, "no block size of the kernel has so much dynamic shared memory");
  return best;
}

} // namespace detail

/// A kernel: `gpu::kernel<scale>`, or `gpu::kernel<scale<float>>` of a template. Its facts are
/// those of the thread's current device unless another is given; the kernel's image is loaded there
/// first. They throw `gpu::error` where none runs there.
template <auto Kernel> class kernel_object {
public:
  /// As `gpu::launch<Kernel>(config, args…)`.
  template <class... Args> void launch(launch_config config, Args &&...args) const {
    gpu::launch<Kernel>(config, std::forward<Args>(args)...);
  }
  /// As `in.launch<Kernel>(config, args…)`.
  template <class... Args> void launch(stream &in, launch_config config, Args &&...args) const {
    in.launch<Kernel>(config, std::forward<Args>(args)...);
  }

  /// Registers of a thread: 32-bit ones on NVIDIA, vector registers on AMD, 0 on the CPU.
  unsigned registers(const device &on = device()) const { return facts(on).registers; }
  /// Shared memory of a block besides what the launch adds, in bytes.
  std::size_t static_shared_bytes(const device &on = device()) const {
    return facts(on).static_shared_bytes;
  }
  /// Memory of a thread for what registers do not hold, in bytes, as far as the compiler knows; on
  /// the CPU, for what lives across barriers.
  std::size_t local_bytes(const device &on = device()) const { return facts(on).local_bytes; }
  /// The most threads of a block: the least of what the device, the kernel's registers and its
  /// `[[gpu::launch_bounds]]` allow.
  unsigned max_threads(const device &on = device()) const { return facts(on).max_threads; }

  /// How many blocks of `block_threads` threads (a number, or the launch's `dim3`) with
  /// `dynamic_shared_bytes` each run at a time; none where a block is over a limit. On the CPU a
  /// core runs one block at a time, though a cooperative grid may have any number there.
  gpu::occupancy occupancy(dim3 block_threads, std::size_t dynamic_shared_bytes = 0,
                           const device &on = device()) const {
    gpu::occupancy result;
    detail::check(__gpuc_kernel_occupancy(on.state(), host_function(), block_threads.count(),
                                          dynamic_shared_bytes, &result.per_multiprocessor));
    result.on_device = std::size_t{result.per_multiprocessor} * on.multiprocessors;
    return result;
  }

  /// The block size, in threads, with which most threads run at a time. Blocks have
  /// `dynamic_shared_bytes` each. Throws `gpu::error` also where that is too much.
  unsigned suggested_block_size(std::size_t dynamic_shared_bytes = 0,
                                const device &on = device()) const {
    return suggested_block_size([=](unsigned) { return dynamic_shared_bytes; }, on);
  }
  /// The same, where a block of n threads has `dynamic_shared_bytes(n)`.
  template <class SharedBytes>
  requires std::is_invocable_r_v<std::size_t, SharedBytes, unsigned>
  unsigned suggested_block_size(SharedBytes dynamic_shared_bytes,
                                const device &on = device()) const {
    return detail::suggest_block_size(host_function(), facts(on), on, dynamic_shared_bytes);
  }

private:
  template <class Function> static const void *address(Function *kernel) {
    return reinterpret_cast<const void *>(kernel);
  }
  static const void *host_function() { return address(Kernel); }
  static detail::kernel_facts facts(const device &on) {
    detail::kernel_facts facts;
    detail::check(__gpuc_kernel_facts(on.state(), host_function(), &facts));
    return facts;
  }
};

/// The kernel `Kernel`, a `[[gpu::kernel]]` function.
template <auto Kernel> inline constexpr kernel_object<Kernel> kernel{};

} // namespace gpu

#endif // GPU_KERNEL_HPP
