//===- registry.cpp - The modules of this process ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration runs in constructors, before this file's own would have: all that
// it touches is constant-initialised, or made at first use. The table of kernels is
// built at the first lookup.
//
//===----------------------------------------------------------------------===//
#include "registry.hpp"

#include "failure.hpp"
#include "fork.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace gpu::detail {
namespace {

constexpr std::size_t inline_modules = 64;

constinit registered_module first_modules[inline_modules] = {};
constinit registered_module *modules = first_modules;
constinit std::size_t module_count = 0, module_capacity = inline_modules;
constinit std::atomic<unsigned> version = 1;
[[gnu::used]] const char *const whole_runtime = &interface_is_linked;

/// Never destroyed, like all this.
fork_safe_mutex &the_mutex() {
  static fork_safe_mutex &m = *new fork_safe_mutex;
  return m;
}

void grow() {
  const std::size_t capacity = module_capacity * 2;
  auto *larger = static_cast<registered_module *>(std::malloc(capacity * sizeof(*modules)));
  if (!larger)
    std::abort();
  std::memcpy(larger, modules, module_count * sizeof(*modules));
  if (modules != first_modules)
    std::free(modules);
  modules = larger;
  module_capacity = capacity;
}

struct kernel_table {
  unsigned built_from = 0; ///< `version` of its contents
  std::map<const void *, registered_kernel> kernels;
};

/// Never destroyed: destructors of static objects may still launch. `the_mutex` is held.
kernel_table &table() {
  static kernel_table &t = *new kernel_table;
  return t;
}

void check_version(const module &m) {
  if (m.abi_version != module_abi_version)
    fail(errc::bad_image,
         "'{}' was compiled by another version of gpuc (module format {}, this runtime has {}); "
         "compile it again",
         m.source, m.abi_version, module_abi_version);
}

} // namespace

std::vector<registered_module> registered_modules() {
  std::lock_guard lock(the_mutex());
  return {modules, modules + module_count};
}

unsigned registry_version() { return version.load(std::memory_order_acquire); }

std::optional<registered_kernel> find_kernel(const void *host_function) {
  std::lock_guard lock(the_mutex());
  kernel_table &t = table();
  if (t.built_from != version) {
    t.kernels.clear();
    for (std::size_t m = 0; m < module_count; ++m) {
      const module &data = *modules[m].data;
      check_version(data);
      for (unsigned k = 0; k < data.kernel_count; ++k)
        t.kernels.try_emplace(data.kernels[k].host_function,
                              registered_kernel{modules[m], &data.kernels[k]});
    }
    t.built_from = version;
  }
  const auto found = t.kernels.find(host_function);
  return found == t.kernels.end() ? std::nullopt : std::optional(found->second);
}

const char *kernel_name(const char *symbol) {
  std::lock_guard lock(the_mutex());
  for (std::size_t m = 0; m < module_count; ++m) {
    const module &data = *modules[m].data;
    for (unsigned k = 0; k < data.kernel_count; ++k)
      if (std::string_view(data.kernels[k].symbol) == symbol)
        return data.kernels[k].name;
  }
  return symbol;
}

std::string describe_images(const std::vector<registered_module> &list) {
  std::string text;
  for (const auto &[m, serial] : list) {
    text += fmt::format("{}{}: ", text.empty() ? "" : "; ", m->source);
    for (unsigned i = 0; i < m->image_count; ++i)
      text += fmt::format("{}{}{}", i ? ", " : "", m->images[i].arch,
                          m->images[i].kind == image_ptx ? " (PTX)" : "");
    if (!m->image_count)
      text += "nothing";
  }
  return text.empty() ? "nothing" : text;
}

} // namespace gpu::detail

using namespace gpu::detail;

void __gpuc_register_module(const gpu::detail::module *m) {
  std::lock_guard lock(the_mutex());
  if (module_count == module_capacity)
    grow();
  modules[module_count++] = {m, ++version};
}

void __gpuc_unregister_module(const gpu::detail::module *m) {
  unsigned serial = 0;
  {
    std::lock_guard lock(the_mutex());
    auto *const end = modules + module_count;
    auto *const gone =
        std::find_if(modules, end, [m](const registered_module &r) { return r.data == m; });
    if (gone == end)
      return;
    serial = gone->serial;
    std::copy(gone + 1, end, gone);
    --module_count;
    ++version;
  }
  unload_module(serial);
}
