//===- registry.hpp - The modules of this process ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_REGISTRY_HPP
#define GPUC_RUNTIME_REGISTRY_HPP

#include <gpu/detail/module.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpu::detail {

struct registered_module {
  const module *data;
  unsigned serial; ///< unique in this process, where `data` may come again after a `dlclose`
};

struct registered_kernel {
  registered_module owner;
  const kernel *entry;
};

/// All modules, in the order of registration.
std::vector<registered_module> registered_modules();

/// The kernel that `gpu::launch` knows as `host_function`, of the module that registered it first
/// (a template's instantiation may be in several).
std::optional<registered_kernel> find_kernel(const void *host_function);

/// The readable name of the kernel with a symbol; the symbol where none has it. Lives as long as the
/// kernel's module, or `symbol`.
const char *kernel_name(const char *symbol);

/// "a.cpp: sm_75 (PTX), cpu; b.cpp: gfx942" for error texts.
std::string describe_images(const std::vector<registered_module> &modules);

/// Unloads a module's images from all devices (device_state.cpp).
void unload_module(unsigned serial) noexcept;

/// In api.cpp, whose object the linker must take with that of registry.cpp: otherwise a program that
/// is linked with a shared library could register its kernels with its own runtime, and launch them
/// with the library's.
extern const char interface_is_linked;

/// Grows with each registration and removal, so that caches know when they are stale.
unsigned registry_version();

} // namespace gpu::detail

#endif // GPUC_RUNTIME_REGISTRY_HPP
