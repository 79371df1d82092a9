//===- exceptions.cpp - Throwing --------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing in device code catches: a throw reports the exception's type, and what()
// says where it is a std::exception, and ends the thread. The object is in the
// frame of the function that throws (lib/Transforms/DevicePrepare.cpp).
//
//===----------------------------------------------------------------------===//

#include "class_type.hpp"
#include "support.hpp"

using namespace gpuc_abi;

namespace {

/// The std::exception in the object of type `t` at `object`; null where there is none.
const void *find_exception(const type *t, const void *object) {
  static constexpr type exception = {nullptr, "St9exception"};
  if (same(t, &exception))
    return object;
  const void *found = nullptr;
  for_each_base(t, object, [&](const type *base, const void *at, bool is_public) {
    if (is_public && !found)
      found = find_exception(base, at);
  });
  return found;
}

/// The text of a std::exception: the function behind its two destructors.
const char *what_of(const void *exception) {
  using what_function = const char *(const void *);
  return reinterpret_cast<what_function *const *>(table_of(exception))[2](exception);
}

} // namespace

extern "C" {

GPUC_FAILURE void __cxa_throw(void *object, const type *t, void (*)(void *)) {
  const void *exception = find_exception(t, object);
  // The host makes a name of it.
  char name[256] = "_ZTS";
  const char *mangled = t->name + (*t->name == '*');
  for (unsigned i = 4; i != sizeof name - 1 && *mangled; ++i)
    name[i] = *mangled++;
  __gpuc_fail(nullptr, name, exception ? what_of(exception) : nullptr);
}

GPUC_FAILURE void __cxa_rethrow() {
  __gpuc_fail(nullptr, "throw without an exception to throw again", nullptr);
}

GPUC_FAILURE void __cxa_bad_cast() { __gpuc_fail(nullptr, "std::bad_cast", nullptr); }
GPUC_FAILURE void __cxa_bad_typeid() { __gpuc_fail(nullptr, "std::bad_typeid", nullptr); }
GPUC_FAILURE void __cxa_throw_bad_array_new_length() {
  __gpuc_fail(nullptr, "std::bad_array_new_length", nullptr);
}

} // extern "C"
