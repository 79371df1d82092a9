//===- shared_library.hpp - Functions of a vendor's driver ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_SHARED_LIBRARY_HPP
#define GPUC_RUNTIME_SHARED_LIBRARY_HPP

#include <string>

#include <dlfcn.h>

namespace gpu::detail {

/// A library loaded at run time; never unloaded, as drivers do not outlive that well.
class shared_library {
public:
  /// Tries each name up to the first that loads; `names` ends with a null.
  explicit shared_library(const char *const *names) {
    for (; *names && !handle_; ++names) {
      handle_ = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
      if (!handle_ && problem_.empty())
        problem_ = std::string("cannot be loaded: ") + dlerror();
    }
    if (handle_)
      problem_.clear();
  }

  /// Sets `function` to the library's of that name.
  template <class Function> void get(Function *&function, const char *name) {
    function = handle_ ? reinterpret_cast<Function *>(dlsym(handle_, name)) : nullptr;
    if (!function && problem_.empty())
      problem_ = std::string("is too old: it has no function ") + name + "; update it";
  }

  /// As `get`; null where the library has none.
  template <class Function> void get_optional(Function *&function, const char *name) {
    function = handle_ ? reinterpret_cast<Function *>(dlsym(handle_, name)) : nullptr;
  }

  /// Sets `function` to the library's first of the two names.
  template <class Function>
  void get_either(Function *&function, const char *name, const char *older_name) {
    get(function, handle_ && dlsym(handle_, name) ? name : older_name);
  }

  /// Why it cannot be used, as what follows its name in a sentence; empty where it can.
  const std::string &problem() const { return problem_; }

private:
  void *handle_ = nullptr;
  std::string problem_;
};

} // namespace gpu::detail

#endif // GPUC_RUNTIME_SHARED_LIBRARY_HPP
