//===- throw.cpp - Where libc++ would stop ----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

namespace std {
inline namespace __1 {
/// <__verbose_abort>: hardening checks, and what would be thrown without exceptions. A printf
/// format; what it says without its values is enough here.
GPUC_FAILURE void __libcpp_verbose_abort(const char *text, ...) noexcept {
  __gpuc_fail(nullptr, "the standard library stopped", text);
}
} // namespace __1
} // namespace std
