//===- module.hpp - What a compiled source tells the runtime ----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract between the generated embed file and the runtime: one `module`
// for each source with kernels, registered by a constructor of the embed object.
// Plain C structures: the generated file spells them out again so that it needs
// no header, and lib/Embed is the only writer. Change both together and raise
// `module_abi_version`; also when cpu_abi.hpp or services.hpp change.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_MODULE_HPP
#define GPU_DETAIL_MODULE_HPP

namespace gpu::detail {

inline constexpr unsigned module_abi_version = 3;

/// What the bytes of an image are.
enum image_kind : unsigned {
  image_cpu = 0,    ///< `data` is an array of `cpu_kernel` (cpu_abi.hpp), ended by a null name.
  image_ptx = 1,    ///< PTX text, zero-terminated; `size` counts the terminator.
  image_cubin = 2,  ///< An NVIDIA ELF object.
  image_amdgcn = 3, ///< An AMD code object.
};

/// One device image of a source.
struct image {
  unsigned kind;    ///< an `image_kind`
  const char *arch; ///< target as `--offload-arch` spells it: "cpu", "sm_75", "gfx90a:xnack-"
  const void *data;
  unsigned long size; ///< bytes; 0 for `image_cpu`
};

/// One parameter of a kernel, as it lies in the packed argument block.
struct kernel_param {
  unsigned offset, size; ///< bytes
};

/// One pointer in the parameters, top-level or in a member or capture, that a launch checks. Those
/// of `std::span`, `std::string_view` and `gpu::per_thread` parameters are not among them: they
/// are staged.
struct kernel_pointer {
  unsigned offset;       ///< bytes, in the packed argument block
  unsigned count_offset; ///< where the number of elements there lies; `no_count`: not known
  const char *path;      ///< for messages: "parameter 'params', member 'data'"
};
inline constexpr unsigned no_count = ~0u;

/// One kernel of a source. `host_function` is what `gpu::launch<k>` knows it by.
struct kernel {
  const void *host_function; ///< address of the host's function of that name
  const char *symbol;        ///< entry in every image of the module
  const char *name;          ///< readable, for messages
  const kernel_param *params;
  unsigned param_count;
  unsigned args_size;              ///< bytes of the packed argument block
  unsigned max_threads, min_blocks; ///< from `[[gpu::launch_bounds]]`, 0 where not given
  const kernel_pointer *pointers = nullptr;
  unsigned pointer_count = 0;
};

struct module {
  unsigned abi_version; ///< `module_abi_version` of the compiler
  const char *source;   ///< main file, for messages
  const image *images;
  unsigned image_count;
  const kernel *kernels;
  unsigned kernel_count;
};

} // namespace gpu::detail

// One runtime serves the program and its shared libraries, so these are visible to all.
#pragma GCC visibility push(default)
extern "C" {
/// Called by a constructor of each embed object, before `main` and in any order; it only links
/// `module` into a list, and neither allocates nor loads a driver. `module` lives until
/// `__gpuc_unregister_module`, which a destructor (also of a `dlclose`d library) calls.
void __gpuc_register_module(const gpu::detail::module *module);
void __gpuc_unregister_module(const gpu::detail::module *module);
}
#pragma GCC visibility pop

#endif // GPU_DETAIL_MODULE_HPP
