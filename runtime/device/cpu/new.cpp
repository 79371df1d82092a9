//===- new.cpp - operator new on the CPU ------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lib/Transforms/FailureCalls.cpp makes of the calls of the host's operators:
// the same memory, and without any a report of the caller's place. Named after
// the operators' symbols.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <new>

namespace {

GPUC_FAILURE void fail_allocation() { __gpuc_fail(nullptr, "std::bad_alloc", nullptr); }

void *checked(void *memory) {
  if (!memory) [[unlikely]]
    fail_allocation();
  return memory;
}

} // namespace

extern "C" {

void *__gpuc_checked_Znwm(std::size_t bytes) {
  return checked(::operator new(bytes, std::nothrow));
}
void *__gpuc_checked_Znam(std::size_t bytes) {
  return checked(::operator new[](bytes, std::nothrow));
}
void *__gpuc_checked_ZnwmSt11align_val_t(std::size_t bytes, std::align_val_t alignment) {
  return checked(::operator new(bytes, alignment, std::nothrow));
}
void *__gpuc_checked_ZnamSt11align_val_t(std::size_t bytes, std::align_val_t alignment) {
  return checked(::operator new[](bytes, alignment, std::nothrow));
}

} // extern "C"
